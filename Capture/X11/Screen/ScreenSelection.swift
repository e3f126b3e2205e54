import CaptureKit
import Frames

/// Which part of a display is captured.
enum ScreenSelection: Hashable {
    case whole
    /// A RANDR monitor, by the name `--list` shows.
    case monitor(String)
    case region(PixelRectangle)

    /// Reads `WxH+X+Y`.
    /// - Throws: `.badOption`.
    static func region(_ text: String) throws(CaptureError) -> ScreenSelection {
        let parts = text.split(separator: "+" as Character, omittingEmptySubsequences: false)
        let sides = parts[0].split(separator: "x" as Character, omittingEmptySubsequences: false)
        let numbers = (sides + parts.dropFirst()).map { $0.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 } ? Int($0) : nil }
        guard parts.count == 3, sides.count == 2, let width = numbers[0], let height = numbers[1], let x = numbers[2], let y = numbers[3],
            width > 0, height > 0
        else { throw CaptureError(.badOption, "--region \(text): give WxH+X+Y, such as 1280x720+0+0") }
        guard max(width, height, x, y) < 1 << 16 else { throw CaptureError(.badOption, "--region \(text): no number may be above 65535") }
        return .region(PixelRectangle(x: x, y: y, width: width, height: height))
    }

    /// The part that is there of what was asked for, in root coordinates.
    /// - Parameters:
    ///   - root: size of the root window.
    ///   - monitor: where the selected monitor is; `nil` when there is none of that name.
    ///   - isFirst: at the start nothing may be missing; later, a region is cut to what is left of the root.
    /// - Throws: `.badChoice` at the start, `.screenGone` later; `.unsupported` for more pixels than a frame may have.
    func resolve(root: PixelSize, monitor: PixelRectangle?, display: String, isFirst: Bool) throws(CaptureError) -> PixelRectangle {
        let whole = PixelRectangle(of: root)
        let chosen: PixelRectangle
        switch self {
        case .whole: chosen = whole
        case .monitor(let name):
            chosen = monitor?.intersection(whole) ?? .empty
            if chosen.isEmpty {
                throw isFirst
                    ? CaptureError(.badChoice, "display \(display) has no screen \"\(name)\"; 'splitcast sources' lists those it has")
                    : CaptureError(.screenGone, "screen \"\(name)\" of display \(display) was switched off or unplugged")
            }
        case .region(let wanted):
            chosen = wanted.intersection(whole)
            if isFirst, chosen != wanted {
                throw CaptureError(.badChoice, "region \(wanted) does not fit on display \(display), which is \(root)")
            }
            if chosen.isEmpty {
                throw CaptureError(.screenGone, "nothing is left of region \(wanted) on display \(display), which is \(root) now")
            }
        }
        guard FrameGeometry(size: chosen.size) != nil else {
            throw CaptureError(
                .unsupported,
                "\(chosen.size) is more than a frame may have (\(FrameGeometry.largestSide) pixels a side, \(FrameGeometry.mostPixels) in all); "
                    + "choose a part of display \(display) with --region WxH+X+Y")
        }
        return chosen
    }

    /// What follows the display in a screen's name for people.
    var suffix: String {
        switch self {
        case .whole: ""
        case .monitor(let name): " " + name
        case .region(let rectangle): " " + rectangle.description
        }
    }
}
