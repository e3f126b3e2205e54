import CaptureKit
import Frames

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
                ListingText.padded(screen.name, 16) + ListingText.padded(screen.rectangle.size.description, 13)
                    + ListingText.padded("+\(screen.rectangle.x)+\(screen.rectangle.y)", 13) + "\(screen.panel)\(turned)")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// An array of objects: screen, description, width, height, x, y (in the desktop's units), panelWidth, panelHeight, orientation,
    /// copied.
    ///
    /// - Parameter areCopied: whether the compositor lets them be copied.
    static func json(_ screens: [WaylandScreen], areCopied: Bool = true) -> String {
        let objects = screens.map { screen in
            let area = screen.rectangle
            return "{\"screen\":\(ListingText.quoted(screen.name)),\"description\":\(ListingText.quoted(screen.description)),"
                + "\"width\":\(area.width),\"height\":\(area.height),\"x\":\(area.x),\"y\":\(area.y),"
                + "\"panelWidth\":\(screen.panel.width),\"panelHeight\":\(screen.panel.height),"
                + "\"orientation\":\(ListingText.quoted(Orientation(transform: screen.transform).word)),\"copied\":\(areCopied)}"
        }
        return "[" + objects.joined(separator: ",") + "]\n"
    }
}
