public import Platform

/// How far a connection has got, as far as its implementation can tell. A file knows `closed` and `connected` only.
public enum ConnectionPhase: UInt8, Sendable, Hashable {
    case closed, resolving, connecting, handshaking, publishing, connected
}

/// A way to somewhere. What goes over it, and how it is opened, is the kind of connection's.
///
/// Opening, writing and `close` belong to one thread and block, but not past their deadline.
/// Everything else may be called from any thread. A closed connection may be opened again, unless it was cancelled.
public protocol Connection: AnyObject, Sendable {
    var phase: ConnectionPhase { get }
    /// What was written but has not left this machine; `nil` where that cannot be known.
    var unsentBytes: Int? { get }
    /// Any thread; asked some ten times a second.
    var link: LinkFigures { get }
    /// Says goodbye where the protocol has one. Does nothing when closed.
    func close(until deadline: MediaTime)
    /// From now on no call blocks past `time`, whatever its own deadline. Any thread.
    func end(by time: MediaTime)
    /// What will be sent, picture and audio together: what the kernel may hold follows from it. Any thread.
    func expect(bitsPerSecond: Int)
}

extension Connection {
    public func expect(bitsPerSecond: Int) {}

    public var link: LinkFigures {
        var figures = LinkFigures()
        figures.unsentBytes = unsentBytes
        return figures
    }
}
