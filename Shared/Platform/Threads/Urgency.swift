import CLinux
import Glibc

/// How soon a thread runs when it has something to do.
public enum Urgency: String, Hashable, Sendable {
    /// Before all ordinary threads of the machine (`SCHED_RR`).
    case realTime
    /// With more weight than they have (niceness −11).
    case raised
    /// As they do: the system grants nothing better.
    case ordinary

    /// Asks for the most that the system grants the calling thread, which must sleep most of the time: audio. Threads and processes
    /// that it starts do not inherit a real-time class. Asking again changes nothing.
    ///
    /// - Returns: what was granted. A user without the privilege (`RLIMIT_RTPRIO`, `RLIMIT_NICE`) gets `ordinary`.
    @discardableResult
    public static func claim() -> Urgency {
        if clinux_make_current_thread_real_time(5) == 0 { return .realTime }
        return clinux_nice_current_thread(-11) == 0 ? .raised : .ordinary
    }

    /// Of the calling thread, −20...19; 0 for ordinary programs.
    public static var niceness: Int { Int(getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0)) }

    /// Gives the calling thread, and those that it starts afterwards, this niceness, −20...19.
    ///
    /// - Returns: whether the system allowed it; else the thread runs on as it did.
    @discardableResult
    public static func setNiceness(_ niceness: Int) -> Bool { clinux_nice_current_thread(Int32(clamping: niceness)) == 0 }

    /// Gives the session that this process leads (setsid(2)) a niceness, −20...19, beside other sessions. Where the kernel shares the processors
    /// out among sessions first (`autogroup`, sched(7)), the niceness of a thread counts only beside threads of its own session.
    ///
    /// - Returns: whether the system allowed it; not where another process leads the session, whose programs are not ours to hurry.
    @discardableResult
    public static func setSessionNiceness(_ niceness: Int) -> Bool {
        guard getsid(0) == getpid() else { return false }
        let descriptor = open("/proc/self/autogroup", O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        let text = "\(niceness)"
        return write(descriptor, text, text.utf8.count) == text.utf8.count
    }
}
