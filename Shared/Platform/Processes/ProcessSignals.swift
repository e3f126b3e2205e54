import CLinux

/// SIGINT, SIGTERM and SIGHUP as a descriptor that becomes readable; SIGPIPE and SIGXFSZ are ignored. One per process. Whatever hangs,
/// the third of them ends the process with exit code 130; those within 0.3 s count as one.
public final class ProcessSignals: Sendable {
    /// Readable once a signal came; each one adds one to the count that reading gives (eventfd(2)).
    public let descriptor: Int32

    /// Installs the handlers. They stay for the life of the process, and so does the descriptor.
    public init() throws(SystemError) {
        let made = try systemCall("eventfd") { clinux_eventfd() }
        try systemCall("sigaction") { clinux_signals_to_descriptor(made) }
        descriptor = made
    }

    /// From now on SIGHUP asks for no end: it makes the returned descriptor readable instead, as the others that of `descriptor`.
    public func separateHangups() throws(SystemError) -> Int32 {
        let made = try systemCall("eventfd") { clinux_eventfd() }
        clinux_hangup_to_descriptor(made)
        return made
    }
}

/// Keeps this process's heap in one arena and gives freed memory back at once: for agents, before anything else runs.
public func trimHeap() { clinux_trim_heap() }

/// Gives memory for pictures back as soon as it is freed, and keeps the rest of this process's heap in few arenas: for a host, before anything else
/// runs.
public func returnLargeMemory() { clinux_return_large_memory() }

/// Lets go of the pages of the program's file and its libraries that have been read: of those that only its beginning needed, some MiB
/// for a program that has the Swift runtime in it, none comes back. When all is set up; any thread.
public func forgetProgram() { clinux_forget_program() }
