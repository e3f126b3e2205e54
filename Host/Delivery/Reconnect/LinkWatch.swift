import Glibc
public import Platform
import Synchronization

/// Watches for links, addresses and routes that come up: the moment to try a lost target again. Of the network namespace in
/// which it was made.
///
/// What comes within a short while is one call. `stop` it before it is let go.
public final class LinkWatch: Sendable {
    /// A cable brings a link, addresses and routes, one after the other.
    public static let calm: Duration = .milliseconds(200)

    private let socket: Int32
    private let wakeup: Wakeup
    private let isStopping = Atomic<Bool>(false)
    private let callback: @Sendable () -> Void
    private let worker = Mutex<Worker?>(nil)

    /// From <linux/netlink.h>: AF_NETLINK, NETLINK_ROUTE, and the groups of links, of IPv4 and IPv6 addresses and routes.
    private static let (family, routes, groups): (Int32, Int32, UInt32) = (16, 0, 0x1 | 0x10 | 0x40 | 0x100 | 0x400)

    /// Starts at once.
    /// - Parameter callback: on a thread of its own; should return soon.
    /// - Throws: `SystemError` when the kernel has no such socket to give, or no thread.
    public init(_ callback: @escaping @Sendable () -> Void) throws(SystemError) {
        self.callback = callback
        wakeup = try Wakeup()
        let opened = try systemCall("socket") {
            Glibc.socket(Self.family, Int32(SOCK_RAW.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue), Self.routes)
        }
        do throws(SystemError) {
            try Self.bind(opened)
        } catch {
            close(opened)
            throw error
        }
        socket = opened
        let started = try Worker(name: "link-watch", stackBytes: 128 * 1024) { [self] in run() }
        worker.withLock { $0 = started }
    }

    deinit { close(socket) }

    /// No call comes after it has returned. Again does nothing. Not from the callback.
    @available(*, noasync)
    public func stop() {
        isStopping.store(true, ordering: .releasing)
        wakeup.signal()
        worker.withLock { $0 }?.join()
    }

    private static func bind(_ socket: Int32) throws(SystemError) {
        // struct sockaddr_nl: family, padding, port (0: the kernel chooses), groups.
        var address: (UInt16, UInt16, UInt32, UInt32) = (UInt16(family), 0, 0, groups)
        try systemCall("bind") {
            withUnsafeBytes(of: &address) { bytes in
                Glibc.bind(socket, bytes.baseAddress!.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
            }
        }
    }

    /// Asks for what is there already, so that only what is new is reported: RTM_GETLINK, RTM_GETADDR, RTM_GETROUTE, one at a time.
    private static func ask(_ type: UInt16, _ socket: Int32) {
        // struct nlmsghdr (length, type, NLM_F_REQUEST | NLM_F_DUMP, sequence, port), then struct rtgenmsg, padded.
        var request: (UInt32, UInt16, UInt16, UInt32, UInt32, UInt32) = (20, type, 0x301, UInt32(type), 0, 0)
        _ = withUnsafeBytes(of: &request) { send(socket, $0.baseAddress, $0.count, 0) }
    }

    private func run() {
        var messages = LinkMessage()
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 32 * 1024, alignment: 8)
        defer { buffer.deallocate() }
        for type: UInt16 in [18, 22, 26] {
            Self.ask(type, socket)
            readAll(&messages, buffer)
        }
        var due: MediaTime?
        while !isStopping.load(ordering: .acquiring) {
            var entries = (
                pollfd(fd: socket, events: Int16(POLLIN), revents: 0), pollfd(fd: wakeup.descriptor, events: Int16(POLLIN), revents: 0)
            )
            _ = withUnsafeMutableBytes(of: &entries) { pollUntil(due, $0.baseAddress!.assumingMemoryBound(to: pollfd.self), 2) }
            if entries.1.revents != 0 { wakeup.drain() }
            if entries.0.revents != 0, readAll(&messages, buffer), due == nil { due = .now() + Self.calm }
            guard let time = due, MediaTime.now() >= time, !isStopping.load(ordering: .acquiring) else { continue }
            due = nil
            callback()
        }
    }

    /// Takes what is there; the kernel answers a request within the call that sends it.
    @discardableResult
    private func readAll(_ messages: inout LinkMessage, _ buffer: UnsafeMutableRawBufferPointer) -> Bool {
        var isUp = false
        while true {
            let count = recv(socket, buffer.baseAddress, buffer.count, 0)
            if count > 0 {
                isUp = messages.read(UnsafeRawBufferPointer(rebasing: buffer[..<count])) || isUp
            } else if count < 0, errno == ENOBUFS {
                // So much came that some of it is lost: something may have come up.
                isUp = true
            } else if count >= 0 || errno != EINTR {
                return isUp
            }
        }
    }
}
