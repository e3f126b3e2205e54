import Frames
import Platform

/// A transition under way: the picture as it was last, and what is shown instead of the canvas meanwhile.
final class RunningTransition {
    /// What is shown.
    let mixed: Canvas
    private let before: Canvas
    private let isFade: Bool
    private let start: MediaTime
    private let length: Duration
    /// 0...256 of a fade; even pixels, up to the canvas's width, of a slide.
    private var progress = 0
    /// `mixed` does not show the canvas or the progress as it is now.
    var isStale = true

    /// - Returns: `nil` for a cut, and for what takes no time.
    init?(_ transition: Transition, from picture: I420View, at start: MediaTime) {
        switch transition {
        case .cut: return nil
        case .fade(let length): (isFade, self.length) = (true, length)
        case .slide(let length): (isFade, self.length) = (false, length)
        }
        guard length > .zero else { return nil }
        (before, mixed, self.start) = (Canvas(evenSize: picture.size), Canvas(evenSize: picture.size), start)
        for canvas in [before, mixed] { canvas.setFullChroma(picture.fullChroma != nil) }
        before.view.copy(from: picture)
    }

    /// - Returns: whether it is over.
    func advance(to now: MediaTime) -> Bool {
        guard now - start < length else { return true }
        let share = max(0, (now - start).inSeconds / length.inSeconds)
        let next = isFade ? share.mixingWeight : Int(clamping: share * Double(mixed.size.width)) & ~1
        if next != progress { isStale = true }
        progress = next
        return false
    }

    /// Brings `mixed` up to date. Allocates nothing.
    func mix(_ canvas: I420View, kernels: PixelKernels) {
        guard isStale else { return }
        isStale = false
        if isFade { return kernels.mix(canvas, over: before.view, weight: progress, into: mixed.view) }
        let (width, height) = (mixed.size.width, mixed.size.height)
        let (left, right) = (width - progress, progress)
        if left > 0 {
            mixed.view.part(PixelRectangle(x: 0, y: 0, width: left, height: height))
                .copy(from: before.view.part(PixelRectangle(x: right, y: 0, width: left, height: height)))
        }
        if right > 0 {
            mixed.view.part(PixelRectangle(x: left, y: 0, width: right, height: height))
                .copy(from: canvas.part(PixelRectangle(x: 0, y: 0, width: right, height: height)))
        }
    }
}
