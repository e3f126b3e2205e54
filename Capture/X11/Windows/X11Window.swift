import CaptureKit
import Frames

/// One window of one X display, as `--list-windows` shows it.
struct X11Window: Hashable {
    /// What `--display` takes.
    let display: String
    let id: UInt32
    /// For people; empty for none.
    let title: String
    /// What the program calls itself, and all of its kind (WM_CLASS); empty for none.
    let instance: String
    let className: String
    let size: PixelSize
    /// It is not on the screen: minimised, or on another workspace.
    let isMinimised: Bool
    /// It has the focus.
    var isActive = false

    /// As `--window` takes it.
    var idText: String { "0x" + String(id, radix: 16) }

    /// Within a message: `"Inbox" (thunderbird, 0x1a00007)`.
    var text: String {
        let shown = title.count > 50 ? title.prefix(49) + "…" : title[...]
        return "\"\(shown)\" (" + (className.isEmpty ? "" : "\(className.prefix(40)), ") + "\(idText))"
    }

    /// One line per window, with a heading.
    static func text(_ windows: [X11Window]) -> String {
        var lines = ["DISPLAY   ID          CLASS           SIZE         TITLE"]
        for window in windows {
            let note = window.isMinimised ? "  minimised" : window.isActive ? "  focused" : ""
            lines.append(
                ListingText.padded(window.display, 10) + ListingText.padded(window.idText, 12) + ListingText.padded(window.className, 16)
                    + ListingText.padded(window.size.description, 13) + window.title + note)
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// An array of objects: display, window, title, class, instance, width, height, minimised, focused.
    static func json(_ windows: [X11Window]) -> String {
        let objects = windows.map { window in
            "{\"display\":\(ListingText.quoted(window.display)),\"window\":\(ListingText.quoted(window.idText)),"
                + "\"title\":\(ListingText.quoted(window.title)),\"class\":\(ListingText.quoted(window.className)),"
                + "\"instance\":\(ListingText.quoted(window.instance)),\"width\":\(window.size.width),\"height\":\(window.size.height),"
                + "\"minimised\":\(window.isMinimised),\"focused\":\(window.isActive)}"
        }
        return "[" + objects.joined(separator: ",") + "]\n"
    }
}
