import Platform

/// When a filter's process that ended is started again. A value: it decides, the thread acts.
struct ProgramRestarts {
    static let most = 5
    static let shortestDelay = Duration.milliseconds(100)
    /// One that ran so long begins anew.
    static let settledAfter = Duration.seconds(10)

    private var count = 0

    /// - Returns: how long to wait; `nil` for never again.
    mutating func ended(after run: Duration) -> Duration? {
        if run >= Self.settledAfter { count = 0 }
        count += 1
        return count > Self.most ? nil : Self.shortestDelay * (1 << (count - 1))
    }
}
