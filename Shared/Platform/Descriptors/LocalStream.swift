import CLinux
import Glibc

/// One connection over a Unix socket of type STREAM, that never waits. One thread at a time. Closed with the last reference.
public final class LocalStream: @unchecked Sendable {
    // @unchecked: one thread at a time, by contract.
    private let owned: OwnedDescriptor
    public var descriptor: Int32 { owned.number }

    /// The next connection that waits at a listening socket; `nil` when none does. The listening socket is borrowed.
    public init?(acceptingFrom listener: Int32) {
        let accepted = clinux_accept(listener)
        guard accepted >= 0 else { return nil }
        owned = OwnedDescriptor(taking: accepted)
    }

    /// A listening socket in the file system. The caller removes the path.
    /// - Parameter waiting: how many connections may wait to be accepted; the kernel refuses those beyond.
    /// - Throws: `SystemError` when the path cannot be bound.
    public static func listen(at path: String, waiting: Int32) throws(SystemError) -> OwnedDescriptor {
        OwnedDescriptor(taking: try systemCall("bind") { clinux_listen_stream(path, waiting) })
    }

    public func peer() throws(SystemError) -> PeerCredentials {
        var (processID, userID, groupID) = (Int32(0), UInt32(0), UInt32(0))
        try systemCall("getsockopt(SO_PEERCRED)") { clinux_peer_credentials(descriptor, &processID, &userID, &groupID) }
        return PeerCredentials(processID: processID, userID: userID)
    }

    /// What `receive` found.
    public enum Received: Sendable {
        case bytes(Int)
        /// The peer closed the connection, or it broke.
        case end
        case nothing
    }

    /// Receives what is there, as much as fits into a buffer that is not empty.
    public func receive(into buffer: UnsafeMutableRawBufferPointer) -> Received {
        let count = recv(descriptor, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT))
        if count > 0 { return .bytes(count) }
        return count < 0 && [EAGAIN, EINTR].contains(errno) ? .nothing : .end
    }

    /// Sends as much as fits.
    ///
    /// - Returns: how many bytes were sent; a broken connection shows in `receive`.
    public func send(_ bytes: UnsafeRawBufferPointer) -> Int {
        max(0, Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)))
    }
}
