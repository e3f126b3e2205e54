import Glibc

/// TCP and UDP ports of the loopback interface, as the kernel lists them.
public enum Port {
    /// A TCP port that was free a moment ago, and is not handed out twice in a row.
    public static func free() -> UInt16 { Listener(backlog: 0).port }

    /// Whether a program listens on this TCP port of IPv4, by the kernel's own list: unlike a connection on trial, no one notices.
    public static func isListening(_ port: UInt16) -> Bool {
        // Local address, then the other end's, then the state: 0A listens.
        entries(of: "tcp").contains { $0.count > 3 && $0[3] == "0A" && $0[1].hasSuffix(ending(port)) }
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
