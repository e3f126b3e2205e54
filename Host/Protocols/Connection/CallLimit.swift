import Glibc
package import Platform
import Synchronization

/// When a call on a connection gives up: at its own deadline, or earlier when the connection was told to end.
package final class CallLimit: Sendable {
    /// Between two looks at whether the connection was told to end meanwhile.
    private static let step = Duration.milliseconds(50)
    private let last = Atomic<Int64>(.max)

    package init() {}

    /// From now on no call lasts past `time`. Any thread.
    package func end(by time: MediaTime) { last.min(time.nanoseconds, ordering: .relaxed) }

    /// What is left of `deadline`.
    package func cut(_ deadline: MediaTime) -> MediaTime { min(deadline, MediaTime(nanoseconds: last.load(ordering: .relaxed))) }

    /// Waits for nothing, until `time`, or until the connection ends if that is earlier.
    package func pause(until time: MediaTime) {
        _ = wait(until: time) { time in
            var nothing = pollfd(fd: -1, events: 0, revents: 0)
            return pollUntil(time, &nothing, 1) > 0
        }
    }

    /// Repeats `look`, which waits until the time it is given at most, until it says true. False when time is up.
    package func wait(until deadline: MediaTime, _ look: (MediaTime) -> Bool) -> Bool {
        while true {
            let (now, end) = (MediaTime.now(), cut(deadline))
            if look(min(now + Self.step, end)) { return true }
            if MediaTime.now() >= end { return false }
        }
    }

    /// The addresses of a host, in the order in which they are best tried; never empty.
    @available(*, noasync)
    package func addresses(of host: String, port: Int, until deadline: MediaTime) throws(NetworkError) -> [SocketAddress] {
        do throws(NetworkError) {
            return try SocketAddress.all(of: host, port: UInt16(clamping: port), until: deadline) { .now() < cut(deadline) }
        } catch { throw NetworkError(reaching: error) }
    }
}
