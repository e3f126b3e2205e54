public import Fixtures
import Foundation
import Frames
import Synchronization

/// sway without a GPU or a screen, with xdg-desktop-portal-wlr, which grants without a dialog unless told otherwise.
///
/// Any thread may use it; its functions block. What it offers: casts of monitors with the cursor embedded or hidden, with
/// transform and damage metadata; zwlr-screencopy.
public final class SwayDesktop: WaylandDesktop {
    /// What the portal says to a cast from now on.
    public enum Answer: Hashable, Sendable {
        /// Yes, to the screen of that name.
        case grant(String)
        /// The user closes the dialog.
        case cancel
        /// The dialog stays.
        case hang
    }

    /// The screen that is there from the start.
    public static let screen = "HEADLESS-1"

    private let servers: DesktopServers
    private let size: PixelSize
    private let hasX: Bool
    private let hasPortal: Bool
    private let screens = Mutex([SwayDesktop.screen])

    /// - Parameters:
    ///   - withPortal: false leaves the portal out: a desktop where it was not installed.
    ///   - withX: with Xwayland, for programs of X.
    public init(width: Int = 1280, height: Int = 720, withPortal: Bool = true, withX: Bool = false) throws {
        (size, hasPortal, hasX) = (PixelSize(width: width, height: height), withPortal, withX)
        servers = try DesktopServers("sway", backend: "org.freedesktop.impl.portal.desktop.wlr")
        try startCompositor()
        guard withPortal else { return }
        try write(.grant(Self.screen))
        try startBackend()
        try servers.startPortal()
    }

    /// A library that is preloaded into a server that lacks something.
    private static func shim(_ name: String) throws -> String {
        try library(compiledFrom: URL(fileURLWithPath: #filePath).deletingLastPathComponent().path + "/\(name).c")
    }

    public var environment: [String: String?] { servers.environment.merging(["SWAYSOCK": servers.home + "/sway.sock", "DISPLAY": nil]) { $1 } }
    public var runtimePath: String { servers.home }
    /// What runs in it, by name: "compositor", "portal", "portal backend", "pipewire" and so on.
    public var processes: [(name: String, pid: Int32)] { servers.running }
    public var compositor: FixtureProcess { get throws { try servers.process("compositor") } }

    /// What a part of it has printed: "compositor", "portal", "portal backend", "pipewire", "session manager".
    public func log(_ name: String) -> String { servers.log(name) }

    // MARK: The compositor

    /// Ends the compositor at once; everything that draws or captures there loses it.
    public func killCompositor() {
        servers.end("compositor", killing: true)
        // It ends with the compositor by itself.
        servers.end("portal backend")
    }

    /// Starts it again after `killCompositor`, and with it, as a session does, what ended with it. What drew has to be started again.
    public func startCompositor() throws {
        // With one of a sway that was killed, another one listens elsewhere.
        for name in ["wayland-1", "sway.sock"] { unlink(servers.home + "/" + name) }
        screens.withLock { $0 = [Self.screen] }
        let lines = [
            "xwayland \(hasX ? "enable" : "disable")", "output \(Self.screen) mode --custom \(size)@60Hz", "output * bg #304050 solid_color",
            "default_border none", "focus_on_window_activation none",
        ]
        try servers.write(lines.joined(separator: "\n") + "\n", to: "sway.conf")
        try servers.start(
            "compositor", ["sway", "-c", servers.home + "/sway.conf"],
            environment: environment.merging([
                "WLR_BACKENDS": "headless", "WLR_RENDERER": "pixman", "WLR_LIBINPUT_NO_DEVICES": "1", "LD_PRELOAD": try Self.shim("plug"),
            ]) { $1 })
        try servers.wait(for: "compositor") {
            (try? control("-t", "get_outputs")) != nil && Port.isListening(at: servers.home + "/wayland-1")  // refused until it listens
        }
        if hasPortal, servers.hasOwner("org.freedesktop.portal.Desktop") { try startBackend() }
    }

    /// swaymsg(1).
    @discardableResult
    public func control(_ arguments: String...) throws -> String { try control(arguments) }

    @discardableResult
    private func control(_ arguments: [String]) throws -> String {
        String(decoding: try runTool(["swaymsg"] + arguments, environment: environment), as: UTF8.self)
    }

    private func set(_ screen: String, _ words: String...) throws { try control(["-q", "--", "output", screen] + words) }

    /// Turns or mirrors what a screen shows.
    public func turn(_ transform: SwayTransform, screen: String = SwayDesktop.screen) throws { try set(screen, "transform", transform.rawValue) }

    /// How many pixels a unit of its programs has.
    public func scale(_ factor: Double, screen: String = SwayDesktop.screen) throws { try set(screen, "scale", "\(factor)") }

    public func resize(width: Int, height: Int, screen: String = SwayDesktop.screen) throws {
        try set(screen, "mode", "--custom", "\(width)x\(height)@60Hz")
    }

    /// The first screen's plug is pulled: to programs it is gone.
    public func unplug() throws {
        try compositor.send(SIGUSR1)
        // It crashes over that by itself (0.7), sooner or later; anyone who asks the portal next has it started again in a session.
        servers.end("portal backend", killing: true)
        try waitUntil("the screen to go: \(log("compositor").suffix(500))") { try !names().contains(Self.screen) }
    }

    /// Puts it back.
    public func plug() throws {
        try compositor.send(SIGUSR2)
        try waitUntil("the screen to come: \(log("compositor").suffix(500))") { try names().contains(Self.screen) }
        if hasPortal { try startBackend() }
    }

    /// The names of the screens that there are.
    public func names() throws -> [String] {
        let list = try JSONSerialization.jsonObject(with: Data(control("-r", "-t", "get_outputs").utf8)) as? [[String: Any]] ?? []
        return list.compactMap { $0["name"] as? String }
    }

    /// Makes a still screen change, since a cast shows nothing before the next change.
    public func nudge(screen: String = SwayDesktop.screen) throws {
        try set(screen, "bg", String(format: "#3040%02x", Int.random(in: 0x50...0xa0)), "solid_color")
    }

    /// A further screen, to the right of the others. Returns its name.
    public func addScreen(width: Int, height: Int) throws -> String {
        try control("-q", "create_output")
        let name = screens.withLock { screens in
            screens.append("HEADLESS-\(screens.count + 1)")
            return screens[screens.count - 1]
        }
        try resize(width: width, height: height, screen: name)
        return name
    }

    // MARK: The portal

    private func write(_ answer: Answer) throws {
        let chooser =
            switch answer {
            case .grant(let screen): "output_name=\(screen)\nchooser_type=none"
            case .cancel: "chooser_type=simple\nchooser_cmd=true"
            case .hang: "chooser_type=simple\nchooser_cmd=exec tail -f /dev/null"
            }
        try servers.write("[screencast]\nmax_fps=60\n\(chooser)\n", to: ".config/xdg-desktop-portal-wlr/config")
    }

    private func startBackend() throws {
        try servers.startBackend(
            ["/usr/libexec/xdg-desktop-portal-wlr", "-l", "DEBUG"],
            environment: environment.merging(["LD_PRELOAD": try Self.shim("shm-only")]) { $1 })
    }

    /// Ends what asks the user, and with it all casts, and starts it again with another answer.
    public func answer(_ answer: Answer) throws {
        try write(answer)
        try restartBackend()
    }

    /// Ends what asks the user, and with it all casts, and starts it again.
    public func restartBackend() throws {
        servers.end("portal backend")
        try startBackend()
    }

    /// Starts what asks the user again if it has ended by itself, as a desktop's bus does when it is wanted: the compositor cuts off clients
    /// that a busy machine keeps from reading.
    ///
    /// - Returns: whether it had ended.
    public func reviveBackend() throws -> Bool {
        guard let backend = try? servers.process("portal backend"), !backend.isRunning else { return false }  // ended on purpose: left alone
        try restartBackend()
        return true
    }

    public var consentCount: Int { log("portal backend").matches(of: /select sources method invoked/).count - restoredCount }
    /// How often a cast began by an earlier consent.
    public var restoredCount: Int { log("portal backend").matches(of: /restoring session from data/).count }

    public func forgetConsents() { servers.forgetConsents() }

    // MARK: PipeWire

    public func stopPipeWire(killing: Bool) {
        servers.endPipeWire(killing: killing)
        servers.end("portal backend")
    }

    /// Ends the session manager alone: PipeWire goes on, and links nothing any more.
    public func stopSessionManager() { servers.endSessionManager() }

    public func startPipeWire() throws {
        try servers.startPipeWire()
        if hasPortal { try startBackend() }
    }
}
