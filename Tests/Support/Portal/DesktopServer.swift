import Fixtures
import Foundation

/// logind and a screen saver of the tests' own (`logind.py`), on a bus that serves as the system's and the session's.
public final class DesktopServer {
    private let bus: PortalServer
    private let services: FixtureProcess

    /// - Parameter words: how it is at first: of `locked`, `inactive`, `sleep`, `saver` and `refuse-idle`.
    public init(_ words: String = "") throws {
        bus = try PortalServer(nil)
        try Data(words.utf8).write(to: URL(fileURLWithPath: bus.directory + "/desktop"))
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("logind.py").path
        services = try FixtureProcess(["/usr/bin/python3", script, bus.directory], environment: bus.environment)
        let services = services
        let directory = bus.directory
        try waitUntil("logind: \(services.output)") {
            try services.expectRunning()
            return FileManager.default.fileExists(atPath: directory + "/told")
        }
    }

    /// For programs that are to find it.
    public var environment: [String: String?] {
        ["DBUS_SYSTEM_BUS_ADDRESS": bus.address, "DBUS_SESSION_BUS_ADDRESS": bus.address, "XDG_SESSION_ID": nil]
    }

    public var address: String { bus.address }

    /// How it is from now on.
    public func change(to words: String) throws {
        try Data(words.utf8).write(to: URL(fileURLWithPath: bus.directory + "/desktop"))
        services.send(SIGUSR1)
    }

    /// The locks that logind holds at the moment, such as "sleep\tSplitcast\t…\tblock".
    public var inhibitors: [String] { textOfFile(bus.directory + "/inhibitors").split(separator: "\n").map(String.init) }

    public func killBus() { bus.killBus() }
}
