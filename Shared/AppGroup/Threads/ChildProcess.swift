import CLinux
import Glibc

/// A process that we started: in a session of its own (a terminal's Ctrl-C does not reach it), without input, what it
/// writes readable from a pipe. Its end is noticed by a pidfd.
///
/// One thread at a time. Must be reaped by `reap` before it is let go; then its pid cannot mean a stranger.
public final class ChildProcess: @unchecked Sendable {
    // @unchecked: one thread at a time, by contract.
    public let processID: Int32
    /// Readable when the process has ended.
    public let endDescriptor: Int32
    /// What it writes to standard output and error; non-blocking.
    public let textDescriptor: Int32
    private var isReaped = false

    /// How a process ended.
    public enum End: Hashable, Sendable {
        case exited(code: Int32)
        case killed(signal: Int32)
    }

    /// Starts `program` (an absolute path) with our environment.
    public init(program: String, arguments: [String]) throws(SystemError) {
        var ends: (Int32, Int32) = (-1, -1)
        try withUnsafeMutablePointer(to: &ends) { (pointer) throws(SystemError) in
            try pointer.withMemoryRebound(to: Int32.self, capacity: 2) { (pair) throws(SystemError) in
                _ = try systemCall("pipe") { clinux_pipe(pair) }
            }
        }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, ends.1, 1)
        posix_spawn_file_actions_adddup2(&actions, ends.1, 2)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawnattr_setflags(&attributes, Int16(clinux_spawn_setsid()))
        var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) }
        words.append(nil)
        defer { for word in words { free(word) } }
        var made: pid_t = 0
        let status = posix_spawn(&made, program, &actions, &attributes, words, environ)
        close(ends.1)
        guard status == 0 else {
            close(ends.0)
            throw SystemError(operation: "starting \(program)", number: status)
        }
        (processID, textDescriptor) = (made, ends.0)
        endDescriptor = clinux_pidfd_open(made)
        _ = clinux_set_nonblocking(ends.0)
    }

    deinit {
        if endDescriptor >= 0 { close(endDescriptor) }
        close(textDescriptor)
        assert(isReaped, "a child process must be reaped before it is let go")
    }

    /// Sends a signal, unless the process has been reaped.
    public func signal(_ number: Int32) { if !isReaped { kill(processID, number) } }

    /// Takes the end of the process; `nil` while it still runs.
    public func reap() -> End? {
        guard !isReaped else { return nil }
        var status: Int32 = 0
        guard waitpid(processID, &status, WNOHANG) == processID else { return nil }
        isReaped = true
        let signal = status & 0x7F
        return signal == 0 ? .exited(code: (status >> 8) & 0xFF) : .killed(signal: signal)
    }

    /// Ends the process: SIGTERM, and SIGKILL after `patience`. Returns when it is gone.
    @available(*, noasync)
    public func end(patience: Duration) -> End {
        signal(SIGTERM)
        let deadline = MediaTime.now() + patience
        while true {
            if let end = reap() { return end }
            if MediaTime.now() > deadline { signal(SIGKILL) }
            var entry = pollfd(fd: endDescriptor, events: Int16(POLLIN), revents: 0)
            _ = pollUntil(.now() + .milliseconds(20), &entry, endDescriptor >= 0 ? 1 : 0)
        }
    }
}
