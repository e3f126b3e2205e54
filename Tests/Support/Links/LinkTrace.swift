/// The scenario of a line's conditions, from its start; the last one stays.
public struct LinkTrace: Sendable {
    public enum Transport: String, Sendable { case rtmp, srt }

    public struct Step: Sendable, Hashable {
        public let start: Duration
        public let condition: LinkCondition
    }

    /// What a controller is to notice, and what is asked of it.
    public enum Event: Sendable, Hashable {
        /// From then on the line carries much less.
        case drop(at: Duration)
        /// Nothing moves in between.
        case stall(from: Duration, to: Duration)
        /// From then on it carries much more.
        case rise(at: Duration)
    }

    public let name: String
    /// For people.
    public let words: String
    public let transport: Transport
    public let seed: UInt64
    /// How long it is looked at.
    public let duration: Duration
    public let steps: [Step]
    public let events: [Event]
    /// Whether it carries the same all the time, so that a bit rate should settle.
    public let isSteady: Bool

    public init(
        _ name: String, _ words: String, transport: Transport = .rtmp, seed: UInt64 = 1, duration: Duration = .seconds(90),
        isSteady: Bool = false, events: [Event] = [], steps: [(start: Duration, condition: LinkCondition)]
    ) {
        precondition(steps.first?.start == .zero, "a line has a condition from its start")
        (self.name, self.words, self.transport, self.seed) = (name, words, transport, seed)
        (self.duration, self.isSteady, self.events) = (duration, isSteady, events)
        self.steps = steps.map { Step(start: $0.start, condition: $0.condition) }
    }

    public func condition(at time: Duration) -> LinkCondition { steps[index(at: time)].condition }

    /// When the condition of that time ends; `nil` when it stays.
    public func end(ofConditionAt time: Duration) -> Duration? {
        let next = index(at: time) + 1
        return next < steps.count ? steps[next].start : nil
    }

    /// What the line could have carried in between, in bits.
    public func capacity(from start: Duration, to end: Duration) -> Double {
        var (sum, at) = (0.0, start)
        while at < end {
            let next = min(self.end(ofConditionAt: at) ?? end, end)
            sum += condition(at: at).bitRate * ((next - at) / .seconds(1))
            at = next
        }
        return sum
    }

    private func index(at time: Duration) -> Int {
        var (low, high) = (0, steps.count - 1)
        while low < high {
            let middle = (low + high + 1) / 2
            if steps[middle].start <= time { low = middle } else { high = middle - 1 }
        }
        return low
    }
}
