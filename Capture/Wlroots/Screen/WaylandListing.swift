import CaptureKit

/// What `--list` prints.
enum WaylandListing {
    enum Form {
        case text
        case json
    }

    /// - Parameter display: `nil` for `$WAYLAND_DISPLAY`.
    /// - Throws: as `WaylandConnection`. A compositor whose screens cannot be copied lists them all the same.
    static func written(_ form: Form, display: String?) throws(CaptureError) -> String {
        let screens = try WaylandConnection(to: display).screens
        return switch form {
        case .json: WaylandScreen.json(screens)
        case .text: WaylandScreen.text(screens)
        }
    }
}
