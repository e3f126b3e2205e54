import Fixtures
import Foundation

/// A datagram socket of the test's own, as a service manager has one.
final class DatagramReceiver {
    /// As `$NOTIFY_SOCKET` names it.
    let path: String
    private let scratch = Scratch()
    private let descriptor: Int32

    init(isAbstract: Bool = false) {
        path = isAbstract ? "@splitcast-test-\(getpid())-\(UInt32.random(in: 0 ... .max))" : scratch.file("notify")
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let name = Array((isAbstract ? "\0" + path.dropFirst() : path[...]).utf8)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
        let length = socklen_t(MemoryLayout<sa_family_t>.size + name.count + (isAbstract ? 0 : 1))
        let isBound = withUnsafePointer(to: &address) { $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) } } == 0
        precondition(isBound, "\(path): \(String(cString: strerror(errno)))")
    }

    deinit { close(descriptor) }

    /// The next, within 10 s; else nothing.
    func next() -> String {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&entry, 1, 10_000) > 0 else { return "" }
        var bytes = [UInt8](repeating: 0, count: 8192)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        return String(decoding: bytes[..<max(count, 0)], as: UTF8.self)
    }
}
