import Platform

/// When an agent that ended is started again. A value: it decides, the supervisor acts.
struct RestartPolicy: Sendable {
    static let shortestDelay = Duration.milliseconds(50)
    static let longestDelay = Duration.seconds(5)
    /// As long as each run delivers, viewers wait no longer than this for the next one to be started.
    static let longestDelayAfterDelivering = Duration.milliseconds(400)
    /// An agent that ran this long, or delivered and ran for a tenth of it, begins anew with the shortest delay.
    static let settledAfter = Duration.seconds(10)
    /// So many runs in a row that the memory limit ended before their first frame show that it is too low.
    static let mostMemoryLimits = 5

    enum Decision: Hashable, Sendable {
        case restart(after: Duration)
        /// The screen is gone and may come back: told once, tried again quietly.
        case wait(Duration, isNew: Bool)
        case giveUp(Reason)
    }

    enum Reason: Hashable, Sendable {
        /// It was asked to end, and said so.
        case wasStopped
        /// A bad option stays bad, and what one names and was never there stays away.
        case badOption
        /// There was nothing to capture from the beginning.
        case nothingToCapture
        /// The limit is too low for the agent to begin.
        case memoryLimit
    }

    private var delay = RestartPolicy.shortestDelay
    private var hasEverDelivered = false
    private var hasDelivered = false
    private var isWaiting = false
    private var memoryLimits = 0

    /// A frame of the agent that runs was seen: from now on it is worth waiting for.
    mutating func delivered() {
        (hasDelivered, hasEverDelivered, isWaiting) = (true, true, false)
    }

    /// - Parameters:
    ///   - end: how the process ended.
    ///   - isMemoryLimit: whether its memory limit did it.
    ///   - ran: how long it ran.
    mutating func ended(_ end: ChildProcess.End, isMemoryLimit: Bool = false, ran: Duration) -> Decision {
        defer { hasDelivered = false }
        memoryLimits = isMemoryLimit && !hasDelivered ? memoryLimits + 1 : 0
        if isMemoryLimit {
            return memoryLimits >= Self.mostMemoryLimits ? .giveUp(.memoryLimit) : .restart(after: nextDelay(ran))
        }
        switch end {
        case .exited(code: 0): return .giveUp(.wasStopped)
        // No such screen: hopeless at the start, worth waiting for once it has worked.
        case .exited(code: 2) where !hasEverDelivered: return .giveUp(.badOption)
        case .exited(code: 3) where !hasEverDelivered: return .giveUp(.nothingToCapture)
        case .exited(code: 2), .exited(code: 3):
            defer { isWaiting = true }
            return .wait(nextDelay(ran), isNew: !isWaiting)
        case .exited, .killed: return .restart(after: nextDelay(ran))
        }
    }

    /// The system had no room for another process: not the agent's doing.
    mutating func couldNotStart() -> Decision { .restart(after: nextDelay(.zero)) }

    private mutating func nextDelay(_ ran: Duration) -> Duration {
        if ran >= (hasDelivered ? Self.settledAfter / 10 : Self.settledAfter) { delay = Self.shortestDelay }
        if hasDelivered { delay = min(delay, Self.longestDelayAfterDelivering) }
        defer { delay = min(delay * 2, Self.longestDelay) }
        return delay
    }
}
