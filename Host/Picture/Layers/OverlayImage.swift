public import Frames

/// Premultiplied BGRA in its final size, rows without padding. Owns its memory; never changes, so that any thread may use it.
public final class OverlayImage: @unchecked Sendable {
    // @unchecked: written by the initialisers alone.
    public static let sides = 1...8192

    public let size: PixelSize
    let pixels: AlignedMemory

    /// Copies `size.width * size.height * 4` bytes.
    ///
    /// - Throws: `badOverlaySize` unless both sides are 1...8192.
    public init(size: PixelSize, pixels: UnsafeRawPointer) throws(PictureError) {
        guard Self.sides.contains(size.width), Self.sides.contains(size.height) else {
            throw PictureError(.badOverlaySize, "an image of \(size) is refused over the canvas: from 1x1 to 8192x8192 pixels are allowed")
        }
        self.size = size
        let bytes = size.width * size.height * 4
        self.pixels = AlignedMemory(bytes: bytes)
        self.pixels.base.copyMemory(from: pixels, byteCount: bytes)
    }

    /// Another one at a part of its opacity: `weight` in steps of 1/256.
    init(_ other: OverlayImage, weight: Int) {
        size = other.size
        let bytes = size.width * size.height * 4
        pixels = AlignedMemory(bytes: bytes)
        let (from, into) = (other.pixels.base.assumingMemoryBound(to: UInt8.self), pixels.base.assumingMemoryBound(to: UInt8.self))
        for at in 0..<bytes { into[at] = UInt8((Int(from[at]) * weight + 128) >> 8) }
    }
}
