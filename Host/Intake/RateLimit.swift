import Platform

/// How much a peer may send: a steady rate, and a burst above it. What exceeds it waits; a peer that stays near the limit floods.
///
/// A flood is told by how much was taken, not by what waits: on a busy machine a flooder that gets no turn leaves its queue empty
/// now and then, and looks patient.
struct RateLimit: Sendable {
    private let perSecond: Double
    private let burst: Double
    private var tokens: Double
    private var filledAt: MediaTime
    /// What was taken beyond half the rate, forgotten at half the rate.
    private var surplus = 0.0

    init(perSecond: Double, burst: Double, at now: MediaTime) {
        (self.perSecond, self.burst, tokens, filledAt) = (perSecond, burst, burst, now)
    }

    /// How many may be taken now; call `took` with how many were.
    mutating func allowance(at now: MediaTime) -> Int {
        let seconds = (now - filledAt).inSeconds
        tokens = min(burst, tokens + seconds * perSecond)
        surplus = max(0, surplus - seconds * perSecond / 2)
        filledAt = now
        return max(0, Int(clamping: tokens))
    }

    /// - Parameter cost: of what was taken; may be more than was allowed, which is then missing later.
    mutating func took(_ cost: Int) {
        tokens -= Double(cost)
        surplus += Double(cost)
    }

    /// Whether so much was taken that no agent that means well can have sent it: a whole burst, and the full rate for two seconds
    /// after it, or any other way to that sum while half the rate is forgiven.
    var isFlooded: Bool { surplus > burst + perSecond }
}
