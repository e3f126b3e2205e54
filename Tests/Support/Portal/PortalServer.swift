import Fixtures
import Foundation

/// A session bus of the tests' own, and a desktop portal on it that answers as the test says: `portal.py`, which tells what it was
/// asked. It shares no pictures; what it hands out as a connection to PipeWire is a pipe.
public final class PortalServer {
    public let address: String
    private let scratch: Scratch
    private var bus: FixtureProcess
    private var portal: FixtureProcess?

    /// - Parameter arguments: of `portal.py`; `nil` for a bus without a portal.
    public init(_ arguments: [String]? = []) throws {
        scratch = Scratch()
        address = "unix:path=\(scratch.file("bus"))"
        bus = try Self.startBus(scratch, address)
        if let arguments { try startPortal(arguments) }
    }

    private static func startBus(_ scratch: Scratch, _ address: String) throws -> FixtureProcess {
        let path = scratch.file("bus")
        unlink(path)
        try scratch.write(configuration(address), to: "bus.conf")
        let bus = try FixtureProcess(["dbus-daemon", "--config-file=\(scratch.file("bus.conf"))", "--nofork", "--nopidfile"])
        try waitUntil("a session bus at \(path)") {
            try bus.expectRunning()
            return Port.isListening(at: path)
        }
        return bus
    }

    /// A session bus that starts nothing by itself: the machine's own portal stays out of it.
    private static func configuration(_ address: String) -> String {
        """
        <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
         "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
        <busconfig>
          <type>session</type>
          <listen>\(address)</listen>
          <policy context="default">
            <allow send_destination="*" eavesdrop="true"/>
            <allow eavesdrop="true"/>
            <allow own="*"/>
          </policy>
        </busconfig>
        """
    }

    /// Where the portal's answers and its log lie, and whatever else a test wants to put somewhere.
    public var directory: String { scratch.path }

    /// What the portal answers from now on: words of `portal.py`; none to grant.
    public func answer(_ words: String = "") throws {
        try scratch.write(words, to: "answer.new")
        guard rename(scratch.file("answer.new"), scratch.file("answer")) == 0 else { throw FixtureError("the answer cannot be written") }
    }

    public func startPortal(_ arguments: [String] = []) throws {
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("portal.py").path
        let before = count("ready")
        let portal = try FixtureProcess(["/usr/bin/python3", script, scratch.path] + arguments, environment: environment)
        self.portal = portal
        try waitUntil("a portal: \(portal.output)") {
            try portal.expectRunning()
            return count("ready") > before
        }
    }

    public func killPortal() { portal?.end(grace: .zero) }

    /// The portal answers nothing any more, and goes on later.
    public func freezePortal(_ isFrozen: Bool = true) { portal?.send(isFrozen ? SIGSTOP : SIGCONT) }

    /// As the desktop's own "stop sharing".
    public func stopSharing() throws {
        let before = count("stopped")
        portal?.send(SIGUSR1)
        try waitUntil("sharing is stopped") { count("stopped") > before }
    }

    /// Ends the bus, and with it the portal; starts a new one, with nothing on it.
    public func restartBus() throws {
        killPortal()
        bus.end()
        bus = try Self.startBus(scratch, address)
    }

    public func killBus() { bus.end() }

    /// The bus answers nothing any more, and goes on later.
    public func freezeBus(_ isFrozen: Bool = true) { bus.send(isFrozen ? SIGSTOP : SIGCONT) }

    /// For programs that are to find this bus.
    public var environment: [String: String?] { ["DBUS_SESSION_BUS_ADDRESS": address] }

    // MARK: What it was asked

    /// The lines of its log.
    public var requests: [[String: String]] {
        textOfFile(scratch.file("log")).split(separator: "\n").compactMap { line in
            guard let facts = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] else { return nil }  // half a line
            return facts.mapValues { "\($0)" }
        }
    }

    public func count(_ what: String) -> Int { requests.count { $0["what"] == what } }

    /// The newest request of a kind.
    public func last(_ what: String) -> [String: String]? { requests.last { $0["what"] == what } }
}
