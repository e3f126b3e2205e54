import CLinux
public import Glibc
import Synchronization

/// Wakes one waiting thread from any other: an eventfd(2) with an atomic in front, so that signalling an already
/// signalled wake-up costs no system call.
///
/// `signal()` may be called from any thread, real-time ones included: it neither waits nor allocates. `wait` and `drain`
/// belong to one thread at a time. Signals are not counted; several before a wait are one.
public final class Wakeup: Sendable {
    /// Pollable beside sockets: readable while signalled. Owned by this object.
    public let descriptor: Int32
    private let isSignalled = Atomic<Bool>(false)

    /// Throws when the process is out of descriptors.
    public init() throws(SystemError) {
        descriptor = try systemCall("eventfd") { clinux_eventfd() }
    }

    deinit { close(descriptor) }

    public func signal() {
        // SYNC POINT wakeup: what was written before signal() is seen after drain().
        guard !isSignalled.exchange(true, ordering: .acquiringAndReleasing) else { return }
        var one: UInt64 = 1
        _ = write(descriptor, &one, 8)
    }

    /// Takes the signal back. Call it before looking at what the signal announces, never after.
    public func drain() {
        var count: UInt64 = 0
        _ = read(descriptor, &count, 8)
        // SYNC POINT wakeup
        isSignalled.store(false, ordering: .sequentiallyConsistent)
    }

    /// Waits for a signal until `deadline` (for ever when `nil`) and takes it. True if signalled, false at the deadline.
    @available(*, noasync)
    public func wait(until deadline: MediaTime? = nil) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        let ready = pollUntil(deadline, &entry, 1)
        guard ready > 0 else { return false }
        drain()
        return true
    }
}

/// poll(2) against a deadline on the monotonic clock, with nanosecond resolution; repeats after EINTR.
/// Returns the number of ready entries, 0 at the deadline.
@available(*, noasync)
public func pollUntil(_ deadline: MediaTime?, _ entries: UnsafeMutablePointer<pollfd>, _ count: Int) -> Int {
    while true {
        let left = deadline.map { max(0, ($0 - .now()).inNanoseconds) } ?? -1
        let ready = clinux_poll(entries, count, left)
        if ready >= 0 { return Int(ready) }
        if errno != EINTR { return 0 }
    }
}
