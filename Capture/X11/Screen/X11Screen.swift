import AppGroup

/// One monitor of one X display, as `--list` shows it.
struct X11Screen: Hashable {
    /// What `--display` takes.
    let display: String
    /// What `--screen` takes; `nil` for a display without monitors, which is captured whole.
    let name: String?
    /// Size and position on the display, in pixels.
    let rectangle: PixelRectangle
    let isPrimary: Bool

    /// One line per screen, with a heading.
    static func text(_ screens: [X11Screen]) -> String {
        var lines = ["DISPLAY   SCREEN          SIZE         POSITION"]
        for screen in screens {
            let position = "+\(screen.rectangle.x)+\(screen.rectangle.y)" + (screen.isPrimary ? "  primary" : "")
            lines.append(
                padded(screen.display, 10) + padded(screen.name ?? "(whole)", 16) + padded(screen.rectangle.size.description, 13) + position)
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// An array of objects: display, screen, width, height, x, y, primary.
    static func json(_ screens: [X11Screen]) -> String {
        let objects = screens.map { screen in
            let area = screen.rectangle
            return "{\"display\":\(quoted(screen.display)),\"screen\":\(screen.name.map(quoted) ?? "null"),"
                + "\"width\":\(area.width),\"height\":\(area.height),\"x\":\(area.x),\"y\":\(area.y),\"primary\":\(screen.isPrimary)}"
        }
        return "[" + objects.joined(separator: ",") + "]\n"
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(1, width - text.count))
    }

    /// A JSON string (RFC 8259 §7): quotation mark, backslash and everything below U+0020 are escaped.
    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case let control where control.value < 0x20:
                let digits = String(control.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
