import CLinux
import Glibc

/// A process that we did not start, held by a pidfd: its end can be waited for, and a signal reaches it or no process, even if its
/// pid has meanwhile been given to another.
///
/// Any thread. Closed with the last reference.
public final class ProcessHandle: Sendable {
    /// Readable when the process has ended. Owned by this object.
    public let descriptor: Int32

    /// `nil` when there is no such process (any more), or the kernel has no pidfd.
    public init?(_ processID: Int32) {
        descriptor = clinux_pidfd_open(processID)
        guard descriptor >= 0 else { return nil }
    }

    deinit { close(descriptor) }

    /// Ends it at once (SIGKILL); does nothing to one that has ended, or that is not ours to signal.
    public func kill() { _ = clinux_pidfd_kill(descriptor) }
}
