import Glibc
import Platform

/// Connects to the first of several addresses that answers: each a quarter of a second after the one before, or as soon
/// as that one has failed, and none is given up before one has won (RFC 8305).
struct Dial {
    private let prepare: (Int32) -> Void
    private let patience: Patience
    private var waiting: ArraySlice<SocketAddress>
    private var open: [Int32] = []
    /// errno of what failed, the most telling one.
    private var failure: Int32 = 0
    private var nextStart = MediaTime.now()
    private static let stagger = Duration.milliseconds(250)

    /// - Parameter prepare: sets what a socket must have before it connects.
    init(_ addresses: [SocketAddress], patience: Patience, prepare: @escaping (Int32) -> Void) {
        (waiting, self.patience, self.prepare) = (addresses[...], patience, prepare)
    }

    /// A connected, non-blocking socket; `.failure` holds errno, `nil` when time was over.
    mutating func run(until deadline: MediaTime) -> Result<Int32, DialFailure> {
        defer { for descriptor in open { close(descriptor) } }
        while true {
            if !waiting.isEmpty, open.isEmpty || MediaTime.now() >= nextStart {
                if let connected = begin(waiting.removeFirst()) { return .success(connected) }
                continue
            }
            if open.isEmpty { return .failure(.system(failure)) }
            if patience.isOver || MediaTime.now() >= deadline { return .failure(.timeIsOver) }
            if let connected = look(until: waiting.isEmpty ? deadline : min(deadline, nextStart)) { return .success(connected) }
        }
    }

    enum DialFailure: Error {
        case timeIsOver
        /// errno
        case system(Int32)
    }

    /// The socket if it connected at once.
    private mutating func begin(_ address: SocketAddress) -> Int32? {
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let made = socket(address.family, kind, Int32(IPPROTO_TCP))
        guard made >= 0 else {
            note(errno)
            return nil
        }
        prepare(made)
        if address.withPointer({ connect(made, $0, address.length) }) == 0 { return made }
        let number = errno
        guard number == EINPROGRESS || number == EINTR else {
            close(made)
            note(number)
            return nil
        }
        open.append(made)
        nextStart = .now() + Self.stagger
        return nil
    }

    private mutating func look(until time: MediaTime) -> Int32? {
        let ready = withUnsafeTemporaryAllocation(of: pollfd.self, capacity: open.count + 1) { entries -> [Int32] in
            for (index, descriptor) in open.enumerated() { entries[index] = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0) }
            guard patience.wait(until: time, entries) else { return [] }
            return entries.dropLast().filter { $0.revents != 0 }.map(\.fd)
        }
        for descriptor in ready {
            open.removeAll { $0 == descriptor }
            var number: Int32 = 0
            var length = socklen_t(MemoryLayout<Int32>.size)
            getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &number, &length)
            if number == 0 { return descriptor }
            close(descriptor)
            note(number)
            nextStart = .now()
        }
        return nil
    }

    /// A host that says no is told rather than a family of addresses that leads nowhere.
    private mutating func note(_ number: Int32) { if failure != ECONNREFUSED { failure = number } }
}
