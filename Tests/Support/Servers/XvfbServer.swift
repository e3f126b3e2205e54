public import Fixtures
public import Foundation

/// A private X server without a screen, on a display number of its own choice, with nothing on it.
public final class XvfbServer: Sendable {
    /// For `$DISPLAY` and `--display`, as in ":3".
    public let display: String
    public let server: FixtureProcess
    private let scratch = Scratch()

    /// - Parameters:
    ///   - parent: the server that it shows itself on, as Xephyr; `nil` for Xvfb.
    ///   - display: such as ":1000"; `nil` for one of its own choice.
    ///   - extra: further arguments of Xvfb(1), as in `["-extension", "MIT-SHM"]`.
    public init(
        width: Int = 1280, height: Int = 720, depth: Int = 24, on parent: XvfbServer? = nil, display fixed: String? = nil, extra: [String] = []
    ) throws {
        let announcement = scratch.file("display")
        let descriptor = open(announcement, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FixtureError("cannot write \(announcement)") }
        defer { close(descriptor) }
        let program = parent == nil ? ["Xvfb", "-screen", "0", "\(width)x\(height)x\(depth)"] : ["Xephyr", "-screen", "\(width)x\(height)"]
        let command = program + (fixed.map { [$0] } ?? []) + ["-displayfd", "1", "-nolisten", "tcp", "-noreset"] + extra
        let server = try FixtureProcess(
            command, environment: parent?.environment ?? [:], log: scratch.file("log"), standardOutput: descriptor)
        self.server = server
        try waitUntil("\(program[0]): \(server.output.suffix(500))") {
            try server.expectRunning()
            return textOfFile(announcement).hasSuffix("\n")
        }
        display = ":" + textOfFile(announcement).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    // Before its directory goes.
    deinit { end() }

    /// Ends the server; what draws on it loses its connection.
    public func end() { server.end() }

    /// The same without a farewell, as after a crash.
    public func kill() { server.kill() }

    /// The environment changes of a program that is to draw here.
    public var environment: [String: String?] { ["DISPLAY": display, "XAUTHORITY": nil] }

    /// Runs a program on this display to its end and returns what it wrote to standard output.
    @discardableResult
    public func run(_ arguments: String...) throws -> Data { try runTool(arguments, environment: environment) }
}
