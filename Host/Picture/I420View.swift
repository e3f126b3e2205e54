public import AppGroup

/// A borrowed I420 picture: three planes, BT.709 limited range, chroma sited left (as H.264's default), sizes even.
///
/// The pointers are valid as long as whoever lent them says, never longer than the call that received the view.
public struct I420View: @unchecked Sendable {
    // @unchecked: a borrowed view; its lender says which thread may read it.
    /// Luma size; both even, 2 or more. The chroma planes have half of each.
    public let size: PixelSize
    public let luma: UnsafeMutablePointer<UInt8>
    public let blueChroma: UnsafeMutablePointer<UInt8>
    public let redChroma: UnsafeMutablePointer<UInt8>
    public let lumaStrideBytes: Int
    public let chromaStrideBytes: Int

    public init(
        size: PixelSize, luma: UnsafeMutablePointer<UInt8>, blueChroma: UnsafeMutablePointer<UInt8>,
        redChroma: UnsafeMutablePointer<UInt8>, lumaStrideBytes: Int, chromaStrideBytes: Int
    ) {
        (self.size, self.luma, self.blueChroma, self.redChroma) = (size, luma, blueChroma, redChroma)
        (self.lumaStrideBytes, self.chromaStrideBytes) = (lumaStrideBytes, chromaStrideBytes)
    }
}
