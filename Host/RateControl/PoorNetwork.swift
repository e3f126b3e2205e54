import Platform

/// Whether people should hear that the network is poor: late enough not to cry wolf, and recovered only when it lasts.
struct PoorNetwork: Sendable {
    private(set) var isPoor = false
    private var since: MediaTime?

    private static let poorPatience: Duration = .seconds(1)
    private static let goodPatience: Duration = .seconds(5)

    /// - Returns: whether it has changed.
    mutating func handle(budget: Int, limits: BitRateLimits, delay: Duration, level: DegradationLevel, at now: MediaTime) -> Bool {
        let isBad = level != .full || budget < limits.floor || delay > .seconds(2)
        let isGood = level == .full && budget >= limits.floor + (limits.ceiling - limits.floor) / 10 && delay < .milliseconds(700)
        guard isPoor ? isGood : isBad else {
            since = nil
            return false
        }
        since = since ?? now
        guard let since, now - since >= (isPoor ? Self.goodPatience : Self.poorPatience) else { return false }
        (isPoor, self.since) = (!isPoor, nil)
        return true
    }
}
