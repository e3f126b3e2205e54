import AppGroup
import Glibc
import Synchronization

/// Names to addresses, with a deadline: the system's resolver knows none and may take half a minute.
enum HostLookup {
    /// Lookups whose callers gave up: each ends by itself, and is joined when a later one begins.
    private static let abandoned = Mutex<[(worker: Worker, lookup: Lookup)]>([])
    private static let mostAbandoned = 8

    /// Blocks until `deadline` at the latest. In the order in which they are best tried; never empty.
    @available(*, noasync)
    static func addresses(
        of host: String, port: Int, for url: TargetURL, limit: CallLimit, until deadline: MediaTime
    ) throws(DeliveryError)
        -> [SocketAddress]
    {
        if let address = SocketAddress(numeric: host, port: port) { return [address] }
        guard reap() < mostAbandoned else {
            throw DeliveryError(.timedOut, "\(url): the name \(host) could not be looked up: no name server answers")
        }
        let lookup: Lookup
        let worker: Worker
        do throws(SystemError) {
            let made = try Lookup()
            lookup = made
            worker = try Worker(name: "lookup") { made.run(host, port) }
        } catch { throw DeliveryError(.unreachable, "\(url): the name \(host) could not be looked up: \(error)") }
        guard limit.wait(until: deadline, { lookup.done.wait(until: $0) }) else {
            abandoned.withLock { $0.append((worker, lookup)) }
            throw DeliveryError(.timedOut, "\(url): the name \(host) could not be looked up in time: does the name server answer?")
        }
        worker.join()
        switch lookup.outcome.withLock({ $0 }) {
        case .success(let found)? where !found.isEmpty: return found
        case .failure(let failure)? where failure.status == EAI_AGAIN:
            throw DeliveryError(.unreachable, "\(url): the name \(host) could not be looked up: no name server answers")
        case .failure(let failure)?: throw DeliveryError(.unreachable, "\(url): there is no host \(host) (\(failure.words)): check the name")
        default: throw DeliveryError(.unreachable, "\(url): the host \(host) has no address: check the name")
        }
    }

    /// Joins what has ended; returns how many still run.
    private static func reap() -> Int {
        let over = abandoned.withLock { all in
            let over = all.filter { $0.lookup.outcome.withLock { $0 != nil } }
            all.removeAll { $0.lookup.outcome.withLock { $0 != nil } }
            return over
        }
        for entry in over { entry.worker.join() }
        return abandoned.withLock { $0.count }
    }

    /// One question to the resolver, on a thread of its own.
    private final class Lookup: Sendable {
        let done: Wakeup
        let outcome = Mutex<Result<[SocketAddress], SocketAddress.Failure>?>(nil)

        init() throws(SystemError) { done = try Wakeup() }

        func run(_ host: String, _ port: Int) {
            var hints = addrinfo()
            (hints.ai_flags, hints.ai_socktype) = (AI_NUMERICSERV, Int32(SOCK_STREAM.rawValue))
            let found = SocketAddress.lookUp(host, port, hints)
            outcome.withLock { $0 = found }
            done.signal()
        }
    }
}
