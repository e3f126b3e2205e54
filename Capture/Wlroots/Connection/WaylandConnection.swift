import CWayland
import CaptureKit
import Frames
import Glibc

/// One connection to one compositor: the owner of its C handle and the only funnel from its answers to ours.
///
/// Used on the capture thread only.
final class WaylandConnection {
    /// How long a compositor may take to answer while the screen is being opened.
    private static let patience: Int32 = 5000

    /// Borrowed by this module's requests; never kept.
    let handle: OpaquePointer
    /// The display as it was named: "wayland-1".
    let display: String

    /// Connects, and learns of all screens: two round trips.
    ///
    /// - Parameter named: the display, or `nil` for `$WAYLAND_DISPLAY`.
    /// - Throws: `.noDisplay` when no compositor answers there, `.permissionDenied` when we may not connect.
    init(to named: String?) throws(CaptureError) {
        display = named ?? Self.variable("WAYLAND_DISPLAY") ?? "wayland-0"
        guard let handle = cwayland_open(named) else { throw UnreachableCompositor(display, errno).error }
        self.handle = handle
        // The first answer names the objects, the second describes them.
        for _ in 0..<2 {
            guard cwayland_settle(handle, Self.patience) == 0 else {
                let number = errno
                // `deinit` closes the handle.
                throw number == ETIMEDOUT
                    ? CaptureError(.noDisplay, "the compositor of the Wayland display \(display) does not answer") : gone(number)
            }
        }
    }

    deinit { cwayland_close(handle) }

    static func variable(_ name: String) -> String? {
        guard let set = getenv(name), set.pointee != 0 else { return nil }
        return String(cString: set)
    }

    /// Readable when the compositor sent something.
    var descriptor: Int32 { cwayland_descriptor(handle) }

    /// False when the connection broke.
    private(set) var isAlive = true

    func flush() { cwayland_flush(handle) }

    /// Sends what waits and handles what came.
    /// - Throws: `.screenGone` when the connection broke.
    func read() throws(CaptureError) {
        guard cwayland_read(handle) == 0 else { throw gone(errno) }
    }

    /// As `read`, until the compositor has answered everything.
    func settle() throws(CaptureError) {
        guard cwayland_settle(handle, Self.patience) == 0 else { throw gone(errno) }
    }

    /// - Throws: `.unsupported` for a compositor that has no copies of screens, or of parts of them, to give.
    func checkCopies(ofPart: Bool) throws(CaptureError) {
        guard let missing = cwayland_missing(handle, ofPart ? 1 : 0) else { return }
        let isPartAlone = ofPart && cwayland_missing(handle, 0) == nil
        throw CaptureError(
            .unsupported,
            "the compositor of the Wayland display \(display) has no \(String(cString: missing)), as sway and others of wlroots have: "
                + (isPartAlone ? "capture a whole screen, without --region" : "capture it through its portal, with splitcast-capture-pipewire"))
    }

    /// Grows whenever a screen came, went or changed.
    var changes: UInt32 { cwayland_changes(handle) }

    /// Those that are on, in the order in which they came.
    var screens: [WaylandScreen] {
        var found: [WaylandScreen] = []
        var facts = cwayland_screen()
        while cwayland_screen_at(handle, Int32(found.count), &facts) != 0 {
            let name = String(cString: facts.name)
            found.append(
                WaylandScreen(
                    number: facts.number, name: name.isEmpty ? "\(found.count + 1)" : name, description: String(cString: facts.description),
                    rectangle: PixelRectangle(x: Int(facts.x), y: Int(facts.y), width: Int(facts.width), height: Int(facts.height)),
                    panel: PixelSize(width: Int(facts.panel_width), height: Int(facts.panel_height)), transform: facts.transform, turn: facts.turn))
        }
        return found
    }

    private func gone(_ number: Int32) -> CaptureError {
        isAlive = false
        let refusal = String(cString: cwayland_refusal(handle))
        if !refusal.isEmpty { return CaptureError(.screenGone, "the compositor of the Wayland display \(display) refused a request (\(refusal))") }
        let reason = [EPIPE, ECONNRESET].contains(number) ? "" : " (\(String(cString: strerror(number))))"
        return CaptureError(.screenGone, "the compositor of the Wayland display \(display) went away\(reason)")
    }
}
