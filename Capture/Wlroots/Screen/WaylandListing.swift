import CWayland
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
        let connection = try WaylandConnection(to: display)
        return switch form {
        case .json: WaylandScreen.json(connection.screens, areCopied: connection.givesCopies)
        case .text: WaylandScreen.text(connection.screens)
        }
    }
}

extension WaylandConnection {
    /// Whether the compositor has a protocol by which whole screens are copied, to us at least.
    fileprivate var givesCopies: Bool { cwayland_missing(handle, 0) == nil }
}
