import Fixtures

/// What befalls a server, again and again: the same for the same seed.
public struct OutagePlan: Hashable, Sendable {
    public enum Kind: String, CaseIterable, Sendable {
        /// SIGKILL: connections break, and new ones are refused.
        case refused
        /// SIGSTOP, and SIGKILL just before its return: connections are made all the time, and no one answers.
        case silent
    }

    public struct Outage: Hashable, Sendable {
        public let kind: Kind
        /// 0.1 to 3 s, until it is started again.
        public let down: Duration
        /// How long the stream is left in peace before.
        public let peace: Duration
    }

    public let outages: [Outage]

    /// - Parameter count: one in four is silent.
    public init(count: Int, seed: UInt64) {
        var dice = SeededRandom(seed: seed)
        outages = (0..<count).map { number in
            // Peace of all lengths, so that the blow meets the stream between two key frames anywhere.
            let (down, peace) = (0.1 + 2.9 * dice.share(), 1.5 + dice.share())
            return Outage(kind: number % 4 == 3 ? .silent : .refused, down: .seconds(down), peace: .seconds(peace))
        }
    }
}
