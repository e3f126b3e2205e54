public import Frames

/// An encoding's own picture: a copy of the canvas at the size it is encoded in, brought up to date where the canvas changed. Owns its memory;
/// belongs to one thread. A canvas of another shape stands in the middle, with black around it.
public final class EncodingPicture {
    /// The picture; valid as long as this lives.
    public let view: I420View
    private let memory: AlignedMemory
    private var scaler: PictureScaler?
    /// Nothing of a canvas is in it yet.
    private var isBlank = true

    /// - Parameters:
    ///   - size: both sides even, 16...8192. The picture is black.
    ///   - hasFullChroma: then every canvas that it is updated from must have it too.
    public init(size: PixelSize, hasFullChroma: Bool = false) {
        (memory, view) = Canvas.allocate(size, hasFullChroma: hasFullChroma)
        view.paintBlack()
    }

    /// Brings it up to date. Allocates nothing, but for the first picture and after a change of the canvas's size.
    ///
    /// - Parameters:
    ///   - canvas: of any even size.
    ///   - changed: what differs from the canvas of the call before, in canvas pixels; `nil` for everything.
    /// - Returns: what differs from what `view` showed before, in pixels of `view`; `nil` for everything.
    public func update(from canvas: I420View, changed: Damage?) -> Damage? {
        if canvas.size == view.size { return copy(canvas, changed) }
        if scaler?.source != canvas.size {
            scaler = PictureScaler(from: canvas.size, to: view.size)
            isBlank = true
        }
        guard let scaler else { return nil }
        guard let changed, !isBlank else {
            isBlank = false
            view.paintBlack()
            scaler.scale(canvas, into: view)
            return nil
        }
        return scaler.scale(canvas, into: view, where: changed)
    }

    private func copy(_ canvas: I420View, _ changed: Damage?) -> Damage? {
        scaler = nil
        guard let changed, !isBlank else {
            isBlank = false
            view.copy(from: canvas)
            return nil
        }
        view.copy(from: canvas, changed: changed)
        return changed
    }
}
