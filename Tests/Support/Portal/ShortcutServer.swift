import Fixtures
import Foundation

/// A session bus of the tests' own, and on it a desktop portal that has global shortcuts, `shortcuts.py`, without any keys.
public final class ShortcutServer {
    private let bus: PortalServer
    private var portal: FixtureProcess

    /// - Parameter arguments: of `shortcuts.py`.
    public init(_ arguments: String...) throws {
        bus = try PortalServer(nil)
        portal = try Self.start(arguments, on: bus)
    }

    private static func start(_ arguments: [String], on bus: PortalServer) throws -> FixtureProcess {
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("shortcuts.py").path
        let before = bus.count("ready")
        let made = try FixtureProcess(["/usr/bin/python3", script, bus.directory] + arguments, environment: bus.environment)
        try waitUntil("a portal: \(made.output)") {
            try made.expectRunning()
            return bus.count("ready") > before
        }
        return made
    }

    public var address: String { bus.address }
    /// For a program of a Wayland desktop.
    public var environment: [String: String?] { bus.environment.merging(["WAYLAND_DISPLAY": "none-of-it"]) { $1 } }

    /// What it was asked.
    public var requests: [[String: String]] { bus.requests }
    public func count(_ what: String) -> Int { bus.count(what) }

    /// "press ID", "release ID", "foreign ID", "close", in order.
    public func act(_ lines: String...) throws {
        let before = bus.count("acted")
        try Data(lines.joined(separator: "\n").utf8).write(to: URL(fileURLWithPath: bus.directory + "/keys"))
        portal.send(SIGUSR1)
        try waitUntil("the portal acts: \(portal.output)") { bus.count("acted") > before }
    }

    public func restart() throws {
        portal.end(grace: .zero)
        portal = try Self.start([], on: bus)
    }

    public func kill() { portal.end(grace: .zero) }
}
