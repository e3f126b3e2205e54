/// Where a target stands, as `status` and `targets` show it.
///
/// ```
///  idle ─► connecting ─► connected ─► live
///              │             │          │      any of them may be paused, closed, or fail for good
///              └──────► reconnecting ◄──┘
///  paused ─► connecting (or, where nothing was closed, connected)      failed ─► connecting      closed: the end
/// ```
public enum TargetState: String, Sendable, Hashable, CaseIterable {
    case idle, connecting
    /// The server has accepted; nothing was sent yet.
    case connected
    /// Media was really sent.
    case live
    /// Lost or not reached; waits for the next attempt or makes it.
    case reconnecting
    /// Held as asked: nothing is sent until it is resumed.
    case paused
    /// Given up; `TargetStatus.lastError` says why. May be told to connect once more.
    case failed
    /// Stopped as asked.
    case closed

    /// Nothing comes of it any more unless someone asks for it.
    public var isEnded: Bool { self == .failed || self == .closed }

    /// Its first attempt to connect is to come, or under way.
    public var isBeginning: Bool { self == .idle || self == .connecting }

    /// Packets may be under way.
    public var isConnected: Bool { self == .connected || self == .live }
}
