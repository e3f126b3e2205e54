import Fixtures
import Foundation

/// A display of an `XvfbServer` whose server knows the power of its screen (`dpms.py`): programs that connect here see DPMS.
public final class DPMSDisplay {
    /// For `--display`.
    public let display: String
    private let scratch = Scratch()
    private let socket: String
    private let proxy: FixtureProcess

    public init(on server: XvfbServer) throws {
        let number = 20_000 + Int(server.display.dropFirst())!
        (display, socket) = (":\(number)", "/tmp/.X11-unix/X\(number)")
        unlink(socket)
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("dpms.py").path
        proxy = try FixtureProcess([
            "/usr/bin/python3", script, scratch.path, "/tmp/.X11-unix/X\(server.display.dropFirst())", "\(number)",
        ])
        let proxy = proxy
        try waitUntil("a display with DPMS: \(proxy.output)") {
            try proxy.expectRunning()
            return proxy.output.hasPrefix("ready")
        }
    }

    deinit {
        proxy.end()
        unlink(socket)
    }

    /// As an xset(1) that speaks DPMS has it done: `on`, `standby`, `suspend` or `off`.
    public func force(_ word: String) throws { try runTool(["xset", "dpms", "force", word], environment: ["DISPLAY": display, "XAUTHORITY": nil]) }

    /// What that says of it.
    public func report() throws -> String {
        String(decoding: try runTool(["xset", "q"], environment: ["DISPLAY": display, "XAUTHORITY": nil]), as: UTF8.self)
    }
}
