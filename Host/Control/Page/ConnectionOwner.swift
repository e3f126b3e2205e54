import Glibc
import NIOCore

/// Whose the other end of a TCP connection is, when it is on this machine: by the kernel's answer about that socket, or, where it gives none, by
/// its table of sockets (proc_pid_net(5), `tcp`).
enum ConnectionOwner {
    /// The largest table that is read: some 100,000 connections.
    private static let mostBytes = 16 << 20
    /// The kernel's table may lose a row to a reader while others come and go.
    private static let readings = 3

    /// Whether the other end can be asked about.
    static func isOnThisMachine(_ peer: End, to local: End) -> Bool { peer.isLoopback || peer.address == local.address }

    /// This process's user, or the administrator.
    static func isOwn(_ user: uid_t) -> Bool { user == geteuid() || user == 0 }

    /// Of the socket at `peer` that is connected to `local`; `nil` when there is none, or its process has closed it.
    static func user(of peer: End, to local: End) -> uid_t? {
        switch SocketDiagnosis.user(of: peer, to: local) {
        case .user(let user): return user
        case .none: return nil
        case .unknown: break
        }
        for _ in 0..<readings {
            // Each family has its table; an IPv4 connection to a socket of both families is the client's IPv4 connection.
            if let user = owner(of: peer, to: local, at: peer.table) { return user }
        }
        return nil
    }

    /// The user of the socket at `peer` that is connected to `local`; `nil` when there is none, or its process has closed it.
    static func owner(of peer: End, to local: End, in table: String) -> uid_t? {
        let ends = " \(peer.text) \(local.text) "
        guard let found = table.firstRange(of: ends) else { return nil }
        // After both ends: state, queues, timer, retransmissions, user, timeout, inode.
        let fields = table[found.upperBound...].prefix { $0 != "\n" }.split(separator: " ", maxSplits: 7)
        guard fields.count == 8, let user = uid_t(fields[4]), fields[6] != "0" else { return nil }
        return user
    }

    /// One end, as the table writes it.
    struct End: Equatable {
        /// Without IPv4's place in IPv6.
        let address: [UInt8]
        let port: Int

        init?(_ address: SocketAddress) {
            switch address {
            case .v4(let v4): self.init(withUnsafeBytes(of: v4.address.sin_addr, Array.init), Int(in_port_t(bigEndian: v4.address.sin_port)))
            case .v6(let v6): self.init(withUnsafeBytes(of: v6.address.sin6_addr, Array.init), Int(in_port_t(bigEndian: v6.address.sin6_port)))
            case .unixDomainSocket: return nil
            }
        }

        init(_ address: [UInt8], _ port: Int) {
            let mapped: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]
            (self.address, self.port) = (address.starts(with: mapped) ? Array(address.dropFirst(12)) : address, port)
        }

        var isLoopback: Bool { address.count == 4 ? address[0] == 127 : address == [UInt8](repeating: 0, count: 15) + [1] }
        var table: String { address.count == 4 ? "/proc/net/tcp" : "/proc/net/tcp6" }

        /// Each four bytes of the address as a number of this machine's byte order, then the port.
        var text: String {
            let words = stride(from: 0, to: address.count, by: 4).map { first in
                address[first..<first + 4].withUnsafeBytes { Self.hexadecimal($0.loadUnaligned(as: UInt32.self), digits: 8) }
            }
            return words.joined() + ":" + Self.hexadecimal(UInt32(port), digits: 4)
        }

        private static func hexadecimal(_ number: UInt32, digits: Int) -> String {
            let text = String(number, radix: 16, uppercase: true)
            return String(repeating: "0", count: digits - text.count) + text
        }
    }

    /// Some rows at a time: those who connect again and again leave thousands.
    private static func owner(of peer: End, to local: End, at path: String) -> uid_t? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var (rest, total): ([UInt8], Int) = ([], 0)
        var buffer = [UInt8](repeating: 0, count: 16 * 1024)
        while total < mostBytes {
            let count = read(descriptor, &buffer, buffer.count)
            guard count > 0 else { break }
            total += count
            let bytes = rest + buffer[..<count]
            let end = bytes.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
            if let user = owner(of: peer, to: local, in: String(decoding: bytes[..<end], as: UTF8.self)) { return user }
            rest = Array(bytes[end...])
        }
        return nil
    }
}
