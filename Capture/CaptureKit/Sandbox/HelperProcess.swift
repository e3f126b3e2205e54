import CSandbox
import Glibc
public import Platform

/// A process of this agent's own beside it, a fork that runs no other program: it confines itself, does one thing, says of it what the
/// agent has to know, and ends. It ends with the agent in any case (SIGKILL).
///
/// Made while there is one thread. One thread at a time afterwards. Until it is let go, what the process says can be read; the
/// process itself goes on.
public final class HelperProcess: @unchecked Sendable {
    // @unchecked: one thread at a time, by contract.
    private let processID: pid_t
    private let reports: OwnedDescriptor
    private var unread: [UInt8] = []

    /// - Parameter body: runs in the new process, which ends when it returns. It must touch nothing but what it is given.
    /// - Throws: `SystemError` when the system refuses another process.
    public init(_ duty: HelperDuty, in mode: SandboxMode, _ body: (HelperVoice) -> Void) throws(SystemError) {
        let pipe = try Self.pipe()
        let made: pid_t
        do throws(SystemError) { made = try systemCall("fork") { csandbox_fork_helper() } } catch {
            close(pipe.reading)
            close(pipe.writing)
            throw error
        }
        if made == 0 {
            close(pipe.reading)
            duty.confine(mode)
            body(HelperVoice(descriptor: pipe.writing))
            _exit(0)
        }
        close(pipe.writing)
        processID = made
        reports = OwnedDescriptor(taking: pipe.reading)
    }

    /// A pipe, closed by exec; both ends are the caller's.
    /// - Parameter bytes: room that is asked for; 0 for the kernel's usual.
    public static func pipe(bytes: Int = 0) throws(SystemError) -> (reading: Int32, writing: Int32) {
        var ends: (Int32, Int32) = (-1, -1)
        try withUnsafeMutablePointer(to: &ends) { (pointer) throws(SystemError) in
            try pointer.withMemoryRebound(to: Int32.self, capacity: 2) { (pair) throws(SystemError) in
                _ = try systemCall("pipe") { csandbox_pipe(pair, Int32(clamping: bytes)) }
            }
        }
        return (ends.0, ends.1)
    }

    /// What it says next; waits for that, at most until `deadline`, for ever when that is `nil`.
    /// - Returns: `nil` when it said nothing (more): it has ended, or it is too late.
    @available(*, noasync)
    public func report(until deadline: MediaTime? = nil) -> HelperReport? {
        while true {
            if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
                defer { unread.removeFirst(end + 1) }
                return HelperReport(line: unread[..<end])
            }
            guard unread.count <= HelperReport.longest else { return nil }
            var entry = pollfd(fd: reports.number, events: Int16(POLLIN), revents: 0)
            guard pollUntil(deadline, &entry, 1) > 0 else { return nil }
            var bytes = [UInt8](repeating: 0, count: HelperReport.longest)
            let count = read(reports.number, &bytes, bytes.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return nil }
            unread += bytes[..<count]
        }
    }

    /// Waits for the end of a process that ends by itself. Before system calls are filtered, and once.
    /// - Returns: its exit code; 128 + n after signal n.
    @available(*, noasync)
    public func awaitEnd() -> Int32 { csandbox_wait_helper(processID) }

    /// Ends it at once. Before system calls are filtered, and once.
    @available(*, noasync)
    public func end() {
        kill(processID, SIGKILL)
        _ = csandbox_wait_helper(processID)
    }
}

/// By which a process beside the agent says how it went.
public struct HelperVoice: Sendable {
    fileprivate let descriptor: Int32

    /// In one piece: lines of this length are (pipe(7)).
    public func say(_ report: HelperReport) {
        let line = report.line
        _ = write(descriptor, line, line.count)
    }
}
