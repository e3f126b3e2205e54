/// How much of each pixel is seen: 0 for nothing to 255 for all of it. Borrowed, as the picture that it belongs to.
public struct Matte: @unchecked Sendable {
    // @unchecked: as `I420View`.
    public let base: UnsafeMutablePointer<UInt8>
    public let strideBytes: Int

    public init(base: UnsafeMutablePointer<UInt8>, strideBytes: Int) { (self.base, self.strideBytes) = (base, strideBytes) }

    /// From another pixel on.
    func advanced(x: Int, y: Int) -> Matte { Matte(base: base + y * strideBytes + x, strideBytes: strideBytes) }
}
