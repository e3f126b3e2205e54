import Fixtures
import Foundation

/// Sockets on loopback, all non-blocking, for lines.
enum LinkSockets {
    static func address(port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        return address
    }

    static func withAddress<Result>(_ address: sockaddr_in, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
        }
    }

    static func port(of socket: Int32) -> UInt16 {
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        _ = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(socket, $0, &length) }
        }
        return UInt16(bigEndian: address.sin_port)
    }

    static func open(_ kind: __socket_type) throws -> Int32 {
        let made = socket(AF_INET, Int32(kind.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
        guard made >= 0 else { throw FixtureError("no socket: \(String(cString: strerror(errno)))") }
        return made
    }

    static func set(_ socket: Int32, _ level: Int32, _ option: Int32, _ value: Int32) {
        var value = value
        setsockopt(socket, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
    }

    /// Listens on `port`, or on any for 0. What arrives before it is read lies in the kernel, acknowledged: little of it, in
    /// segments as small as a real line's, since a small buffer and loopback's large ones get in each other's way.
    static func listen(port: UInt16) throws -> Int32 {
        let listener = try open(SOCK_STREAM)
        set(listener, SOL_SOCKET, SO_REUSEADDR, 1)
        set(listener, SOL_SOCKET, SO_RCVBUF, 6 * 1024)
        set(listener, Int32(IPPROTO_TCP), TCP_MAXSEG, 1400)
        guard withAddress(address(port: port), { bind(listener, $0, $1) == 0 }), Foundation.listen(listener, 16) == 0 else {
            close(listener)
            throw FixtureError("cannot listen on port \(port): \(String(cString: strerror(errno)))")
        }
        return listener
    }

    /// Begins to connect; what is written meanwhile waits for the connection.
    static func connect(port: UInt16) -> Int32? {
        guard let made = try? open(SOCK_STREAM) else { return nil }  // the client is turned away then
        set(made, Int32(IPPROTO_TCP), TCP_NODELAY, 1)
        if withAddress(address(port: port), { Foundation.connect(made, $0, $1) }) == 0 || errno == EINPROGRESS { return made }
        close(made)
        return nil
    }

    /// Ends a connection with a reset instead of a farewell.
    static func reset(_ socket: Int32) {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(socket, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
        close(socket)
    }
}
