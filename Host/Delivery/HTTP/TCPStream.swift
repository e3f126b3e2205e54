import AppGroup
import Glibc
import Synchronization

/// Plain TCP.
final class TCPStream: ByteStream, @unchecked Sendable {
    // @unchecked: `descriptor` belongs to the stream's thread; the rest is constant or atomic.
    private let url: TargetURL
    private let host: String
    private let port: Int
    private let limit = CallLimit()
    private let blockedNanoseconds = Atomic<Int64>(0)
    private var descriptor: Int32 = -1
    /// With several addresses, each gets so long.
    private static let patience = Duration.seconds(3)

    /// - Parameter url: for messages.
    init(host: String, port: Int, for url: TargetURL) { (self.host, self.port, self.url) = (host, port, url) }

    deinit { if descriptor >= 0 { Glibc.close(descriptor) } }

    var line: LineFigures {
        var figures = LineFigures()
        figures.blocked = .nanoseconds(blockedNanoseconds.load(ordering: .relaxed))
        return figures
    }

    func end(by time: MediaTime) { limit.end(by: time) }

    func connect(until deadline: MediaTime) throws(DeliveryError) {
        let places = try HostLookup.addresses(of: host, port: port, for: url, limit: limit, until: deadline)
        var failure = DeliveryError(.unreachable, "\(url): no way to the server")
        for place in places {
            let end = places.count == 1 ? deadline : min(deadline, .now() + Self.patience)
            do throws(SystemError) {
                descriptor = try opened(place, until: end)
                return
            } catch { failure = connecting(error) }
        }
        throw failure
    }

    private func opened(_ place: SocketAddress, until deadline: MediaTime) throws(SystemError) -> Int32 {
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let made = try systemCall("socket") { socket(place.family, kind, 0) }
        do throws(SystemError) {
            var one: Int32 = 1
            try systemCall("setsockopt") { setsockopt(made, Int32(IPPROTO_TCP), TCP_NODELAY, &one, 4) }
            do throws(SystemError) { try systemCall("connect") { place.withPointer { Glibc.connect(made, $0, $1) } } } catch {
                guard error.number == EINPROGRESS else { throw error }
                guard wait(made, for: POLLOUT, until: deadline) else { throw SystemError(operation: "connect", number: ETIMEDOUT) }
            }
            var (status, count): (Int32, socklen_t) = (0, 4)
            try systemCall("getsockopt") { getsockopt(made, SOL_SOCKET, SO_ERROR, &status, &count) }
            guard status == 0 else { throw SystemError(operation: "connect", number: status) }
            return made
        } catch {
            Glibc.close(made)
            throw error
        }
    }

    private func wait(_ descriptor: Int32, for event: Int32, until deadline: MediaTime) -> Bool {
        limit.wait(until: deadline) { time in
            var entry = pollfd(fd: descriptor, events: Int16(event), revents: 0)
            return pollUntil(time, &entry, 1) > 0
        }
    }

    func write(_ bytes: UnsafeRawBufferPointer, until deadline: MediaTime) throws(DeliveryError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let piece = UnsafeRawBufferPointer(rebasing: rest)
            let count = Glibc.send(descriptor, piece.baseAddress, piece.count, Int32(MSG_NOSIGNAL))
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                let began = MediaTime.now()
                let hasRoom = wait(descriptor, for: POLLOUT, until: deadline)
                blockedNanoseconds.add((MediaTime.now() - began).inNanoseconds, ordering: .relaxed)
                guard hasRoom else { throw DeliveryError(.timedOut, "\(url): the server takes no more data") }
            } else if errno != EINTR {
                throw DeliveryError(.lost, "\(url): the connection broke: \(String(cString: strerror(errno)))")
            }
        }
    }

    func read(into buffer: UnsafeMutableRawBufferPointer, until deadline: MediaTime) throws(DeliveryError) -> Int {
        while true {
            let count = Glibc.recv(descriptor, buffer.baseAddress, buffer.count, 0)
            if count >= 0 { return count }
            if errno == EAGAIN {
                guard wait(descriptor, for: POLLIN, until: deadline) else { throw DeliveryError(.timedOut, "\(url): the server does not answer") }
            } else if errno != EINTR {
                throw DeliveryError(.lost, "\(url): the connection broke: \(String(cString: strerror(errno)))")
            }
        }
    }

    func close(until deadline: MediaTime) {
        guard descriptor >= 0 else { return }
        Glibc.close(descriptor)
        descriptor = -1
    }

    private func connecting(_ error: SystemError) -> DeliveryError {
        switch error.number {
        case ECONNREFUSED: DeliveryError(.refused, "\(url): nothing listens there: check host and port")
        case ETIMEDOUT: DeliveryError(.timedOut, "\(url): the server does not answer")
        default: DeliveryError(.unreachable, "\(url): no way to the server: \(error.reason)")
        }
    }
}
