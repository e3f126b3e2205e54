import CaptureKit
import Frames

/// A screen, and what of it is captured: the whole, or a part that keeps its pixels whatever becomes of the screen's scale.
struct CapturedArea: Hashable {
    let screen: WaylandScreen
    /// In the screen's own units, upright; `nil` for all of it. Never empty.
    let part: PixelRectangle?
    /// What was asked for, in pixels of the upright picture.
    private let wanted: PixelRectangle?

    /// - Parameter wanted: in the screen's own units, upright; `nil` for all of it.
    init(of screen: WaylandScreen, wanted: PixelRectangle?) {
        self.screen = screen
        part = wanted
        self.wanted = wanted.map { Self.scaled($0, by: screen.scale) }
    }

    private init(screen: WaylandScreen, part: PixelRectangle?, wanted: PixelRectangle?) {
        (self.screen, self.part, self.wanted) = (screen, part, wanted)
    }

    /// The same after something changed: by the screen's name, since one that was unplugged and is back has another number.
    ///
    /// - Throws: `.screenGone`.
    func again(_ screens: [WaylandScreen], display: String) throws(CaptureError) -> CapturedArea {
        guard let now = screens.first(where: { $0.name == screen.name }) else {
            throw CaptureError(.screenGone, "screen \(screen.name) of the Wayland display \(display) was switched off or unplugged")
        }
        guard let wanted else { return CapturedArea(screen: now, part: nil, wanted: nil) }
        let left = Self.scaled(wanted, by: 1 / now.scale).intersection(PixelRectangle(of: now.rectangle.size))
        guard !left.isEmpty else {
            throw CaptureError(.screenGone, "nothing is left of the region on screen \(now.name), which is \(now.rectangle.size) now")
        }
        return CapturedArea(screen: now, part: left, wanted: wanted)
    }

    /// The part as the compositor is to be asked for it: `part`, unless it mistakes it.
    ///
    /// - Parameter turnsBack: wlroots before 0.17 turns a part of a screen that stands on its side the wrong way round, and takes
    ///   the opposite one (measured with 0.15).
    func request(turnsBack: Bool) -> PixelRectangle? {
        guard let part, turnsBack, screen.turn == 1 || screen.turn == 3 else { return part }
        let size = screen.rectangle.size
        return PixelRectangle(x: size.width - part.maxX, y: size.height - part.maxY, width: part.width, height: part.height)
    }

    /// Whether a copy that was asked for still is what is wanted.
    func isCopied(as other: CapturedArea) -> Bool {
        screen.number == other.screen.number && screen.panel == other.screen.panel && screen.turn == other.screen.turn && part == other.part
    }

    private static func scaled(_ area: PixelRectangle, by scale: Double) -> PixelRectangle {
        func rounded(_ side: Int) -> Int { Int(clamping: (Double(side) * scale).rounded()) }
        return PixelRectangle(
            x: rounded(area.x), y: rounded(area.y), width: max(1, rounded(area.width)), height: max(1, rounded(area.height)))
    }
}

extension WaylandScreen {
    /// Pixels for one of the desktop's units; 1 while that is not known.
    var scale: Double {
        let width = Orientation(transform: transform).upright(panel).width
        return width > 0 && rectangle.width > 0 ? Double(width) / Double(rectangle.width) : 1
    }
}
