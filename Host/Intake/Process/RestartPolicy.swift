import AppGroup

/// When an agent that ended is started again. A value: it decides, the supervisor acts.
struct RestartPolicy: Sendable {
    static let shortestDelay = Duration.milliseconds(100)
    static let longestDelay = Duration.seconds(5)
    /// Whoever ran this long begins anew with the shortest delay.
    static let settledAfter = Duration.seconds(10)

    enum Decision: Hashable, Sendable {
        case restart(after: Duration)
        /// Not again: the cause will not go away, or the agent was not wanted any more.
        case giveUp
    }

    private var delay = RestartPolicy.shortestDelay
    private var hasDelivered = false

    /// A frame of this agent was seen: from now on it is worth waiting for.
    mutating func delivered() { hasDelivered = true }

    /// - Parameters:
    ///   - end: how the process ended.
    ///   - ran: how long it ran.
    mutating func ended(_ end: ChildProcess.End, ran: Duration) -> Decision {
        switch end {
        // It was replaced or stopped, and said so.
        case .exited(code: 0): return .giveUp
        // A bad option stays bad.
        case .exited(code: 2): return .giveUp
        // No such display: hopeless at the start, worth waiting for once it has worked.
        case .exited(code: 3) where !hasDelivered: return .giveUp
        case .exited, .killed: break
        }
        if ran >= Self.settledAfter { delay = Self.shortestDelay }
        defer { delay = min(delay * 2, Self.longestDelay) }
        return .restart(after: delay)
    }
}
