import AppGroup
import Foundation

/// A private X server without a screen, on a display number of its own choice, with nothing on it.
public final class XvfbServer: Sendable {
    /// For `$DISPLAY` and `--display`, as in ":3".
    public let display: String
    public let server: FixtureProcess
    private let scratch: Scratch

    /// - Parameter extra: further arguments of Xvfb(1), as in `["-extension", "MIT-SHM"]`.
    public init(width: Int = 1280, height: Int = 720, extra: [String] = []) throws {
        scratch = try Scratch()
        let announcement = scratch.file("display")
        let descriptor = open(announcement, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FixtureError("cannot write \(announcement)") }
        defer { close(descriptor) }
        let screen = ["-displayfd", "1", "-screen", "0", "\(width)x\(height)x24", "-nolisten", "tcp", "-noreset"]
        let server = try FixtureProcess(["Xvfb"] + screen + extra, log: scratch.file("log"), standardOutput: descriptor)
        self.server = server
        try waitUntil("Xvfb: \(server.output.suffix(500))") {
            try server.expectRunning()
            return textOfFile(announcement).hasSuffix("\n")
        }
        display = ":" + textOfFile(announcement).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    // Before its directory goes.
    deinit { server.end() }

    /// The environment changes of a program that is to draw here.
    public var environment: [String: String?] { ["DISPLAY": display, "XAUTHORITY": nil] }
}
