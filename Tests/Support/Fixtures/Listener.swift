import Glibc

/// A TCP listener on a loopback port of its own, for servers that a test plays itself. Nothing waits longer than a watchdog.
///
/// Where no one accepts, it is a server that never answers: the kernel takes connections, and nothing is read.
public final class Listener: Sendable {
    public let port: UInt16
    private let descriptor: Int32

    /// - Parameter backlog: connections that the kernel holds before the test accepts them, and one more.
    public init(backlog: Int32 = 16) {
        let made = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                bind(made, generic, length) == 0 ? getsockname(made, generic, &length) : -1
            }
        }
        precondition(status == 0 && listen(made, backlog) == 0, "no free port")
        (descriptor, port) = (made, UInt16(bigEndian: address.sin_port))
    }

    deinit { close(descriptor) }

    /// Whether a client has connected and waits.
    public var hasClient: Bool { Line.isReady(descriptor, within: .zero) }

    /// `nil` when no client connects in time.
    public func accept(within limit: Duration = .seconds(30)) -> Line? {
        guard Line.isReady(descriptor, within: limit) else { return nil }
        let made = Glibc.accept(descriptor, nil, nil)
        return made >= 0 ? Line(made) : nil
    }

    /// One connection, from the server's side.
    public final class Line: Sendable {
        private let descriptor: Int32

        fileprivate init(_ descriptor: Int32) { self.descriptor = descriptor }

        /// Says goodbye if nothing was left unread.
        deinit { close(descriptor) }

        /// What has come: empty at the end, or when nothing comes in time.
        public func read(_ most: Int = 65536, within limit: Duration = .seconds(30)) -> [UInt8] {
            guard Self.isReady(descriptor, within: limit) else { return [] }
            return [UInt8](unsafeUninitializedCapacity: most) { buffer, count in count = max(0, recv(descriptor, buffer.baseAddress, most, 0)) }
        }

        /// Reads to the end, and says whether the other side broke the connection off instead of ending it.
        public func readToEnd() -> (bytes: [UInt8], isReset: Bool) {
            var bytes: [UInt8] = []
            while Self.isReady(descriptor, within: .seconds(30)) {
                var piece = [UInt8](repeating: 0, count: 65536)
                let count = recv(descriptor, &piece, piece.count, 0)
                if count <= 0 { return (bytes, count < 0 && errno == ECONNRESET) }
                bytes += piece[..<count]
            }
            return (bytes, false)
        }

        /// False when the other side is gone.
        @discardableResult
        public func write(_ bytes: [UInt8]) -> Bool {
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
                if count < 0 { return false }
                rest = rest.dropFirst(count)
            }
            return true
        }

        /// Whether the other side has broken the connection off, whatever is unread.
        public var isGone: Bool {
            var entry = pollfd(fd: descriptor, events: 0, revents: 0)
            return poll(&entry, 1, 0) > 0
        }

        /// No more comes from this side.
        public func finish() { shutdown(descriptor, Int32(SHUT_WR)) }

        fileprivate static func isReady(_ descriptor: Int32, within limit: Duration) -> Bool {
            var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            return poll(&entry, 1, Int32(limit.inMilliseconds)) > 0
        }
    }
}
