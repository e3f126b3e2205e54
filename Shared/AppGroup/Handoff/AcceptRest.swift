public import Glibc
public import Platform

/// Has a thread leave a listening socket alone for a moment after nothing could be accepted: where no descriptor is left, the connection
/// stays where it waits, the socket stays readable, and the thread would look at it without end. A value of that thread.
public struct AcceptRest: Sendable {
    private static let length = Duration.milliseconds(100)
    private var end: MediaTime?

    public init() {}

    /// What poll(2) is to look at: nothing while it rests.
    public mutating func entry(of listener: PacketListener, at now: MediaTime) -> pollfd {
        if let end, end <= now { self.end = nil }
        return pollfd(fd: end == nil ? listener.descriptor : -1, events: Int16(POLLIN), revents: 0)
    }

    /// When to look again; `nil` when it does not rest.
    public var deadline: MediaTime? { end }

    /// Accepting failed: what waits, waits on. A peer of another user was refused, and is no reason to rest.
    public mutating func failed(_ error: GroupError, at now: MediaTime) { if error.code != .foreignPeer { end = now + Self.length } }
}
