import Glibc

/// Whether a UDP port that took datagrams has been closed: the machine over there says so at once (ICMP, "port unreachable"),
/// where a link that stalls says nothing. libsrt does not listen to that. One thread.
final class PortProbe {
    private let descriptor: Int32

    /// `nil` when this system has no socket for it.
    init?(_ peer: SocketAddress) {
        let kind = Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        descriptor = socket(peer.family, kind, 0)
        guard descriptor >= 0 else { return nil }
        guard peer.withPointer({ Glibc.connect(descriptor, $0, peer.length) }) == 0 else { return nil }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Sends an empty datagram, which SRT passes over.
    /// - Returns: whether one before it was turned away since no one listens there.
    func isTurnedAway() -> Bool { send(descriptor, nil, 0, Int32(MSG_NOSIGNAL)) < 0 && errno == ECONNREFUSED }
}
