import CLinux
import Glibc

/// A process that we started: in a session of its own (a terminal's Ctrl-C does not reach it), with no input but what it is given, what it
/// writes readable from a pipe. Its end is noticed by a pidfd.
///
/// One thread at a time. Must be reaped by `reap` before it is let go; then its pid cannot mean another process.
public final class ChildProcess: @unchecked Sendable {
    // @unchecked: one thread at a time, by contract.
    public let processID: Int32
    /// Readable when the process has ended.
    public let endDescriptor: Int32
    /// What it writes to standard output and error; non-blocking.
    public let textDescriptor: Int32
    private var ended: End?
    private var isReaped: Bool { ended != nil }

    /// How a process ended.
    public enum End: Hashable, Sendable {
        case exited(code: Int32)
        case killed(signal: Int32)
    }

    /// Starts `program` (an absolute path) with the harmless part of our environment.
    public convenience init(program: String, arguments: [String]) throws(SystemError) {
        try self.init(Launch(program: program, arguments: arguments))
    }

    /// Starts a program. Returns when it runs: whatever was in its way is thrown here, and nothing is left of it.
    ///
    /// The calling thread waits meanwhile, and the child borrows its memory as after vfork(2): starting costs the same
    /// whatever the host holds. No other thread waits.
    public init(_ launch: Launch) throws(SystemError) {
        var ends: (Int32, Int32) = (-1, -1)
        try withUnsafeMutablePointer(to: &ends) { (pointer) throws(SystemError) in
            try pointer.withMemoryRebound(to: Int32.self, capacity: 2) { (pair) throws(SystemError) in
                _ = try systemCall("pipe") { clinux_pipe(pair) }
            }
        }
        let program = strdup(launch.program)
        var argv = ([launch.program] + launch.arguments).map { strdup($0) } + [nil]
        var variables = launch.environment.map { strdup($0) } + [nil]
        defer { for pointer in argv + variables + [program] { free(pointer) } }
        var request = clinux_launch()
        request.program = UnsafePointer(program)
        (request.input, request.text) = (launch.input ?? -1, ends.1)
        (request.group, request.connection) = (launch.group ?? -1, launch.connection ?? -1)
        request.stack_bytes = UInt64(max(0, launch.mostStackBytes ?? 0))
        request.data_bytes = UInt64(max(0, launch.mostDataBytes ?? 0))
        request.no_new_privileges = launch.gainsNoPrivileges ? 1 : 0
        request.ends_with_thread = launch.endsWithThread ? 1 : 0
        let made = argv.withUnsafeMutableBufferPointer { argv in
            variables.withUnsafeMutableBufferPointer { variables in
                (request.arguments, request.environment) = (UnsafePointer(argv.baseAddress), UnsafePointer(variables.baseAddress))
                return clinux_launch(&request)
            }
        }
        close(ends.1)
        guard made > 0 else {
            close(ends.0)
            let step = request.step.map { ", \(String(cString: $0))" } ?? ""
            throw SystemError(operation: "starting \(launch.program)\(step)", number: request.number)
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

    /// Sends a signal to it and to whatever it started that stayed in its session, unless it has been reaped.
    public func signalFamily(_ number: Int32) { if !isReaped { kill(-processID, number) } }

    /// Whether it has ended, without reaping it: its pid and its session still mean no other process.
    public var hasEnded: Bool { isReaped || clinux_has_ended(processID) != 0 }

    /// Reaps the process; `nil` while it still runs. Says the same again when it is asked again.
    public func reap() -> End? {
        if let ended { return ended }
        var status: Int32 = 0
        guard waitpid(processID, &status, WNOHANG) == processID else { return nil }
        let signal = status & 0x7F
        ended = signal == 0 ? .exited(code: (status >> 8) & 0xFF) : .killed(signal: signal)
        return ended
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
