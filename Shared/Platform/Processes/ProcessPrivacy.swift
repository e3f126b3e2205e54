import CLinux
import Synchronization

/// Keeps other processes of the same user out of this one's memory, where stream keys are. Any thread.
///
/// Between `claim` and the end no process but the administrator's may trace this one, read its memory, or open what is below its
/// `/proc/PID` (`PR_SET_DUMPABLE`, prctl(2)); nor does it leave a core file.
public enum ProcessPrivacy {
    private struct State {
        var isClaimed = false
        var exceptions = 0
    }

    private static let state = Mutex(State())

    /// For the rest of this process's life, but for exceptions. What it starts leaves no core file either.
    public static func claim() {
        clinux_forbid_core_files()
        state.withLock { state in
            state.isClaimed = true
            apply(state)
        }
    }

    /// Lets a service that we ask look at what we are; balanced by `endException`.
    public static func beginException() {
        state.withLock { state in
            state.exceptions += 1
            apply(state)
        }
    }

    public static func endException() {
        state.withLock { state in
            state.exceptions -= 1
            apply(state)
        }
    }

    private static func apply(_ state: State) { if state.isClaimed { _ = clinux_hide_memory(state.exceptions == 0 ? 1 : 0) } }
}
