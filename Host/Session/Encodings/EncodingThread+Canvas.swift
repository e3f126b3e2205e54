import Frames
import Picture

/// An encoding and the canvas that it looks at.
extension EncodingThread {
    /// Has the canvas know of it, before `run` and before the first frame: with it come the colours that it wants. Any one thread.
    func enter() { canvas.addViewer(id, wantsFullChroma: configuration.sampling == .full, waking: wakeup) }

    /// What `run` does at its end; for a thread that could not be started.
    func leave() { canvas.removeViewer(id) }

    func blankPicture(_ size: PixelSize) -> EncodingPicture { EncodingPicture(size: size, hasFullChroma: configuration.sampling == .full) }
}
