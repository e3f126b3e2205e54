import CLinux
import Glibc

/// One connection over a Unix socket of type SEQPACKET: whole packets, in order, at most one descriptor with each.
///
/// One thread at a time. Closed with the last reference.
public final class PacketSocket: @unchecked Sendable {
    // @unchecked: one thread at a time, by contract.
    /// The longest packet sent or received.
    public static let largestPacketBytes = 128 * 1024

    private let owned: OwnedDescriptor
    public var descriptor: Int32 { owned.number }

    init(taking descriptor: Int32) { owned = OwnedDescriptor(taking: descriptor) }

    /// Connects to a listening socket.
    /// - Throws: `SystemError`: ENOENT or ECONNREFUSED when no process listens there.
    public convenience init(connectingTo path: String) throws(SystemError) {
        self.init(taking: try systemCall("connect") { clinux_connect_seqpacket(path) })
    }

    /// The next connection that waits at a listening socket, non-blocking; `nil` when none does. The listening socket is borrowed.
    /// - Throws: `SystemError` when one waits that cannot be accepted: EMFILE and ENFILE where no descriptor is left, ENOMEM.
    public convenience init?(acceptingFrom listener: Int32) throws(SystemError) {
        let accepted = clinux_accept(listener)
        guard accepted >= 0 else {
            // One that has gone meanwhile does not wait.
            if [EAGAIN, EINTR, ECONNABORTED].contains(errno) { return nil }
            throw SystemError(operation: "accept", number: errno)
        }
        self.init(taking: accepted)
    }

    /// A listening socket in the file system. The caller owns the descriptor and removes the path.
    /// - Parameter waiting: how many connections may wait to be accepted; the kernel refuses those beyond.
    /// - Throws: `SystemError` when the path cannot be bound.
    public static func listen(at path: String, waiting: Int32) throws(SystemError) -> Int32 {
        try systemCall("bind") { clinux_listen_seqpacket(path, waiting) }
    }

    /// From now on `receive` and `send` do not wait.
    public func setNonblocking() throws(SystemError) { try systemCall("fcntl") { clinux_set_nonblocking(descriptor) } }

    public func peer() throws(SystemError) -> PeerCredentials {
        var (processID, userID, groupID) = (Int32(0), UInt32(0), UInt32(0))
        try systemCall("getsockopt(SO_PEERCRED)") { clinux_peer_credentials(descriptor, &processID, &userID, &groupID) }
        return PeerCredentials(processID: processID, userID: userID)
    }

    /// The process that connected: the kernel's own handle of it, else its pid if it is still the one that ran at `time`.
    ///
    /// `nil` when it has ended.
    ///
    /// - Parameter time: when it was connected at the latest.
    public func peerProcess(connectedBy time: MediaTime) -> ProcessHandle? {
        let handle = clinux_peer_pidfd(descriptor)
        guard handle < 0 else { return ProcessHandle(taking: handle) }
        // Linux before 6.5 has pids only. Who cannot be asked for is not held.
        do throws(SystemError) { return try ProcessHandle(peer().processID, runningSince: time) } catch { return nil }
    }

    /// Sends one packet, with a descriptor (borrowed) if given.
    /// - Throws: `SystemError`: EPIPE when the peer is gone, EAGAIN when it does not read and waiting is off.
    public func send(_ bytes: UnsafeRawBufferPointer, descriptor passed: Int32? = nil) throws(SystemError) {
        try systemCall("sendmsg") { clinux_send_with_descriptor(descriptor, bytes.baseAddress, bytes.count, passed ?? -1) }
    }

    /// What `receive` found.
    public enum Received {
        /// A packet of that many bytes lies in the buffer.
        case packet(bytes: Int, hasDescriptor: Bool)
        /// The peer closed the connection.
        case end
        /// Nothing there, and waiting is off.
        case nothing
    }

    /// Receives the next packet into `buffer`; one that does not fit is an error. A descriptor that came along goes to
    /// `passed`, which must be taken or is closed.
    public func receive(into buffer: UnsafeMutableRawBufferPointer, passed: inout OwnedDescriptor?) throws(SystemError) -> Received {
        var number: Int32 = -1
        var truncated: Int32 = 0
        do throws(SystemError) {
            let count = try systemCall("recvmsg") {
                clinux_receive_with_descriptor(descriptor, buffer.baseAddress, buffer.count, &number, &truncated)
            }
            if number >= 0 { passed = OwnedDescriptor(taking: number) }
            if count == 0 { return .end }
            guard truncated == 0 else { throw SystemError(operation: "recvmsg", number: EMSGSIZE) }
            return .packet(bytes: count, hasDescriptor: number >= 0)
        } catch {
            switch error.number {
            case EAGAIN: return .nothing
            case ECONNRESET: return .end
            default: throw error
            }
        }
    }

    /// Ends the connection so that the peer reads what was sent to it, and then the end. What it sent and was not received is discarded:
    /// closed with that unread, the peer would be told ECONNRESET in place of the last message (unix(7)).
    public func hangUp() {
        shutdown(descriptor, Int32(SHUT_RDWR))
        var byte: UInt8 = 0
        while recv(descriptor, &byte, 1, Int32(MSG_DONTWAIT)) > 0 {}
    }

    /// Waits until something can be read (or the peer is gone), at most until `deadline`. False at the deadline.
    @available(*, noasync)
    public func waitReadable(until deadline: MediaTime?) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return pollUntil(deadline, &entry, 1) > 0
    }
}
