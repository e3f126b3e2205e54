import Frames

/// Puts the damaged parts of one source's frames on a canvas: scaled, converted to BT.709 I420, turned upright.
///
/// Made for one geometry and one placement; all memory it needs is allocated then. Upright and unscaled, pixels go from
/// the frame straight to the canvas; scaled, by way of a row or two; turned, by way of a strip small enough for the cache.
final class FramePainter {
    /// Rows that are turned at once.
    private static let stripRows = 64

    let geometry: FrameGeometry
    let placement: Placement
    private let hasFullChroma: Bool
    private let window: FrameWindow
    private let converter: any PartConverter
    private let strip: I420View?
    private let stripMemory: AlignedMemory?

    /// - Parameter hasFullChroma: whether the canvas has it.
    init(geometry: FrameGeometry, placement: Placement, kernels: PixelKernels, hasFullChroma: Bool) {
        (self.geometry, self.placement, self.hasFullChroma) = (geometry, placement, hasFullChroma)
        let part = placement.lyingVisible
        window = FrameWindow(of: geometry, part: placement.window)
        converter =
            geometry.format == .bgrx
            ? PixelConverter(geometry: window, placement: placement, kernels: kernels)
            : YUVConverter(geometry: window, placement: placement, kernels: kernels, hasFullChroma: hasFullChroma)
        if placement.orientation == .up {
            (stripMemory, strip) = (nil, nil)
        } else {
            let (memory, view) = Canvas.allocate(
                PixelSize(width: part.width, height: min(part.height, Self.stripRows)), hasFullChroma: hasFullChroma)
            (stripMemory, strip) = (memory, view)
        }
    }

    /// Paints what a part of the stored frame changes, and tells where on the canvas. Allocates nothing.
    ///
    /// `pixels` is the frame, `geometry.frameBytes` long; the part may reach beyond it.
    func paint(_ stored: PixelRectangle, from pixels: UnsafeRawPointer, on canvas: I420View) -> PixelRectangle {
        let lying = placement.lyingRectangle(ofStored: stored, in: geometry.format, hasFullChroma: hasFullChroma)
        guard !lying.isEmpty else { return .empty }
        let upright = placement.canvasRectangle(ofLying: lying)
        let pixels = pixels + window.offsetBytes
        guard let strip else {
            converter.convert(lying, from: pixels, into: canvas.part(upright))
            return upright
        }
        for top in stride(from: lying.y, to: lying.maxY, by: strip.size.height) {
            let rows = PixelRectangle(x: lying.x, y: top, width: lying.width, height: min(strip.size.height, lying.maxY - top))
            let part = strip.part(PixelRectangle(of: rows.size))
            converter.convert(rows, from: pixels, into: part)
            placement.orientation.turn(part, into: canvas.part(placement.canvasRectangle(ofLying: rows)))
        }
        return upright
    }
}
