/// Where a target stands, as `status` shows it.
public enum TargetState: String, Sendable, Hashable, CaseIterable {
    case idle, connecting
    /// The server has accepted; nothing was sent yet.
    case connected
    /// Media was really sent.
    case live
    case reconnecting
    /// Given up; `TargetStatus.lastError` says why.
    case failed
    /// Stopped as asked.
    case closed

    public var isEnded: Bool { self == .failed || self == .closed }
}
