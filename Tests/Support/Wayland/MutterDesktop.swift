import Fixtures
import Foundation

/// mutter without a GPU or a screen, behind a portal whose user the test plays.
///
/// Any thread may use it; its functions block. What it offers: casts of monitors, of the window in front and of virtual screens,
/// with all three ways of the cursor, its metadata and that of crop; consents that are kept.
public final class MutterDesktop: WaylandDesktop {
    /// What the user says to a cast from now on.
    public enum Answer: Hashable, Sendable {
        case grant
        /// Closes the dialog.
        case cancel
        /// Something breaks.
        case fail
        /// The dialog stays.
        case hang
        /// Yes, after a while.
        case delay(Duration)

        fileprivate var word: String {
            switch self {
            case .grant: "grant"
            case .cancel: "cancel"
            case .fail: "fail"
            case .hang: "hang"
            case .delay(let time): "delay \(time.inSeconds)"
            }
        }
    }

    private let servers: DesktopServers
    private let width: Int
    private let height: Int

    public init(width: Int = 1280, height: Int = 720) throws {
        (self.width, self.height) = (width, height)
        servers = try DesktopServers("mutter", backend: "org.freedesktop.impl.portal.desktop.fixture")
        try startCompositor()
        try answer(.grant)
        try startBackend()
        try servers.startPortal()
    }

    public var environment: [String: String?] { servers.environment.merging(["DISPLAY": nil]) { $1 } }
    public var runtimePath: String { servers.home }

    /// What a part of it has printed: "compositor", "portal", "portal backend", "pipewire", "session manager".
    public func log(_ name: String) -> String { servers.log(name) }

    /// Ends the compositor at once; everything that draws or is cast there loses it.
    public func killCompositor() { servers.end("compositor", killing: true) }

    /// Starts it again after `killCompositor`. What drew has to be started again.
    public func startCompositor() throws {
        unlink(servers.home + "/wayland-1")
        let screen = ["--virtual-monitor", "\(width)x\(height)@60", "--wayland-display", "wayland-1"]
        try servers.start("compositor", ["mutter", "--headless", "--wayland", "--no-x11"] + screen)
        try servers.wait(for: "compositor") {
            ["ScreenCast", "RemoteDesktop"].allSatisfy { servers.hasOwner("org.gnome.Mutter." + $0) }
                && Port.isListening(at: servers.home + "/wayland-1")
        }
    }

    private func startBackend() throws {
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("portal-backend.py").path
        try servers.startBackend(["/usr/bin/python3", script, servers.home + "/answer"])
    }

    /// - Parameters:
    ///   - moving: the pointer goes round in a circle on what is granted.
    ///   - forgetting: what was kept of an earlier consent is not taken, as with a token that has become stale.
    public func answer(_ answer: Answer, moving: Bool = false, forgetting: Bool = false) throws {
        try servers.write(answer.word + (moving ? " pointer" : "") + (forgetting ? " forget" : "") + "\n", to: "answer")
    }

    /// The user presses "stop sharing": every cast ends.
    public func stopSharing() throws { try servers.process("portal backend").send(SIGUSR1) }

    public var consentCount: Int { lines("asked") }
    /// How often a cast began by an earlier consent.
    public var restoredCount: Int { lines("restored") }

    private func lines(_ word: String) -> Int { log("portal backend").split(separator: "\n").count { $0.hasPrefix(word + " for") } }

    public func forgetConsents() { servers.forgetConsents() }

    /// Ends the part of the portal that asks the user, as a crash does, without another one in its place.
    public func killBackend() { servers.end("portal backend", killing: true) }

    public func stopPipeWire(killing: Bool) { servers.endPipeWire(killing: killing) }

    /// mutter itself finds the new one at the next cast.
    public func startPipeWire() throws { try servers.startPipeWire() }
}
