import CaptureKit
import Frames

/// What of a desktop is captured.
enum ScreenChoice: Hashable {
    case first
    case named(String)
    /// In the desktop's units: from the corner of the named screen, or of the desktop.
    case region(PixelRectangle, of: String?)

    var isRegion: Bool { if case .region = self { true } else { false } }

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
