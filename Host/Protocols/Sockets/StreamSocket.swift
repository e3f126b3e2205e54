import Glibc
public import Platform
import Synchronization

/// One TCP connection as a client, plain or encrypted, with a deadline on everything.
///
/// `connect`, then any number of reads and writes, then `close` or `abort`; not connected again. All calls belong to one thread,
/// except `figures` and `end(by:)`, which any thread may call. Nothing is sent late on purpose (TCP_NODELAY), and the kernel
/// holds no more than it is allowed to. After an error only `close` and `abort` may follow.
public final class StreamSocket: @unchecked Sendable {
    // @unchecked: what is not constant, atomic or in a mutex belongs to the owner's thread.
    public enum Security: Hashable, Sendable {
        case none
        /// The server's certificate must be good for the host, and signed by an authority that the system trusts, or that stands in
        /// `caFile` (PEM). `isInsecure` takes any certificate: what is sent may then be read by anyone who sits in between.
        case tls(caFile: String? = nil, isInsecure: Bool = false)
    }

    /// What connecting consists of.
    public enum Stage: Hashable, Sendable { case resolving, connecting, securing }

    public let host: String
    public let port: UInt16
    private let security: Security
    private let patience: Patience
    private var options: SocketOptions
    /// -1 when closed. Locked by those who close it and those who look at it from other threads.
    private let shared = Mutex<Int32>(-1)
    /// The same, for the owner's thread.
    private var descriptor: Int32 = -1
    private var tls: TLSSession?
    private let waited = Atomic<Int64>(0)
    /// When a write began to wait, in nanoseconds; 0 when none does.
    private let waitingSince = Atomic<Int64>(0)

    /// - Parameters:
    ///   - host: a name, or an address without brackets.
    ///   - sendBufferBytes: the most that the kernel may hold, its own bookkeeping included (twice SO_SNDBUF; at least 16 KiB);
    ///     `nil` lets it grow as it likes.
    ///   - userTimeout: bytes that no one acknowledges for so long end the connection (TCP_USER_TIMEOUT).
    public init(
        host: String, port: UInt16, security: Security = .none, sendBufferBytes: Int? = nil, userTimeout: Duration = .seconds(10)
    ) throws(NetworkError) {
        (self.host, self.port, self.security) = (host, port, security)
        options = SocketOptions(sendBufferBytes: sendBufferBytes, userTimeout: userTimeout)
        do throws(SystemError) { patience = try Patience() } catch { throw NetworkError(.system, "no connection to \(host): \(error)", cause: error) }
    }

    deinit { if descriptor >= 0 { Glibc.close(descriptor) } }

    private var name: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

    /// Looks the host up, connects to the first of its addresses that answers, and encrypts.
    ///
    /// - Parameters:
    ///   - limit: of each stage, within the deadline.
    ///   - entering: told of each stage as it begins.
    public func connect(
        until deadline: MediaTime, eachStage limit: Duration = .seconds(3600), entering: (Stage) -> Void = { _ in }
    ) throws(NetworkError) {
        entering(.resolving)
        let addresses = try resolve(until: min(deadline, .now() + limit))
        entering(.connecting)
        try dial(addresses, until: min(deadline, .now() + limit))
        guard case .tls(let caFile, let isInsecure) = security else { return }
        entering(.securing)
        do throws(NetworkError) {
            let isNumeric = NameLookup.numeric(host, port: port) != nil
            let session = try TLSSession(
                over: descriptor, host: host, isNumeric: isNumeric, caFile: caFile, isInsecure: isInsecure, name: name)
            try secure(session, until: min(deadline, .now() + limit))
            tls = session
        } catch {
            abort()
            throw error
        }
    }

    /// Hands on what the kernel has room for, without waiting. The same bytes may be given in any pieces.
    ///
    /// - Returns: how many bytes were taken: 0 when there is no room.
    public func send(_ bytes: UnsafeRawBufferPointer) throws(NetworkError) -> Int {
        if let tls {
            if case .done(let count) = try tls.send(bytes) { return count }
            return 0
        }
        while true {
            let count = Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
            if count >= 0 { return count }
            let number = errno
            if number == EAGAIN || number == EWOULDBLOCK { return 0 }
            if number != EINTR { throw NetworkError(using: number, to: name, userTimeout: options.userTimeout) }
        }
    }

    /// Whether something that `send` took still waits for the kernel to have room (TLS). Gives it on if there is.
    public func isHolding() throws(NetworkError) -> Bool {
        guard let tls, tls.isHolding else { return false }
        return try tls.flush() != .done(0)
    }

    /// Waits until the connection is ready for something of `interest`, or has broken, which the next call tells.
    ///
    /// - Throws: `.timedOut` at the deadline, `.cancelled` where `end(by:)` comes first; also where something is ready by then, so that
    ///   no server holds a loop of waits by always having something to say.
    @discardableResult
    public func wait(for interest: Readiness, until deadline: MediaTime) throws(NetworkError) -> Readiness {
        try demandTime(until: deadline)
        if interest.contains(.writable) { waitingSince.store(MediaTime.now().nanoseconds, ordering: .relaxed) }
        defer { noteWaiting() }
        var wanted: Int16 = 0
        if interest.contains(.readable) { wanted |= Int16(POLLIN) }
        if interest.contains(.writable) { wanted |= Int16(POLLOUT) }
        while true {
            let found = withUnsafeTemporaryAllocation(of: pollfd.self, capacity: 2) { entries -> Int16 in
                entries[0] = pollfd(fd: descriptor, events: wanted, revents: 0)
                return patience.wait(until: deadline, entries) ? entries[0].revents : 0
            }
            var ready: Readiness = []
            if found & Int16(POLLIN) != 0 { ready.insert(.readable) }
            if found & Int16(POLLOUT) != 0 { ready.insert(.writable) }
            // An error or a hang-up: whatever is tried next tells which.
            if found & Int16(POLLERR | POLLHUP | POLLNVAL) != 0 { ready.formUnion(interest) }
            if !ready.isEmpty { return ready }
            try demandTime(until: deadline)
        }
    }

    private func demandTime(until deadline: MediaTime) throws(NetworkError) {
        if patience.isOver { throw NetworkError(.cancelled, "\(name): ended by ourselves") }
        if MediaTime.now() >= deadline { throw NetworkError(.timedOut, "\(name): nothing moved in time") }
    }

    /// What has come, without waiting: `nil` when nothing has, 0 at the end of the stream.
    public func receive(into buffer: UnsafeMutableRawBufferPointer) throws(NetworkError) -> Int? {
        if let tls {
            switch try tls.receive(into: buffer) {
            case .done(let count): return count
            case .ended: return 0
            case .wants: return nil
            }
        }
        while true {
            let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
            if count >= 0 { return count }
            let number = errno
            if number == EAGAIN || number == EWOULDBLOCK { return nil }
            if number != EINTR { throw NetworkError(using: number, to: name, userTimeout: options.userTimeout) }
        }
    }

    /// From now on no call waits past `time`, whatever its own deadline. Any thread.
    public func end(by time: MediaTime) { patience.end(by: time) }

    /// Any thread; empty when not connected.
    public var figures: SocketFigures {
        var figures = shared.withLock { $0 >= 0 ? SocketFigures(of: $0) : SocketFigures() }
        let since = waitingSince.load(ordering: .relaxed)
        let now = since == 0 ? 0 : max(0, MediaTime.now().nanoseconds - since)
        figures.blocked = .nanoseconds(waited.load(ordering: .relaxed) + now)
        return figures
    }

    /// Bounds anew what the kernel may hold; what it holds already stays. See `init`.
    public func setSendBuffer(bytes: Int) {
        guard bytes != options.sendBufferBytes else { return }
        options.sendBufferBytes = bytes
        if descriptor >= 0 { options.applySendBuffer(to: descriptor) }
    }

    /// Sends what the kernel still holds, says goodbye and waits for the other side to do the same, until the deadline; then closes.
    public func close(until deadline: MediaTime) {
        guard descriptor >= 0 else { return }
        defer { release() }
        do throws(NetworkError) {
            while try isHolding() { try wait(for: .writable, until: deadline) }
            tls?.sayGoodbye()
            shutdown(descriptor, Int32(SHUT_WR))
            // What comes unread would make the kernel break the connection off, and the other side lose its rest.
            while drain() { try wait(for: .readable, until: deadline) }
        } catch {
            // It ends here either way.
        }
    }

    /// Breaks the connection off: what the kernel holds is thrown away, and the other side knows at once.
    public func abort() {
        guard descriptor >= 0 else { return }
        var linger = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<Glibc.linger>.size))
        release()
    }

    // --- the owner's thread

    private func resolve(until deadline: MediaTime) throws(NetworkError) -> [SocketAddress] {
        try NameLookup.addresses(of: host, port: port, until: deadline, waking: patience.wakeup) {
            if !patience.isOver { _ = patience.wait(until: deadline) }
            return !patience.isOver
        }
    }

    private func dial(_ addresses: [SocketAddress], until deadline: MediaTime) throws(NetworkError) {
        var dial = Dial(addresses, patience: patience) { [options] in options.apply(to: $0) }
        switch dial.run(until: deadline) {
        case .success(let made):
            descriptor = made
            shared.withLock { $0 = made }
        case .failure(.timeIsOver):
            guard !patience.isOver else { throw NetworkError(.cancelled, "\(name): ended by ourselves") }
            throw NetworkError(.timedOut, "\(name) does not answer: check host, port and firewall")
        case .failure(.system(let number)):
            throw NetworkError(connecting: number, to: name)
        }
    }

    private func secure(_ session: TLSSession, until deadline: MediaTime) throws(NetworkError) {
        do throws(NetworkError) {
            while case .wants(let readiness) = try session.handshake() { try wait(for: readiness, until: deadline) }
        } catch {
            guard error.code == .timedOut else { throw error }
            throw NetworkError(.timedOut, "\(name): no answer to the encrypted greeting: check that the port is one for TLS")
        }
    }

    /// Throws away some of what has come, encrypted or not. False at the end.
    private func drain() -> Bool {
        withUnsafeTemporaryAllocation(byteCount: 16 * 1024, alignment: 1) { buffer in
            let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
            return count > 0 || count < 0 && (errno == EAGAIN || errno == EINTR)
        }
    }

    private func noteWaiting() {
        let since = waitingSince.exchange(0, ordering: .relaxed)
        if since != 0 { waited.add(MediaTime.now().nanoseconds - since, ordering: .relaxed) }
    }

    private func release() {
        tls = nil
        shared.withLock {
            if $0 >= 0 { Glibc.close($0) }
            $0 = -1
        }
        descriptor = -1
    }
}
