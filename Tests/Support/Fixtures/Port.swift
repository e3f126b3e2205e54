import Glibc

/// TCP and UDP ports of the loopback interface, and sockets in the file system, as the kernel lists them.
public enum Port {
    /// A port that nothing has, of TCP or UDP, and that no other test of this machine is given while this process lives. It is below those
    /// that the kernel gives to connections: one of those could take it before the test's server does.
    public static func free() -> UInt16 {
        for _ in 0..<10_000 {
            let port = UInt16.random(in: 10_000..<30_000)
            if isFree(port, SOCK_STREAM), isFree(port, SOCK_DGRAM), claim(port) { return port }
        }
        preconditionFailure("no free port")
    }

    private static func isFree(_ port: UInt16, _ kind: __socket_type) -> Bool {
        let made = Glibc.socket(AF_INET, Int32(kind.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        defer { close(made) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        return bound(made, &address) == 0
    }

    /// By a name that only one process can have at a time, and that goes with it.
    private static func claim(_ port: UInt16) -> Bool {
        let made = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.dropFirst().copyBytes(from: Array("splitcast-tests-port-\(port)".utf8)) }
        if bound(made, &address) == 0 { return true }
        close(made)
        return false
    }

    private static func bound<Address>(_ socket: Int32, _ address: inout Address) -> Int32 {
        withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(socket, $0, socklen_t(MemoryLayout<Address>.size)) }
        }
    }

    /// Whether a program listens on this TCP port of IPv4, by the kernel's own list: unlike a connection on trial, no one notices.
    public static func isListening(_ port: UInt16) -> Bool {
        // Local address, then the other end's, then the state: 0A listens.
        entries(of: "tcp").contains { $0.count > 3 && $0[3] == "0A" && $0[1].hasSuffix(ending(port)) }
    }

    /// Whether a program listens on the socket at `path`: between the file and that, connections are refused.
    public static func isListening(at path: String) -> Bool {
        // Flags after three others, the path last: that of a socket that listens is __SO_ACCEPTCON (linux/net.h).
        entries(of: "unix").contains { $0.count > 7 && $0[3] == "00010000" && $0[7] == path }
    }

    /// Whether a UDP socket of this machine has this port of IPv4.
    public static func isBound(_ port: UInt16) -> Bool {
        entries(of: "udp").contains { $0.count > 1 && $0[1].hasSuffix(ending(port)) }
    }

    private static func ending(_ port: UInt16) -> String {
        let digits = String(port, radix: 16, uppercase: true)
        return ":" + String(repeating: "0", count: 4 - digits.count) + digits
    }

    private static func entries(of kind: String) -> [[Substring]] {
        textOfFile("/proc/net/" + kind).split(separator: "\n").map { $0.split(separator: " ") }
    }

    /// A socket of this process whose other end is `port` of the loopback interface.
    public static func socket(connectedTo port: UInt16) -> Int32? {
        (3..<Int32(1024)).first { descriptor in
            var address = sockaddr_in()
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            let status = withUnsafeMutablePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getpeername(descriptor, $0, &length) }
            }
            return status == 0 && address.sin_family == AF_INET && UInt16(bigEndian: address.sin_port) == port
        }
    }

    public static func option(_ socket: Int32, _ level: Int32, _ name: Int32) -> Int {
        var value: Int32 = -1
        var length = socklen_t(MemoryLayout<Int32>.size)
        return getsockopt(socket, level, name, &value, &length) == 0 ? Int(value) : -1
    }
}
