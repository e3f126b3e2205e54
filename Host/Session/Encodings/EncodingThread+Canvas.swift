import Codec
import Frames
import Picture
import Platform

/// An encoding and the canvas that it looks at.
extension EncodingThread {
    /// Has the canvas know of it, before `run` and before the first frame: with it come the colours that it wants. Any one thread.
    func enter() { canvas.addViewer(id, wantsFullChroma: configuration.sampling == .full, waking: wakeup) }

    /// What `run` does at its end; for a thread that could not be started.
    func leave() { canvas.removeViewer(id) }

    /// What was asked of the encoding, as soon as the canvas has the size that belongs to it: one new encoder does for both.
    func takeChange(on canvasSize: PixelSize) -> EncodingSettings? {
        let now = MediaTime.now()
        if let new = changes.take() { awaiting = (new, now + .seconds(1)) }
        guard let (settings, end) = awaiting, settings.canvasSize == nil || settings.canvasSize == canvasSize || now >= end else { return nil }
        awaiting = nil
        return settings
    }

    func blankPicture(_ size: PixelSize) -> EncodingPicture { EncodingPicture(size: size, hasFullChroma: configuration.sampling == .full) }

    /// What is encoded in place of the canvas; `nil` where the encoder reads the canvas itself, which nothing changes meanwhile.
    ///
    /// One encoding of the canvas's size with time to spare saves the copy. With others beside it the canvas is not kept from them, and where
    /// time is short the next frame is converted while this one is encoded.
    func ownPicture(of size: PixelSize) -> EncodingPicture? {
        let (canvasSize, viewers) = canvas.withState { ($0.size, $0.viewerCount) }
        if size == canvasSize, viewers == 1, !pace.isBusy {
            own = nil
            return nil
        }
        if let own, own.view.size == size { return own }
        let picture = blankPicture(size)
        own = picture
        return picture
    }

    /// The packet of the picture that somebody asks for, if it is that.
    func follow(_ packet: Packet) {
        guard let trace else { return }
        self.trace = nil
        trace.note(.encoded, at: .now())
        trace.note(bytes: packet.byteCount)
        packet.follow(trace)
    }

    /// Whether it is the time for an aligned key frame, which serves who asked for one too.
    func takesAligned(_ pts: MediaTime, at now: MediaTime) -> Bool {
        guard cadence.isAligned(pts) else { return false }
        _ = keyframes.take(at: now)
        return true
    }
}
