import CLinux
import Glibc

/// A process that we did not start, held by a pidfd: its end can be waited for, and a signal reaches it or no process, even if its
/// pid has meanwhile been given to another.
///
/// Any thread. Closed with the last reference.
public final class ProcessHandle: Sendable {
    /// Readable when the process has ended. Owned by this object.
    public let descriptor: Int32

    /// The process of this pid that ran at `time` already; one that was given the pid since then is another.
    ///
    /// `nil` when there is no such process (any more), or the kernel has no pidfd.
    public convenience init?(_ processID: Int32, runningSince time: MediaTime) {
        let held = clinux_pidfd_open(processID)
        guard held >= 0 else { return nil }
        self.init(taking: held)
        // Read while the pidfd is held: a process that started by then is the one that is held, or one before it, which is gone.
        guard let start = Self.start(of: processID), start <= time else { return nil }
    }

    /// Takes ownership of a pidfd.
    init(taking descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// Ends it at once (SIGKILL); does nothing to one that has ended, or that is not ours to signal.
    public func kill() { _ = clinux_pidfd_kill(descriptor) }

    /// When a process started, up to a tick of 10 ms too early; `nil` when there is none.
    private static func start(of processID: Int32) -> MediaTime? {
        let file = open("/proc/\(processID)/stat", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 512)
        let count = read(file, &bytes, bytes.count)
        // "pid (name) S …", and the name may hold anything. Field 22 counts ticks since the machine started (proc(5)).
        guard count > 0, let end = bytes[..<count].lastIndex(of: UInt8(ascii: ")")) else { return nil }
        let fields = bytes[(end + 1)..<count].split(separator: UInt8(ascii: " "))
        guard fields.count > 19, let ticks = Int64(String(decoding: fields[19], as: UTF8.self)) else { return nil }
        var running = timespec()
        clock_gettime(CLOCK_BOOTTIME, &running)
        let (now, tick) = (Int64(running.tv_sec) * 1_000_000_000 + Int64(running.tv_nsec), 1_000_000_000 / Int64(sysconf(Int32(_SC_CLK_TCK))))
        return .now() - .nanoseconds(now - ticks * tick)
    }
}
