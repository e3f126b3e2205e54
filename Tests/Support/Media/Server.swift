import Foundation

/// A program that runs beside a test and is ended by its id.
public final class Server: @unchecked Sendable {
    // @unchecked: a test starts and ends it on one thread.
    private let process = Process()

    /// Its output goes to `log`.
    public init(_ name: String, _ arguments: [String], log: String) throws {
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [name] + arguments
        _ = FileManager.default.createFile(atPath: log, contents: nil)
        let handle = FileHandle(forWritingAtPath: log)
        (process.standardOutput, process.standardError, process.standardInput) = (handle, handle, FileHandle.nullDevice)
        // nginx lives in /usr/sbin, which a user's PATH may lack.
        var environment = ProcessInfo.processInfo.environment
        environment["PATH"] = (environment["PATH"] ?? "/usr/bin") + ":/usr/sbin"
        process.environment = environment
        try process.run()
    }

    public var isRunning: Bool { process.isRunning }

    public func pause() { kill(process.processIdentifier, SIGSTOP) }
    public func resume() { kill(process.processIdentifier, SIGCONT) }

    /// Waits for its end by itself.
    public func wait() { process.waitUntilExit() }

    /// Ends it by its id, at once, and waits for that.
    public func end() {
        guard process.isRunning else { return }
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    deinit { end() }
}
