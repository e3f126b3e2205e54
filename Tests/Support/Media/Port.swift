import Glibc

/// A TCP port of the loopback interface.
public final class Port: Sendable {
    public let number: Int
    private let descriptor: Int32

    /// A port that listens and never answers: connections are accepted by the kernel, nothing is read.
    public static func deaf() -> Port { Port(listens: true) }

    /// A port that was free a moment ago.
    public static func free() -> Int { Port(listens: false).number }

    private init(listens: Bool) {
        let made = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                guard bind(made, generic, length) == 0 else { return Int32(-1) }
                return getsockname(made, generic, &length)
            }
        }
        precondition(status == 0, "no free port")
        if listens { listen(made, 16) }
        descriptor = made
        number = Int(UInt16(bigEndian: address.sin_port))
    }

    deinit { close(descriptor) }

    /// A socket of this process whose other end is `port` of the loopback interface.
    public static func socket(connectedTo port: Int) -> Int32? {
        (3..<Int32(1024)).first { descriptor in
            var address = sockaddr_in()
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            let status = withUnsafeMutablePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getpeername(descriptor, $0, &length) }
            }
            return status == 0 && address.sin_family == AF_INET && Int(UInt16(bigEndian: address.sin_port)) == port
        }
    }

    public static func option(_ socket: Int32, _ level: Int32, _ name: Int32) -> Int {
        var value: Int32 = -1
        var length = socklen_t(MemoryLayout<Int32>.size)
        return getsockopt(socket, level, name, &value, &length) == 0 ? Int(value) : -1
    }
}
