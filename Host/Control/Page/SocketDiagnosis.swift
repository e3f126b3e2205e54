import Glibc
import Synchronization

/// Asks the kernel about one TCP socket of this machine (sock_diag(7)). It takes as long among thousands of connections as among ten.
enum SocketDiagnosis {
    enum Answer: Equatable {
        case user(uid_t)
        /// There is no such socket, or its process has closed it.
        case none
        /// The kernel answers no such questions here.
        case unknown
    }

    /// From <linux/netlink.h>, <linux/sock_diag.h> and <linux/inet_diag.h>: AF_NETLINK, NETLINK_SOCK_DIAG, SOCK_DIAG_BY_FAMILY, NLM_F_REQUEST.
    private static let (family, diagnosis, byFamily, request): (Int32, Int32, UInt16, UInt16) = (16, 4, 20, 1)
    private static let headerBytes = 16
    /// struct inet_diag_req_v2 and struct inet_diag_msg.
    private static let (questionBytes, answerBytes) = (56, 72)
    /// Whether it has ever found one: where the kernel lacks the module for TCP it says the same as of a socket that is not there.
    private static let isKnownToAnswer = Atomic(false)

    /// Of the socket at `end` that is connected to `other`.
    static func user(of end: ConnectionOwner.End, to other: ConnectionOwner.End) -> Answer {
        let socket = Glibc.socket(family, Int32(SOCK_RAW.rawValue) | Int32(SOCK_CLOEXEC.rawValue), diagnosis)
        guard socket >= 0 else { return .unknown }
        defer { close(socket) }
        // The kernel answers before it returns; this bounds what should never be.
        var patience = timeval(tv_sec: 1, tv_usec: 0)
        setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        let asked = question(end, other)
        guard send(socket, asked, asked.count, 0) == asked.count else { return .unknown }
        var bytes = [UInt8](repeating: 0, count: 1024)
        let count = recv(socket, &bytes, bytes.count, 0)
        guard count >= headerBytes else { return .unknown }
        let answer = read(Array(bytes[..<count]), of: end, to: other)
        if case .user = answer { isKnownToAnswer.store(true, ordering: .relaxed) }
        return answer == .none && !isKnownToAnswer.load(ordering: .relaxed) ? .unknown : answer
    }

    /// What an answer says: a listener that has the port, or what is left of a closed socket, has no user.
    static func read(_ bytes: [UInt8], of end: ConnectionOwner.End, to other: ConnectionOwner.End) -> Answer {
        guard bytes.count >= headerBytes + answerBytes, half(bytes, 4) == byFamily else { return .none }
        let start = headerBytes
        // A socket of IPv6 that is connected to an address of IPv4 is found by that, and answers as what it is.
        let count = bytes[start] == UInt8(AF_INET) ? 4 : 16
        func found(port: Int, address: Int) -> ConnectionOwner.End {
            .init(Array(bytes[start + address..<start + address + count]), Int(bytes[start + port]) << 8 | Int(bytes[start + port + 1]))
        }
        let isTheSame = found(port: 4, address: 8) == end && found(port: 6, address: 24) == other
        let (user, inode) = (word(bytes, start + 64), word(bytes, start + 68))
        return isTheSame && inode != 0 ? .user(user) : .none
    }

    private static func question(_ end: ConnectionOwner.End, _ other: ConnectionOwner.End) -> [UInt8] {
        // Length, type, flags, number, port of the sender: struct nlmsghdr. Then family, protocol, nothing more of it, every state.
        var bytes = raw(UInt32(headerBytes + questionBytes)) + raw(byFamily) + raw(request) + raw(UInt32(1)) + raw(UInt32(0))
        bytes += [UInt8(end.address.count == 4 ? AF_INET : AF_INET6), UInt8(IPPROTO_TCP), 0, 0] + raw(UInt32.max)
        // Then struct inet_diag_sockid: any interface, and no cookie.
        return bytes + ends(end, other) + raw(UInt32(0)) + raw(UInt64.max)
    }

    /// Ports and addresses in the network's order, those of IPv4 with room for IPv6.
    private static func ends(_ end: ConnectionOwner.End, _ other: ConnectionOwner.End) -> [UInt8] {
        let ports = [end.port, other.port].flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] }
        return ports + [end, other].flatMap { $0.address + [UInt8](repeating: 0, count: 16 - $0.address.count) }
    }

    private static func raw(_ number: some FixedWidthInteger) -> [UInt8] { withUnsafeBytes(of: number, Array.init) }

    private static func half(_ bytes: [UInt8], _ at: Int) -> UInt16 {
        bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: at, as: UInt16.self) }
    }

    private static func word(_ bytes: [UInt8], _ at: Int) -> UInt32 {
        bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: at, as: UInt32.self) }
    }
}
