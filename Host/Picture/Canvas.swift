public import Frames

/// The composed picture: owns the memory of one I420 picture, black at first.
///
/// Planes begin on 64-byte borders, strides are multiples of 64. Not safe for use by two threads at once.
public final class Canvas {
    public static let sides = 16...8192

    public let size: PixelSize
    /// Lent for as long as the canvas lives; its full chroma until that goes away.
    public private(set) var view: I420View
    private let memory: AlignedMemory
    private var fullMemory: AlignedMemory?

    /// - Throws: `badCanvasSize` unless both sides are even and 16...8192.
    public convenience init(size: PixelSize) throws(PictureError) {
        for side in [size.width, size.height] where !Self.sides.contains(side) || side % 2 != 0 {
            throw PictureError(
                .badCanvasSize, "the canvas cannot be \(size): width and height must be even, from 16 to 8192 pixels")
        }
        self.init(evenSize: size)
    }

    /// A black picture of any even size: a layer's own.
    package init(evenSize size: PixelSize) {
        self.size = size
        (memory, view) = Self.allocate(size)
        view.paintBlack()
    }

    /// A picture of another size: what was there, scaled, with black around it where the shape differs.
    ///
    /// - Throws: as the other.
    public convenience init(size: PixelSize, showing other: Canvas) throws(PictureError) {
        try self.init(size: size)
        setFullChroma(other.hasFullChroma)
        PictureScaler(from: other.size, to: size).scale(other.view, into: view)
    }

    public var hasFullChroma: Bool { view.fullChroma != nil }

    /// Gives the canvas full chroma, at first made from the half that it has, or takes it and its memory away.
    public func setFullChroma(_ isWanted: Bool) {
        guard isWanted != hasFullChroma else { return }
        guard isWanted else { return (view, fullMemory) = (view.with(nil), nil) }
        let bytes = view.lumaStrideBytes * size.height
        let memory = AlignedMemory(bytes: 2 * bytes)
        let blue = memory.base.assumingMemoryBound(to: UInt8.self)
        (view, fullMemory) = (view.with(FullChroma(blue: blue, red: blue + bytes)), memory)
        view.upsampleChroma()
    }

    /// Memory for a picture of even size, contents undefined, and a view of it.
    static func allocate(_ size: PixelSize, hasFullChroma: Bool = false) -> (AlignedMemory, I420View) {
        let lumaStride = (size.width + 63) & ~63
        let chromaStride = (size.width / 2 + 63) & ~63
        let lumaBytes = lumaStride * size.height
        let chromaBytes = chromaStride * size.height / 2
        let plainBytes = lumaBytes + 2 * chromaBytes
        let memory = AlignedMemory(bytes: plainBytes + (hasFullChroma ? 2 * lumaBytes : 0))
        let luma = memory.base.assumingMemoryBound(to: UInt8.self)
        let view = I420View(
            size: size, luma: luma, blueChroma: luma + lumaBytes, redChroma: luma + lumaBytes + chromaBytes,
            lumaStrideBytes: lumaStride, chromaStrideBytes: chromaStride,
            fullChroma: hasFullChroma ? FullChroma(blue: luma + plainBytes, red: luma + plainBytes + lumaBytes) : nil)
        return (memory, view)
    }
}
