import AppGroup

/// How much a peer may send: a steady rate, and a burst above it. What exceeds it waits; who keeps exceeding it floods.
struct RateLimit: Sendable {
    private let perSecond: Double
    private let burst: Double
    private var tokens: Double
    private var filledAt: MediaTime
    /// Since when there has been more than the rate allows.
    private var exceededSince: MediaTime?

    init(perSecond: Double, burst: Double, at now: MediaTime) {
        (self.perSecond, self.burst, tokens, filledAt) = (perSecond, burst, burst, now)
    }

    /// How many may be taken now; call `took` with how many were.
    mutating func allowance(at now: MediaTime) -> Int {
        tokens = min(burst, tokens + (now - filledAt).inSeconds * perSecond)
        filledAt = now
        return max(0, Int(tokens))
    }

    /// - Parameters:
    ///   - cost: of what was taken; may be more than was allowed, which is then missing later.
    ///   - isMoreThere: whether the allowance was used up and more may wait; `nil` when that is not known, which changes nothing.
    mutating func took(_ cost: Int, isMoreThere: Bool?, at now: MediaTime) {
        tokens -= Double(cost)
        guard let isMoreThere else { return }
        exceededSince = isMoreThere ? exceededSince ?? now : nil
    }

    /// For how long there has been more than the rate allows.
    func excess(at now: MediaTime) -> Duration { exceededSince.map { now - $0 } ?? .zero }
}
