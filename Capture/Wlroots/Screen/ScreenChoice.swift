import CaptureKit
import Frames

/// What of a desktop is captured.
enum ScreenChoice: Hashable {
    case first
    case named(String)
    /// In the desktop's units: from the corner of the named screen, or of the desktop.
    case region(PixelRectangle, of: String?)

    var isRegion: Bool { if case .region = self { true } else { false } }

    /// Reads `WxH+X+Y`, or `X,Y WxH` and `X,Y,WxH`, as slurp and grim write it.
    /// - Throws: `.badOption`.
    static func region(_ text: String) throws(CaptureError) -> PixelRectangle {
        let isOwn = !text.contains(",")
        let parts = text.split(omittingEmptySubsequences: false) { isOwn ? $0 == "+" : $0 == "," || $0 == " " }
        guard parts.count == 3 else { throw wrong(text) }
        let sides = parts[isOwn ? 0 : 2].split(separator: "x" as Character, omittingEmptySubsequences: false)
        let corner = isOwn ? parts[1...2] : parts[0...1]
        // One of more digits than a number can have is too large, not of the wrong form.
        let numbers = (sides + corner).map { !$0.isEmpty && $0.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 } ? Int($0) ?? .max : nil }
        guard sides.count == 2, let width = numbers[0], let height = numbers[1], let x = numbers[2], let y = numbers[3],
            width > 0, height > 0
        else { throw wrong(text) }
        guard max(width, height, x, y) < 1 << 16 else { throw CaptureError(.badOption, "--region \(text): no number may be above 65535") }
        return PixelRectangle(x: x, y: y, width: width, height: height)
    }

    private static func wrong(_ text: String) -> CaptureError {
        CaptureError(.badOption, "--region \(text): give WxH+X+Y, such as 1280x720+0+0")
    }

    /// - Throws: `.badChoice`, with what there is instead; `.noScreen` where there is none.
    func resolve(_ screens: [WaylandScreen], display: String) throws(CaptureError) -> CapturedArea {
        guard !screens.isEmpty else { throw CaptureError(.noScreen, "the Wayland display \(display) has no screen that is on") }
        switch self {
        case .first: return CapturedArea(of: screens[0], wanted: nil)
        case .named(let name): return CapturedArea(of: try Self.find(name, screens, display), wanted: nil)
        case .region(let wanted, let name?):
            let screen = try Self.find(name, screens, display)
            guard PixelRectangle(of: screen.rectangle.size).contains(wanted) else {
                throw CaptureError(.badChoice, "region \(wanted) does not fit on screen \(name), which is \(screen.rectangle.size)")
            }
            return CapturedArea(of: screen, wanted: wanted)
        case .region(let wanted, nil):
            guard let screen = screens.first(where: { $0.rectangle.contains(wanted) }) else {
                let there = screens.map { "\($0.name) \($0.rectangle)" }.joined(separator: ", ")
                throw CaptureError(.badChoice, "region \(wanted) does not lie on one screen of display \(display), which has \(there)")
            }
            let (x, y) = (wanted.x - screen.rectangle.x, wanted.y - screen.rectangle.y)
            return CapturedArea(of: screen, wanted: PixelRectangle(x: x, y: y, width: wanted.width, height: wanted.height))
        }
    }

    private static func find(_ name: String, _ screens: [WaylandScreen], _ display: String) throws(CaptureError) -> WaylandScreen {
        if let screen = screens.first(where: { $0.name == name }) { return screen }
        let there = screens.map(\.name).joined(separator: ", ")
        throw CaptureError(.badChoice, "the Wayland display \(display) has no screen \"\(name)\"; it has \(there)")
    }
}
