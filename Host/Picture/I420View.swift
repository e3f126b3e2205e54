public import Frames

/// A borrowed I420 picture: three planes, BT.709 limited range, sizes even.
///
/// Chroma is the plain mean of each 2x2 block, so it is sited in the block's centre (`AVCHROMA_LOC_CENTER`, "jpeg" siting), as
/// nearly all software has it. H.264's default is half a luma pixel to the left: an encoder that can tag it should.
///
/// The pointers are valid as long as their lender says, never longer than the call that received the view.
public struct I420View: @unchecked Sendable {
    // @unchecked: a borrowed view; its lender says which thread may read it.
    /// Luma size; both even, 2 or more. The chroma planes have half of each.
    public let size: PixelSize
    public let luma: UnsafeMutablePointer<UInt8>
    public let blueChroma: UnsafeMutablePointer<UInt8>
    public let redChroma: UnsafeMutablePointer<UInt8>
    public let lumaStrideBytes: Int
    public let chromaStrideBytes: Int
    /// The same colours for each pixel; `nil` where no encoding wants them.
    public let fullChroma: FullChroma?

    public init(
        size: PixelSize, luma: UnsafeMutablePointer<UInt8>, blueChroma: UnsafeMutablePointer<UInt8>,
        redChroma: UnsafeMutablePointer<UInt8>, lumaStrideBytes: Int, chromaStrideBytes: Int, fullChroma: FullChroma? = nil
    ) {
        (self.size, self.luma, self.blueChroma, self.redChroma) = (size, luma, blueChroma, redChroma)
        (self.lumaStrideBytes, self.chromaStrideBytes, self.fullChroma) = (lumaStrideBytes, chromaStrideBytes, fullChroma)
    }

    /// The same picture with other full chroma.
    func with(_ fullChroma: FullChroma?) -> I420View {
        I420View(
            size: size, luma: luma, blueChroma: blueChroma, redChroma: redChroma, lumaStrideBytes: lumaStrideBytes,
            chromaStrideBytes: chromaStrideBytes, fullChroma: fullChroma)
    }
}
