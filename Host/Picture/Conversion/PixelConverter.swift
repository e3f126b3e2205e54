import Frames

/// BGRx frames: scaled in full colour, converted then.
final class PixelConverter: PartConverter {
    private let geometry: FrameWindow
    private let kernels: PixelKernels
    private let scaler: PixelScaler?
    private let rowPair: AlignedMemory

    init(geometry: FrameWindow, placement: Placement, kernels: PixelKernels) {
        (self.geometry, self.kernels) = (geometry, kernels)
        let part = placement.lyingVisible
        if placement.isCopied {
            scaler = nil
            rowPair = AlignedMemory(bytes: 64)
        } else {
            scaler = PixelScaler(horizontal: placement.horizontal, vertical: placement.vertical, part: part, kernels: kernels)
            rowPair = AlignedMemory(bytes: part.width * 8)
        }
    }

    func convert(_ lying: PixelRectangle, from pixels: UnsafeRawPointer, into planes: I420View) {
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
