import Glibc
import Platform
import Synchronization

/// How long the thread of a connection waits: until a deadline of its own, and no longer than another thread allows.
///
/// `wait` belongs to one thread at a time, `end` to any.
final class Patience: Sendable {
    let wakeup: Wakeup
    private let last = Atomic<Int64>(.max)

    init() throws(SystemError) { wakeup = try Wakeup() }

    /// From now on no one waits past `time`.
    func end(by time: MediaTime) {
        last.min(time.nanoseconds, ordering: .relaxed)
        wakeup.signal()
    }

    var isOver: Bool { MediaTime.now().nanoseconds >= last.load(ordering: .relaxed) }

    /// poll(2) on `entries`, of which the last one is for the wake-up.
    ///
    /// - Returns: false when the time was over first. True says only that it is worth looking.
    func wait(until deadline: MediaTime, _ entries: UnsafeMutableBufferPointer<pollfd>) -> Bool {
        let own = entries.count - 1
        entries[own] = pollfd(fd: wakeup.descriptor, events: Int16(POLLIN), revents: 0)
        let limit = min(deadline.nanoseconds, last.load(ordering: .relaxed))
        let ready = pollUntil(MediaTime(nanoseconds: limit), entries.baseAddress!, entries.count)
        if entries[own].revents != 0 { wakeup.drain() }
        return ready > 0
    }

    /// Waits for the wake-up alone.
    func wait(until deadline: MediaTime) -> Bool {
        withUnsafeTemporaryAllocation(of: pollfd.self, capacity: 1) { wait(until: deadline, $0) }
    }
}
