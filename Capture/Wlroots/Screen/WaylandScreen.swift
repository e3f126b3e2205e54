import AppGroup

/// One screen of a Wayland compositor, as the compositor says it is now.
struct WaylandScreen: Hashable {
    /// The compositor's, as long as the screen is there.
    let number: UInt32
    /// What `--screen` takes; a compositor that gives no names has its screens numbered from 1 by us.
    let name: String
    let description: String
    /// Where it stands on the desktop, upright, in the desktop's units.
    let rectangle: PixelRectangle
    /// What its panel shows, unturned.
    let panel: PixelSize
    /// How the compositor turns it: `wl_output.transform`, 0 to 7.
    let transform: UInt32
    /// As the very next picture is turned; the rest may follow some moments later.
    let turn: UInt32

    /// One line per screen, with a heading.
    static func text(_ screens: [WaylandScreen]) -> String {
        guard !screens.isEmpty else { return "this display has no screen\n" }
        var lines = ["SCREEN          SIZE         POSITION     PANEL"]
        for screen in screens {
            let turned = screen.transform == 0 ? "" : ", \(Orientation(transform: screen.transform).word)"
            lines.append(
                padded(screen.name, 16) + padded(screen.rectangle.size.description, 13)
                    + padded("+\(screen.rectangle.x)+\(screen.rectangle.y)", 13) + "\(screen.panel)\(turned)")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// An array of objects: screen, description, width, height, x, y (in the desktop's units), panelWidth, panelHeight, orientation.
    static func json(_ screens: [WaylandScreen]) -> String {
        let objects = screens.map { screen in
            let area = screen.rectangle
            return "{\"screen\":\(quoted(screen.name)),\"description\":\(quoted(screen.description)),"
                + "\"width\":\(area.width),\"height\":\(area.height),\"x\":\(area.x),\"y\":\(area.y),"
                + "\"panelWidth\":\(screen.panel.width),\"panelHeight\":\(screen.panel.height),"
                + "\"orientation\":\(quoted(Orientation(transform: screen.transform).word))}"
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
