import CWayland
import CaptureKit
import Glibc

/// Has the compositor draw its screens once more: what `--redraw` does.
///
/// A desktop's portal that waits for a change before it gives a picture, as that of wlroots does, gives none of a screen that stands
/// still. The host runs this for its agents that get their pictures from there.
enum ScreenRedraw {
    private static let patience: Int32 = 3000

    /// - Parameter display: `nil` for `$WAYLAND_DISPLAY`.
    /// - Returns: how many screens were drawn.
    /// - Throws: `.unsupported` for a compositor without layers, `.noDisplay` where none answers.
    static func ask(display: String?) throws(CaptureError) -> Int {
        let drawn = cwayland_redraw(display, patience)
        guard drawn < 0 else { return Int(drawn) }
        let number = errno
        let name = display ?? WaylandConnection.variable("WAYLAND_DISPLAY") ?? "wayland-0"
        guard number != ENOTSUP else {
            throw CaptureError(
                .unsupported, "the compositor of the Wayland display \(name) has no zwlr_layer_shell_v1: its screens cannot be redrawn")
        }
        guard number == ETIMEDOUT else { throw UnreachableCompositor(name, number).error }
        throw CaptureError(.noDisplay, "the compositor of the Wayland display \(name) does not redraw its screens: are they off?")
    }
}
