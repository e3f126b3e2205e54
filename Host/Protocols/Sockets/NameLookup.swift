import Glibc
import Platform
import Synchronization

/// getaddrinfo(3), which blocks for as long as it likes and cannot be interrupted, on a thread of its own.
///
/// Anyone who asks for a name that is being looked up waits for the same answer, so that however often someone asks while
/// the name service is silent, there is one thread for a name. A thread that no one waits for any more is joined at the
/// next question.
final class NameLookup: Sendable {
    typealias Answer = Result<[SocketAddress], NetworkError>

    private struct State {
        var answer: Answer?
        var waiting: [Wakeup] = []
        var worker: Worker?
    }

    /// By host and port: lookups that run, and those that have ended since the last question.
    private static let running = Mutex<[String: NameLookup]>([:])
    private static let mostThreads = 16

    private let host: String
    private let port: UInt16
    private let state = Mutex(State())

    private init(_ host: String, _ port: UInt16) { (self.host, self.port) = (host, port) }

    /// Looks a host up, unless it is an address; never empty.
    ///
    /// - Parameter wait: waits for `wakeup`; false ends it with `.cancelled`.
    static func addresses(
        of host: String, port: UInt16, until deadline: MediaTime, waking wakeup: Wakeup, wait: () -> Bool
    ) throws(NetworkError) -> [SocketAddress] {
        if let address = numeric(host, port: port) { return [address] }
        let lookup = try begin(host, port: port, waking: wakeup)
        defer { lookup.leave(wakeup) }
        while true {
            if let answer = lookup.answer {
                reap()
                return try answer.get()
            }
            if MediaTime.now() >= deadline {
                throw NetworkError(.timedOut, "the name \(host) was not looked up in time: check the network and its name server")
            }
            guard wait() else { throw NetworkError(.cancelled, "the name \(host) is not looked up any more: ended by ourselves") }
        }
    }

    /// The lookup of a name: a new one, or the one that runs. `wakeup` is signalled when its answer is there.
    static func begin(_ host: String, port: UInt16, waking wakeup: Wakeup) throws(NetworkError) -> NameLookup {
        while true {
            // One that has just ended is joined before another takes its place.
            reap()
            if let lookup = try join(host, port, waking: wakeup) { return lookup }
        }
    }

    /// `nil` when the one that is known has ended.
    private static func join(_ host: String, _ port: UInt16, waking wakeup: Wakeup) throws(NetworkError) -> NameLookup? {
        try running.withLock { (running) throws(NetworkError) in
            if let known = running["\(host):\(port)"] { return known.join(in: wakeup) ? known : nil }
            guard running.count < mostThreads else {
                throw NetworkError(.resolve, "\(host) is not looked up: the name service answers none of \(running.count) questions")
            }
            let lookup = NameLookup(host, port)
            _ = lookup.join(in: wakeup)
            do throws(SystemError) {
                let worker = try Worker(name: "resolve") { lookup.run() }
                lookup.state.withLock { $0.worker = worker }
            } catch {
                throw NetworkError(.system, "\(host) is not looked up: no thread for it: \(error)", cause: error)
            }
            running["\(host):\(port)"] = lookup
            return lookup
        }
    }

    /// No one waits with `wakeup` any more.
    func leave(_ wakeup: Wakeup) { state.withLock { state in state.waiting.removeAll { $0 === wakeup } } }

    /// `nil` while the name service has not answered.
    var answer: Answer? { state.withLock { $0.answer } }

    /// The address if `host` is one, without asking anyone.
    static func numeric(_ host: String, port: UInt16) -> SocketAddress? {
        // try?: a name is no address; it is looked up then.
        try? ask(host, port, flags: AI_NUMERICHOST | AI_NUMERICSERV).get().first  // nil is the answer
    }

    /// Joins the threads of lookups that have ended.
    static func reap() {
        let ended = running.withLock { running in
            let ended = running.filter { $0.value.answer != nil }
            for name in ended.keys { running[name] = nil }
            return ended.values.map { lookup in lookup.state.withLock { $0.worker } }
        }
        for worker in ended { worker?.join() }
    }

    /// False when the answer is there already: an old one is no answer to a new question.
    private func join(in wakeup: Wakeup) -> Bool {
        state.withLock { state in
            guard state.answer == nil else { return false }
            state.waiting.append(wakeup)
            return true
        }
    }

    private func run() {
        let found = Self.ask(host, port, flags: AI_NUMERICSERV)
        let waiting = state.withLock { state in
            state.answer = found
            defer { state.waiting = [] }
            return state.waiting
        }
        for wakeup in waiting { wakeup.signal() }
    }

    private static func ask(_ host: String, _ port: UInt16, flags: Int32) -> Answer {
        var hints = addrinfo()
        (hints.ai_socktype, hints.ai_flags) = (Int32(SOCK_STREAM.rawValue), flags)
        var list: UnsafeMutablePointer<addrinfo>?
        let status = getaddrinfo(host, "\(port)", &hints, &list)
        defer { if let list { freeaddrinfo(list) } }
        guard status == 0 else { return .failure(failure(host, status)) }
        var (found, next) = ([SocketAddress](), list)
        while let entry = next {
            if let address = entry.pointee.ai_addr { found.append(SocketAddress(address, length: entry.pointee.ai_addrlen)) }
            next = entry.pointee.ai_next
        }
        guard !found.isEmpty else { return .failure(NetworkError(.noSuchHost, "\(host) has no address: check the name of the server")) }
        return .success(SocketAddress.interleaving(found))
    }

    private static func failure(_ host: String, _ status: Int32) -> NetworkError {
        let reason = String(cString: gai_strerror(status))
        // EAI_NODATA is GNU-only.
        guard status == EAI_NONAME || status == -5 else {
            return NetworkError(.resolve, "the name \(host) could not be looked up: check the network and its name server (\(reason))")
        }
        return NetworkError(.noSuchHost, "there is no host \(host): check the name of the server (\(reason))")
    }
}
