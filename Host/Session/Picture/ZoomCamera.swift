import Frames
import Glibc
import Platform

/// Which part of a source a zoom shows, from picture to picture: it goes smoothly to what is wanted. A value without effects.
struct ZoomCamera: Sendable {
    /// After this time about a third of the way is left.
    private static let settling = 0.12
    /// Of the part that is shown: while the pointer is in there, the picture stands still.
    private static let innerShare = 0.5
    /// After a rest it goes on from where it is, not from where it would be by now.
    private static let longestStep = 0.05

    private var factor = 1.0
    /// The middle of what is shown, in pixels of the upright source; `nil` before the first step.
    private var middle: (x: Double, y: Double)?
    private var time = MediaTime.zero

    /// Goes on.
    ///
    /// - Parameters:
    ///   - base: what of the upright source there is to be shown.
    ///   - pointer: in pixels of the upright source; `nil` where there is none.
    ///   - focus: where the focused window is, likewise.
    ///   - isAtOnce: it is there with this step.
    /// - Returns: whether it moves still.
    mutating func step(
        to zoom: Zoom, of base: PixelRectangle, pointer: (x: Int, y: Int)?, focus: PixelRectangle? = nil, at now: MediaTime, isAtOnce: Bool = false
    ) -> Bool {
        let from = middle ?? (Double(base.x) + Double(base.width) / 2, Double(base.y) + Double(base.height) / 2)
        var (x, y) = (Target(from.x), Target(from.y))
        if zoom.follow == .pointer, let pointer {
            x.follow(Double(pointer.x), within: Double(base.width) / zoom.factor * Self.innerShare / 2)
            y.follow(Double(pointer.y), within: Double(base.height) / zoom.factor * Self.innerShare / 2)
        }
        if zoom.follow == .window, let focus = focus?.intersection(base), !focus.isEmpty {
            x.wanted = Double(focus.x) + Double(focus.width) / 2
            y.wanted = Double(focus.y) + Double(focus.height) / 2
        }
        x.clamp(length: Double(base.width) / zoom.factor, from: base.x, to: base.maxX)
        y.clamp(length: Double(base.height) / zoom.factor, from: base.y, to: base.maxY)
        let elapsed = middle == nil ? 0 : min(max((now - time).inSeconds, 0), Self.longestStep)
        time = now
        let share = isAtOnce ? 1 : 1 - exp(-elapsed / Self.settling)
        // In steps that look alike: twice as close is as far as from there twice as close again.
        let nearer = factor * pow(zoom.factor / factor, share)
        let next = (x: from.x + (x.wanted - from.x) * share, y: from.y + (y.wanted - from.y) * share)
        guard abs(nearer / zoom.factor - 1) < 0.002, abs(next.x - x.wanted) < 1, abs(next.y - y.wanted) < 1 else {
            (factor, middle) = (nearer, next)
            return true
        }
        (factor, middle) = (zoom.factor, (x.wanted, y.wanted))
        return false
    }

    /// What is shown, within `base`; `nil` for all of it.
    func part(of base: PixelRectangle) -> PixelRectangle? {
        guard factor > 1, let middle, base.width >= 4, base.height >= 4 else { return nil }
        func span(_ middle: Double, _ start: Int, _ length: Int) -> (start: Int, length: Int) {
            let shown = min(max(Int(clamping: (Double(length) / factor / 2).rounded()) * 2, 2), length)
            let first = min(max(Int(clamping: (middle - Double(shown) / 2).rounded()), start), start + length - shown)
            return (first, shown)
        }
        let (x, y) = (span(middle.x, base.x, base.width), span(middle.y, base.y, base.height))
        return PixelRectangle(x: x.start, y: y.start, width: x.length, height: y.length)
    }

    /// Of one axis: where the middle is to be.
    private struct Target {
        var wanted: Double

        init(_ middle: Double) { wanted = middle }

        /// No further than it takes to have a point in the inner part.
        mutating func follow(_ point: Double, within reach: Double) { wanted = min(max(wanted, point - reach), point + reach) }

        mutating func clamp(length: Double, from start: Int, to end: Int) {
            wanted = min(max(wanted, Double(start) + length / 2), Double(end) - length / 2)
        }
    }
}
