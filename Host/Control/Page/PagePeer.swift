import NIOCore

/// Who is at the other end of a connection, as far as the kernel tells: each has a share of what the server can give.
enum PagePeer: Hashable, Sendable {
    /// The user who broadcasts, or the administrator, from this machine.
    case owner
    /// Another user of this machine.
    case user(UInt32)
    /// Another machine, by its address; of IPv6 the first 64 bits, below which one machine may have any number of addresses.
    case machine([UInt8])
    /// From this machine, but its process has gone already.
    case gone

    /// Of a connection that was accepted.
    init(of channel: any Channel) {
        guard let peer = channel.remoteAddress.flatMap(ConnectionOwner.End.init), let local = channel.localAddress.flatMap(ConnectionOwner.End.init)
        else {
            self = .gone
            return
        }
        guard ConnectionOwner.isOnThisMachine(peer, to: local) else {
            self = .machine(Array(peer.address.prefix(8)))
            return
        }
        guard let user = ConnectionOwner.user(of: peer, to: local) else {
            self = .gone
            return
        }
        self = ConnectionOwner.isOwn(user) ? .owner : .user(user)
    }
}
