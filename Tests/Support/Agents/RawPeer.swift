import Fixtures
import Glibc

/// A peer of ZeroMQ's that writes its bytes itself (ZMTP 3): what libzmq would not send. One thread.
public final class RawPeer {
    public static let greeting: [UInt8] =
        [0xFF] + [UInt8](repeating: 0, count: 8) + [0x7F, 3, 0] + Array("NULL".utf8) + [UInt8](repeating: 0, count: 48)
    public static let ready = ready(as: "DEALER")

    /// The command that says of what type it is.
    public static func ready(as type: String) -> [UInt8] {
        let property = Array("Socket-Type".utf8)
        let body = [5] + Array("READY".utf8) + [UInt8(property.count)] + property + [0, 0, 0, UInt8(type.utf8.count)] + Array(type.utf8)
        return [4, UInt8(body.count)] + body
    }

    private let descriptor: Int32
    private var unsent: ArraySlice<UInt8> = []

    /// - Parameter path: of a listening socket.
    public init(connectingTo path: String) throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let status = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { [descriptor] in Glibc.connect(descriptor, $0, size) }
        }
        guard descriptor >= 0, status == 0 else { throw FixtureError("connecting to \(path): \(String(cString: strerror(errno)))") }
    }

    deinit { close(descriptor) }

    /// A frame's bytes. Flags: 1 more parts follow, 4 a command.
    public static func frame(_ content: [UInt8], flags: UInt8 = 0) -> [UInt8] {
        [flags | 2] + (0..<8).map { UInt8(truncatingIfNeeded: content.count >> (56 - 8 * $0)) } + content
    }

    /// Sends what fits of what was left, and of these bytes only if nothing was.
    ///
    /// - Returns: whether these were taken.
    public func send(_ bytes: [UInt8]) -> Bool {
        flush()
        guard unsent.isEmpty else { return false }
        unsent = bytes[...]
        flush()
        return true
    }

    /// Waits a little until more fits.
    public func waitWritable() {
        var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&entry, 1, 10)
    }

    private func flush() {
        guard !unsent.isEmpty else { return }
        let count = unsent.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)) }
        if count > 0 { unsent = unsent.dropFirst(count) }
    }

    /// What came until now; `nil` when the connection has ended.
    public func receive() -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 65536)
        let count = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
        if count == 0 || count < 0 && errno != EAGAIN { return nil }
        return Array(bytes.prefix(max(0, count)))
    }
}
