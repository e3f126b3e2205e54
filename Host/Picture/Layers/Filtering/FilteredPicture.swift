import Frames

/// What a layer's filter made of its picture.
final class FilteredPicture {
    let canvas: Canvas
    /// Its rows are as far apart as those of the luma; all of it is seen at first.
    let matte: Matte
    private let memory: AlignedMemory

    init(size: PixelSize, hasFullChroma: Bool) {
        canvas = Canvas(evenSize: size)
        canvas.setFullChroma(hasFullChroma)
        let bytes = canvas.view.lumaStrideBytes * size.height
        memory = AlignedMemory(bytes: bytes)
        memory.base.initializeMemory(as: UInt8.self, repeating: 255, count: bytes)
        matte = Matte(base: memory.base.assumingMemoryBound(to: UInt8.self), strideBytes: canvas.view.lumaStrideBytes)
    }
}
