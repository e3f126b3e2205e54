import Glibc

extension PacketSocket {
    /// Two ends of a connection that no other process reaches: ours, which does not wait, and the one that a process is started with.
    ///
    /// - Parameter mostWaiting: how many bytes of packets may wait to be received from the process; the kernel counts its own on top, and
    ///   doubles it (socket(7)).
    public static func pair(mostWaiting: Int32) throws(SystemError) -> (own: PacketSocket, other: PacketSocket) {
        var ends: [Int32] = [-1, -1]
        try systemCall("socketpair") { socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends) }
        let (own, other) = (PacketSocket(taking: ends[0]), PacketSocket(taking: ends[1]))
        try own.setNonblocking()
        var bytes = mostWaiting
        // What waits counts for the end that sent it (unix(7)).
        try systemCall("setsockopt(SO_SNDBUF)") {
            setsockopt(other.descriptor, SOL_SOCKET, SO_SNDBUF, &bytes, socklen_t(MemoryLayout<Int32>.size))
        }
        return (own, other)
    }

    /// The connection that this process was started with as its standard input; `nil` when that is no such socket.
    public static func standardInput() -> PacketSocket? { isStandardInput ? PacketSocket(taking: 0) : nil }

    /// Whether this process was started with such a connection.
    public static var isStandardInput: Bool {
        var (kind, length) = (Int32(0), socklen_t(MemoryLayout<Int32>.size))
        return getsockopt(0, SOL_SOCKET, SO_TYPE, &kind, &length) == 0 && kind == Int32(SOCK_SEQPACKET.rawValue)
    }
}
