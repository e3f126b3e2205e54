/// Size, format and stride of the frames that an agent delivers.
///
/// A value of this type is always valid: the failable initialiser is the only way in, on both sides of the split.
/// Limits: 1...16384 pixels a side, at most 2²⁶ pixels, stride a multiple of 4 and at most 128 KiB.
public struct FrameGeometry: Hashable, Sendable {
    public static let largestSide = 16384
    public static let mostPixels = 1 << 26
    public static let largestStrideBytes = 128 * 1024

    public let size: PixelSize
    public let format: PixelFormat
    /// From the start of one row to the start of the next.
    public let strideBytes: Int

    /// `nil` when outside the limits. `strideBytes` defaults to rows without padding.
    public init?(size: PixelSize, format: PixelFormat = .bgrx, strideBytes: Int? = nil) {
        let sides = 1...Self.largestSide
        guard sides.contains(size.width), sides.contains(size.height), size.width * size.height <= Self.mostPixels else { return nil }
        let stride = strideBytes ?? size.width * format.bytesPerPixel
        guard stride >= size.width * format.bytesPerPixel, stride <= Self.largestStrideBytes, stride % 4 == 0 else { return nil }
        (self.size, self.format, self.strideBytes) = (size, format, stride)
    }

    public var frameBytes: Int { strideBytes * size.height }
}
