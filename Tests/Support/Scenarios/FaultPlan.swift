import Fixtures

/// What befalls a broadcast for hours, one thing after the other: the same for the same seed.
public struct FaultPlan: Hashable, Sendable {
    public enum Kind: String, CaseIterable, Sendable {
        /// The cable is out for 3 to 8 s.
        case cut
        /// Nothing moves for 5 s.
        case stall
        /// The line carries little for 10 s.
        case slow
        /// Its connections are reset.
        case reset
        /// The server is killed, and started again after 0.5 to 3 s.
        case restart
        /// The capture agent is killed.
        case agent
        /// A second target comes, and goes after 5 s.
        case target
        /// A message into the stream.
        case message
    }

    public struct Fault: Hashable, Sendable {
        public let kind: Kind
        public let start: Duration
        public let end: Duration
    }

    /// In the order of their times; none overlaps another.
    public let faults: [Fault]
    /// Of the line, when nothing is wrong, and when it is slow.
    public static let (usualBitRate, slowBitRate) = (8e6, 0.6e6)

    /// - Parameters:
    ///   - interval: one at each; shorter faults where it is less than 20 s. The last one leaves time to recover.
    public init(duration: Duration, every interval: Duration, seed: UInt64) {
        var dice = SeededRandom(seed: seed)
        var faults: [Fault] = []
        var round: [Kind] = []
        var start = interval
        while start + interval <= duration {
            // All kinds equally often, each time in another order.
            if round.isEmpty { round = Kind.allCases.shuffled(using: &dice) }
            let kind = round.removeLast()
            let length = min(Self.length(of: kind, dice.share()), interval / 3)
            faults.append(Fault(kind: kind, start: start, end: start + length))
            start += interval
        }
        self.faults = faults
    }

    private static func length(of kind: Kind, _ share: Double) -> Duration {
        switch kind {
        case .cut: .seconds(3 + 5 * share)
        case .stall, .target: .seconds(5)
        case .slow: .seconds(10)
        case .restart: .seconds(0.5 + 2.5 * share)
        case .reset, .agent, .message: .zero
        }
    }

    /// The line's part of it.
    public func trace(lasting duration: Duration) -> LinkTrace {
        let usual = LinkCondition(bitRate: Self.usualBitRate)
        let steps = faults.flatMap { fault -> [(start: Duration, condition: LinkCondition)] in
            let condition: LinkCondition
            switch fault.kind {
            case .cut: condition = LinkCondition(bitRate: 0, isOut: true)
            case .stall: condition = LinkCondition(bitRate: 0)
            case .slow: condition = LinkCondition(bitRate: Self.slowBitRate)
            case .reset, .restart, .agent, .target, .message: return []
            }
            return [(fault.start, condition), (fault.end, usual)]
        }
        return LinkTrace("faults", "a fault each so often", duration: duration, steps: [(.zero, usual)] + steps)
    }

    /// When each kind has been there once: what a program ever takes for them, it has taken.
    public var warmth: Duration? {
        let round = faults.prefix(Kind.allCases.count)
        return round.count == Kind.allCases.count ? round.last?.end : nil
    }
}
