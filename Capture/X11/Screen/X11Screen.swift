import CaptureKit
import Frames

/// One monitor of one X display, as `--list` shows it.
struct X11Screen: Hashable {
    /// What `--display` takes.
    let display: String
    /// What `--screen` takes; `nil` for a display without monitors, which is captured whole.
    let name: String?
    /// Size and position on the display, in pixels.
    let rectangle: PixelRectangle
    let isPrimary: Bool
    /// The display shows X programs inside of a Wayland desktop, and nothing else of that.
    var isXwayland = false

    /// One line per screen, with a heading.
    static func text(_ screens: [X11Screen]) -> String {
        var lines = ["DISPLAY   SCREEN          SIZE         POSITION"]
        for screen in screens {
            let position = "+\(screen.rectangle.x)+\(screen.rectangle.y)" + (screen.isPrimary ? "  primary" : "")
            lines.append(
                ListingText.padded(screen.display, 10) + ListingText.padded(screen.name ?? "(whole)", 16)
                    + ListingText.padded(screen.rectangle.size.description, 13) + position)
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// An array of objects: display, screen, width, height, x, y, primary, xwayland.
    static func json(_ screens: [X11Screen]) -> String {
        let objects = screens.map { screen in
            let area = screen.rectangle
            return "{\"display\":\(ListingText.quoted(screen.display)),\"screen\":\(screen.name.map(ListingText.quoted) ?? "null"),"
                + "\"width\":\(area.width),\"height\":\(area.height),\"x\":\(area.x),\"y\":\(area.y),\"primary\":\(screen.isPrimary),"
                + "\"xwayland\":\(screen.isXwayland)}"
        }
        return "[" + objects.joined(separator: ",") + "]\n"
    }
}
