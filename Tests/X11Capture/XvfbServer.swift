import Foundation

/// An X server of one's own, ended by its process id when let go.
final class XvfbServer {
    let display: String
    private let server: Process

    /// - Parameter parent: the display that a Xephyr shows itself on; `nil` for Xvfb.
    init(_ size: String = "640x480x24", parent: String? = nil, extra: [String] = []) throws {
        server = Process()
        let numbers = Pipe()
        let name = parent == nil ? "Xvfb" : "Xephyr"
        server.executableURL = URL(fileURLWithPath: "/usr/bin/\(name)")
        // The server picks a free number and tells it on its standard stream.
        let screen = parent == nil ? ["-screen", "0", size] : ["-screen", size]
        server.arguments = ["-displayfd", "1", "-nolisten", "tcp", "-noreset"] + screen + extra
        server.environment = ProcessInfo.processInfo.environment.merging(parent.map { ["DISPLAY": $0] } ?? [:]) { $1 }
        server.standardOutput = numbers
        server.standardError = FileHandle.nullDevice
        try server.run()
        var said = Data()
        while !said.contains(0x0A) {
            let more = numbers.fileHandleForReading.availableData
            guard !more.isEmpty else { throw Failure(what: "\(name) ended without naming its display") }
            said += more
        }
        display = ":" + String(decoding: said, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    deinit { end() }

    /// Ends the server and waits for it. A gentler signal would not arrive: the server inherits the signal mask of the
    /// test's thread. The socket that stays behind is taken over by the next server.
    func end() {
        guard server.isRunning else { return }
        kill(server.processIdentifier, SIGKILL)
        server.waitUntilExit()
    }

    /// Runs a program against this display and returns what it wrote.
    @discardableResult
    func run(_ program: String, _ arguments: String...) throws -> Data {
        let process = Process()
        let written = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/\(program)")
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(["DISPLAY": display]) { $1 }
        process.standardOutput = written
        process.standardError = FileHandle.nullDevice
        try process.run()
        let data = written.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure(what: "\(program) ended with \(process.terminationStatus)") }
        return data
    }

    struct Failure: Error {
        let what: String
    }
}
