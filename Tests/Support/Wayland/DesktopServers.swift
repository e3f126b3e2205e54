import Fixtures
import Foundation
import ServerFixtures
import Synchronization

/// What a private Wayland desktop stands on: a bus, PipeWire with its session manager, the desktop portal. A fixture puts a compositor
/// and the part of the portal that asks the user between them.
///
/// Any thread may use it; its functions block.
final class DesktopServers: Sendable {
    /// Home and runtime directory in one; every socket lies in it.
    let home: String
    let environment: [String: String?]
    private let scratch: Scratch
    /// In the order in which they were started.
    private let processes = Mutex<[(name: String, process: FixtureProcess)]>([])
    /// The bus name of the part of the portal that asks the user.
    private let backend: String

    /// - Parameter desktop: its name, as in `XDG_CURRENT_DESKTOP`.
    init(_ desktop: String, backend: String, environment more: [String: String?] = [:]) throws {
        scratch = Scratch()
        home = try scratch.directory("home")
        self.backend = backend
        let server = AudioServer.pipewire
        var environment = server.environment(in: home)
        environment.merge([
            "XDG_CURRENT_DESKTOP": desktop, "XDG_SESSION_TYPE": "wayland", "WAYLAND_DISPLAY": "wayland-1",
            "XDG_DESKTOP_PORTAL_DIR": home + "/portals", "GSETTINGS_BACKEND": "memory", "LIBGL_ALWAYS_SOFTWARE": "1",
            // The machine's own sound server is never heard.
            "PULSE_SERVER": "unix:\(home)/none",
        ]) { $1 }
        self.environment = environment.merging(more) { $1 }
        let portal = "[portal]\nDBusName=\(backend)\nInterfaces=org.freedesktop.impl.portal.ScreenCast;\nUseIn=\(desktop)\n"
        for (path, text) in server.files(in: home) + [("portals/fixture.portal", portal)] { try write(text, to: path) }
        // Services that a bus starts by itself outlive a test that is killed, one of them with a file system in this home: none is.
        let bus = """
            <busconfig><type>session</type><listen>unix:path=\(home)/bus</listen><auth>EXTERNAL</auth>
            <policy context="default"><allow send_destination="*"/><allow receive_sender="*"/><allow own="*"/></policy></busconfig>
            """
        try write(bus, to: "bus.conf")
        try start("bus", ["dbus-daemon", "--config-file=\(home)/bus.conf", "--nofork", "--nopidfile"])
        try wait(for: "bus") { Port.isListening(at: home + "/bus") }
        try startPipeWire()
    }

    // Before their directory goes.
    deinit { for (_, process) in processes.withLock({ $0 }).reversed() { process.end(grace: .seconds(3)) } }

    /// Writes a file into the home.
    func write(_ text: String, to path: String) throws {
        _ = try scratch.directory("home/" + (path as NSString).deletingLastPathComponent)
        try scratch.write(text, to: "home/" + path)
    }

    @discardableResult
    func start(_ name: String, _ command: [String], environment more: [String: String?] = [:]) throws -> FixtureProcess {
        let process = try FixtureProcess(command, environment: environment.merging(more) { $1 }, log: scratch.file(name + ".log"))
        processes.withLock { $0.append((name, process)) }
        return process
    }

    /// Ends one, quietly or with SIGKILL; nothing when it does not run.
    func end(_ name: String, killing: Bool = false) {
        let process = processes.withLock { processes in
            processes.firstIndex { $0.name == name }.map { processes.remove(at: $0).process }
        }
        if killing { process?.send(SIGKILL) }
        process?.end(grace: .seconds(3))
    }

    var running: [(name: String, pid: Int32)] { processes.withLock { $0.map { ($0.name, $0.process.pid) } } }

    func process(_ name: String) throws -> FixtureProcess {
        guard let found = processes.withLock({ $0.first { $0.name == name }?.process }) else { throw FixtureError("no '\(name)' runs") }
        return found
    }

    /// What one of them has printed so far, whether it runs or not.
    func log(_ name: String) -> String { textOfFile(scratch.file(name + ".log")) }

    /// Waits until `condition` holds while process `name` runs.
    func wait(for name: String, _ condition: () throws -> Bool) throws {
        try waitUntil("\(name): \(log(name).suffix(800))") {
            try process(name).expectRunning()
            return try condition()
        }
    }

    /// Whether somebody has this name on the bus.
    func hasOwner(_ name: String) -> Bool {
        let question = ["dbus-send", "--session", "--print-reply=literal", "--dest=org.freedesktop.DBus", "/", "org.freedesktop.DBus.NameHasOwner"]
        let answer = try? runTool(question + ["string:" + name], environment: environment)  // not yet up: no one has
        return answer.map { String(decoding: $0, as: UTF8.self).contains("boolean true") } ?? false
    }

    func startPipeWire() throws {
        // What one leaves when it is killed would look like one that is up.
        for name in ["pipewire-0", "pipewire-0-manager", "pipewire-0.lock"] { unlink(home + "/" + name) }
        try start("pipewire", ["pipewire"])
        try wait(for: "pipewire") { Port.isListening(at: home + "/pipewire-0") }
        try start("session manager", ["wireplumber"])
    }

    func endPipeWire(killing: Bool) {
        end("session manager", killing: killing)
        end("pipewire", killing: killing)
    }

    func endSessionManager() { end("session manager") }

    /// The part of the portal that asks the user.
    func startBackend(_ command: [String], environment more: [String: String?] = [:]) throws {
        try start("portal backend", command, environment: more)
        try wait(for: "portal backend") { hasOwner(backend) }
    }

    func startPortal() throws {
        try start("permission store", ["/usr/libexec/xdg-permission-store"])
        try wait(for: "permission store") { hasOwner("org.freedesktop.impl.portal.PermissionStore") }
        try start("portal", ["/usr/libexec/xdg-desktop-portal"])
        try wait(for: "portal") { hasOwner("org.freedesktop.portal.Desktop") }
    }

    /// Forgets every consent that was kept, as a user does in the settings.
    func forgetConsents() {
        // The store keeps what it has read in memory.
        let store = "org.freedesktop.impl.portal.PermissionStore"
        let call = ["dbus-send", "--session", "--print-reply", "--dest=" + store, "/org/freedesktop/impl/portal/PermissionStore"]
        let ids = try? runTool(call + [store + ".List", "string:screencast"], environment: environment)  // none is kept: no such table
        for match in String(decoding: ids ?? Data(), as: UTF8.self).matches(of: /string "([^"]+)"/) {
            let names = ["string:screencast", "string:" + match.1]
            _ = try? runTool(call + [store + ".Delete"] + names, environment: environment)  // gone already
        }
    }
}
