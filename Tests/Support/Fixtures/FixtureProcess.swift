import Foundation
import Glibc
import Synchronization

/// A process that a test started: in a session of its own, what it prints in a file, ended with its owner or with the
/// test process, however that ends.
///
/// Any thread may use it; `end` and `exitStatus(within:)` block the caller.
public final class FixtureProcess: Sendable {
    public let pid: Int32
    /// What it was started as, for messages.
    public let command: String
    /// Where its standard output and standard error go.
    public let log: String
    private let scratch: Scratch?
    private let ended = Mutex<ExitStatus?>(nil)

    /// Starts `arguments`; the first is a path or a name in PATH.
    ///
    /// - Parameters:
    ///   - environment: changes to the environment of this process; nil takes a variable away.
    ///   - log: the file for what it prints, appended to; nil makes a private one.
    ///   - standardOutput: a descriptor to use instead of the log; stays the caller's.
    public init(
        _ arguments: [String], environment changes: [String: String?] = [:], log: String? = nil, standardOutput: Int32? = nil
    ) throws {
        scratch = log == nil ? Scratch() : nil
        self.log = log ?? scratch!.file("log")
        command = arguments.joined(separator: " ")
        var environment = ProcessInfo.processInfo.environment
        // nginx lives in /usr/sbin, which a user's PATH may lack.
        environment["PATH"] = (environment["PATH"] ?? "/usr/bin") + ":/usr/sbin"
        for (name, value) in changes { environment[name] = value }
        let descriptor = open(self.log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FixtureError("cannot write \(self.log)") }
        defer { close(descriptor) }
        pid = try Spawner.shared.spawn(
            arguments, environment: environment, standardOutput: standardOutput ?? descriptor, standardError: descriptor)
    }

    deinit { end(grace: .seconds(2)) }

    /// What it has printed so far.
    public var output: String { textOfFile(log) }

    public var isRunning: Bool { poll() == nil }

    public func send(_ signal: Int32) {
        ended.withLock { if $0 == nil { _ = Glibc.kill(pid, signal) } }
    }

    /// How it ended; nil when it still runs after `timeout`.
    public func exitStatus(within timeout: Duration) -> ExitStatus? {
        _ = Watchdog.until(timeout) { poll() != nil }
        return poll()
    }

    /// Asks it to end (SIGTERM), and after `grace` kills its whole session. Safe to call again.
    @discardableResult
    public func end(grace: Duration = .seconds(10)) -> ExitStatus {
        send(SIGTERM)
        if let status = exitStatus(within: grace) {
            killpg(pid, SIGKILL)  // what it left behind in its session
            return status
        }
        killpg(pid, SIGKILL)
        while true {
            if let status = exitStatus(within: .seconds(5)) { return status }
        }
    }

    /// Ends it at once and without a farewell of its own, as a crash does, and waits for that.
    public func kill() {
        send(SIGKILL)
        end(grace: .zero)
    }

    /// Stops it where it stands, as a program that hangs, until `resume`.
    public func pause() { send(SIGSTOP) }
    public func resume() { send(SIGCONT) }

    /// Throws with the last lines of its log if it has ended.
    public func expectRunning() throws {
        guard let status = poll() else { return }
        throw FixtureError("'\(command)' ended (\(status)):\n\(output.suffix(800))")
    }

    /// Waits until its log contains `text`; behind the first `earlier`, when that is given.
    public func waitForOutput(_ text: String, after earlier: String? = nil, timeout: Duration = .seconds(20)) throws {
        try waitUntil("'\(text)' from '\(command)', which printed:\n\(output.suffix(800))", timeout: timeout) {
            let output = output
            let start = earlier.map { output.range(of: $0)?.upperBound ?? output.endIndex } ?? output.startIndex
            if output[start...].contains(text) { return true }
            try expectRunning()
            return false
        }
    }

    private func poll() -> ExitStatus? {
        ended.withLock { ended in
            if ended != nil { return ended }
            var status: Int32 = 0
            if waitpid(pid, &status, WNOHANG) == pid { ended = ExitStatus(waitStatus: status) }
            return ended
        }
    }
}
