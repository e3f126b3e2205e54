import Foundation

/// A TCP server on loopback that lets anybody connect and never says a word.
public final class SilentServer: Sendable {
    public let port: UInt16
    private let descriptor: Int32

    public init() throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { throw FixtureError("no socket") }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let (socket, isOpen) = (
            descriptor,
            withUnsafeMutablePointer(to: &address) { [descriptor] pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(descriptor, $0, length) == 0 && listen(descriptor, 8) == 0 && getsockname(descriptor, $0, &length) == 0
                }
            }
        )
        port = UInt16(bigEndian: address.sin_port)
        guard isOpen else {
            close(socket)
            throw FixtureError("no free port")
        }
    }

    deinit { close(descriptor) }

    /// Whether somebody has connected and waits.
    public var hasClient: Bool {
        var question = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&question, 1, 0) > 0
    }
}
