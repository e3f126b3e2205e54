import Glibc
import Platform

/// What looks like a connection to PipeWire, and has no process at its other end that says anything. One thread.
final class LifelessConnection {
    private var kept: OwnedDescriptor?
    /// The end to hand over; let go of it when that is done.
    var passed: OwnedDescriptor?

    init() throws(ConformanceError) {
        var ends: [Int32] = [-1, -1]
        do throws(SystemError) {
            try systemCall("socketpair") { socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) }
        } catch { throw ConformanceError("a connection to hand over", error) }
        kept = OwnedDescriptor(taking: ends[0])
        passed = OwnedDescriptor(taking: ends[1])
    }

    /// No process holds the end that was handed over any more.
    var isClosed: Bool {
        guard let number = kept?.number else { return true }
        var entry = pollfd(fd: number, events: 0, revents: 0)
        return poll(&entry, 1, 0) > 0 && entry.revents & Int16(POLLHUP) != 0
    }

    /// Closes this end.
    func end() { kept = nil }
}
