import AppGroup

/// Puts the damaged parts of one source's frames on a canvas: scaled, converted to BT.709 I420, turned upright.
///
/// Made for one geometry and one placement; all memory it needs is allocated then. Upright and unscaled, pixels go from
/// the frame straight to the canvas; scaled, by way of two rows; turned, by way of a strip small enough for the cache.
final class FramePainter {
    /// Rows that are turned at once.
    private static let stripRows = 64

    let geometry: FrameGeometry
    let placement: Placement
    private let kernels: PixelKernels
    private let scaler: PixelScaler?
    private let rowPair: AlignedMemory
    private let strip: I420View?
    private let stripMemory: AlignedMemory?

    init(geometry: FrameGeometry, placement: Placement, kernels: PixelKernels) {
        (self.geometry, self.placement, self.kernels) = (geometry, placement, kernels)
        let part = placement.lyingVisible
        if placement.isCopied {
            scaler = nil
            rowPair = AlignedMemory(bytes: 64)
        } else {
            scaler = PixelScaler(horizontal: placement.horizontal, vertical: placement.vertical, part: part, kernels: kernels)
            rowPair = AlignedMemory(bytes: part.width * 8)
        }
        if placement.orientation == .up {
            (stripMemory, strip) = (nil, nil)
        } else {
            let (memory, view) = Canvas.allocate(PixelSize(width: part.width, height: min(part.height, Self.stripRows)))
            (stripMemory, strip) = (memory, view)
        }
    }

    /// Paints what a part of the stored frame changes, and tells where on the canvas. Allocates nothing.
    ///
    /// `pixels` is the frame, `geometry.frameBytes` long; the part may reach beyond it.
    func paint(_ stored: PixelRectangle, from pixels: UnsafeRawPointer, on canvas: I420View) -> PixelRectangle {
        let lying = placement.lyingRectangle(ofStored: stored)
        guard !lying.isEmpty else { return .empty }
        let upright = placement.canvasRectangle(ofLying: lying)
        guard let strip else {
            convert(lying, from: pixels, into: canvas.part(upright))
            return upright
        }
        for top in stride(from: lying.y, to: lying.maxY, by: strip.size.height) {
            let rows = PixelRectangle(x: lying.x, y: top, width: lying.width, height: min(strip.size.height, lying.maxY - top))
            let part = strip.part(PixelRectangle(of: rows.size))
            convert(rows, from: pixels, into: part)
            placement.orientation.turn(part, into: canvas.part(placement.canvasRectangle(ofLying: rows)))
        }
        return upright
    }

    /// Fills `planes` with an even part of the lying picture.
    private func convert(_ lying: PixelRectangle, from pixels: UnsafeRawPointer, into planes: I420View) {
        guard let scaler else {
            // Where the frame has an odd side, the lying picture ends one pixel further: the kernel repeats the last one.
            kernels.convert(
                pixels + lying.y * geometry.strideBytes + lying.x * 4, strideBytes: geometry.strideBytes,
                width: min(lying.maxX, geometry.size.width) - lying.x, height: min(lying.maxY, geometry.size.height) - lying.y,
                into: planes)
            return
        }
        let rowBytes = lying.width * 4
        for row in stride(from: 0, to: lying.height, by: 2) {
            for half in 0..<2 {
                scaler.scale(
                    row: lying.y + row + half, range: lying.x..<lying.maxX, from: pixels, strideBytes: geometry.strideBytes,
                    into: rowPair.base + half * rowBytes)
            }
            kernels.convert(
                rowPair.base, strideBytes: rowBytes, width: lying.width, height: 2,
                into: planes.part(PixelRectangle(x: 0, y: row, width: lying.width, height: 2)))
        }
    }
}
