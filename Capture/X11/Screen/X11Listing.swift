import CaptureKit

/// What `--list` prints.
enum X11Listing {
    enum Form {
        case text
        case json
    }

    /// - Parameter display: `nil` for all displays of this machine.
    /// - Throws: as `X11Backend.listScreens(display:)`.
    static func written(_ form: Form, display: String?) throws(CaptureError) -> String {
        let screens = try X11Backend.listScreens(display: display)
        return switch form {
        case .json: X11Screen.json(screens)
        case .text: screens.isEmpty ? "no X display of this machine can be opened\n" : X11Screen.text(screens)
        }
    }
}
