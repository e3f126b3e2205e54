public import Frames

/// An image to be laid over the canvas: premultiplied BGRA, upright, rows without padding. Owns its memory; is never changed once it is made, so
/// any thread may read it.
public final class OverlayFrame: @unchecked Sendable {
    // @unchecked: nothing writes to the memory after `init`.
    public let size: PixelSize
    private let memory: AlignedMemory

    /// `byteCount` bytes; valid as long as the frame lives.
    public var pixels: UnsafePointer<UInt8> { UnsafePointer(memory.base.assumingMemoryBound(to: UInt8.self)) }
    public var strideBytes: Int { size.width * 4 }
    public var byteCount: Int { strideBytes * size.height }

    /// Transparent at first, and then what `draw` writes.
    init(size: PixelSize, draw: (UnsafeMutableRawPointer) -> Void) {
        self.size = size
        let bytes = size.width * size.height * 4
        memory = AlignedMemory(bytes: bytes)
        memory.base.initializeMemory(as: UInt8.self, repeating: 0, count: bytes)
        draw(memory.base)
    }

    /// A decoded picture, scaled and turned upright. Colour is weighted by its alpha, so that what cannot be seen does not bleed into the edges.
    /// Takes some 10 ms per megapixel.
    ///
    /// - Parameters:
    ///   - still: what is in it is used up.
    ///   - size: upright, both sides 1 or more; see `size(of:width:)`.
    public convenience init(_ still: StillFrame, size: PixelSize) {
        still.premultiply()
        let (source, lying) = (still.geometry.size, still.orientation.upright(size))
        self.init(size: size) { pixels in
            let scaled = AlignedMemory(bytes: lying.width * lying.height * 4)
            let scaler = PixelScaler(
                horizontal: AxisMapping(source: source.width, scaled: lying.width),
                vertical: AxisMapping(source: source.height, scaled: lying.height),
                part: PixelRectangle(of: lying), kernels: .best)
            for row in 0..<lying.height {
                scaler.scale(
                    row: row, range: 0..<lying.width, from: still.pixels, strideBytes: still.geometry.strideBytes,
                    into: scaled.base + row * lying.width * 4)
            }
            still.orientation.turn(pixels: scaled.base, size: lying, into: pixels)
        }
    }

    /// The size that a picture has at a width: in its shape, one pixel high at least.
    ///
    /// - Parameters:
    ///   - size: the picture's own, upright.
    ///   - width: 1 or more; `nil` for its own.
    public static func size(of size: PixelSize, width: Int?) -> PixelSize {
        guard let width else { return size }
        return PixelSize(width: width, height: max(1, (size.height * width + size.width / 2) / size.width))
    }
}

extension StillFrame {
    /// Straight alpha becomes premultiplied, each value to the nearest.
    fileprivate func premultiply() {
        for pixel in stride(from: 0, to: geometry.frameBytes, by: 4) where pixels[pixel + 3] != 255 {
            let alpha = UInt32(pixels[pixel + 3])
            for channel in pixel..<pixel + 3 { pixels[channel] = UInt8((UInt32(pixels[channel]) * alpha + 127) / 255) }
        }
    }
}
