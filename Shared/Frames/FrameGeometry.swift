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
    /// From the start of one row of the first plane to the start of the next. Planes: `plane(_:)`.
    public let strideBytes: Int

    /// `nil` when outside the limits. `strideBytes` defaults to rows with as little padding as there may be.
    public init?(size: PixelSize, format: PixelFormat = .bgrx, strideBytes: Int? = nil) {
        let sides = 1...Self.largestSide
        guard sides.contains(size.width), sides.contains(size.height), size.width * size.height <= Self.mostPixels else { return nil }
        let least = format.leastStrideBytes(width: size.width)
        let stride = strideBytes ?? (least + 3) & ~3
        guard stride >= least, stride <= Self.largestStrideBytes, stride % 4 == 0 else { return nil }
        (self.size, self.format, self.strideBytes) = (size, format, stride)
    }
}
