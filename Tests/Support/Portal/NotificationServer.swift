import Fixtures
import Foundation

/// A session bus of the tests' own with a notification service on it (`notifications.py`), which shows nothing and writes down everything.
public final class NotificationServer {
    private let bus: PortalServer
    private let service: FixtureProcess?

    public enum Kind: Sendable { case present, absent, deaf }

    public init(_ kind: Kind = .present) throws {
        bus = try PortalServer(nil)
        guard kind != .absent else {
            service = nil
            return
        }
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("notifications.py").path
        let made = try FixtureProcess(
            ["/usr/bin/python3", script, bus.directory] + (kind == .deaf ? ["deaf"] : []), environment: bus.environment)
        service = made
        let ready = bus.directory + "/ready"
        try waitUntil("a notification service: \(made.output)") {
            try made.expectRunning()
            return FileManager.default.fileExists(atPath: ready)
        }
    }

    public var address: String { bus.address }
    public var environment: [String: String?] { bus.environment }

    /// What it was asked to show, in order.
    public var shown: [[String: Any]] {
        textOfFile(bus.directory + "/shown").split(separator: "\n").compactMap {
            try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]  // half a line
        }
    }

    public var summaries: [String] { shown.compactMap { $0["summary"] as? String } }

    /// Neither bus nor service answers any more, and both go on later.
    public func freezeBus(_ isFrozen: Bool = true) { bus.freezeBus(isFrozen) }
    public func killBus() { bus.killBus() }
}
