import Glibc
public import Platform

/// A listening SEQPACKET socket in the group's directory, mode 0600 by the directory's own. Removed with the object.
public final class PacketListener: Sendable {
    /// How many connections may wait to be accepted; the kernel refuses those beyond.
    private static let waitingRoom: Int32 = 256

    private let path: String
    /// Readable when someone wants to connect. Owned by this object.
    public let descriptor: Int32

    public init(path: String) throws(GroupError) {
        self.path = path
        do throws(SystemError) { descriptor = try PacketSocket.listen(at: path, waiting: Self.waitingRoom) } catch {
            throw GroupError("listening on \(path)", error)
        }
    }

    deinit {
        close(descriptor)
        unlink(path)
    }

    /// The next connection, non-blocking; `nil` when none waits. A peer of another user is refused here.
    /// - Throws: `GroupError`: `.foreignPeer` when one was refused, else why none can be accepted, as where no descriptor is left: it waits
    ///   on, and the socket stays readable (`AcceptRest`).
    public func accept() throws(GroupError) -> PacketSocket? {
        let accepted: PacketSocket?
        do throws(SystemError) { accepted = try PacketSocket(acceptingFrom: descriptor) } catch { throw GroupError("accepting a connection", error) }
        guard let socket = accepted else { return nil }
        let peer: PeerCredentials
        do throws(SystemError) { peer = try socket.peer() } catch { throw GroupError("asking who connected", error) }
        guard peer.userID == geteuid() else {
            throw GroupError(.foreignPeer, "refused a connection from uid \(peer.userID) (pid \(peer.processID))")
        }
        return socket
    }
}
