import CPixels
public import Frames
import Platform

/// A colour that becomes transparent, with soft edges, and what it casts on what stands before it. A value.
public struct ChromaKey: Hashable, Sendable {
    /// How far a changed pixel reaches: to what lies between its block and the next.
    public static let reach = 2

    let blue, red: Int
    /// Of `CPIXELS_KEY_WHOLE`.
    let least, span: Int
    let spill: Double

    /// - Parameters:
    ///   - blue: of the colour's chroma, as red; BT.709 in limited range.
    ///   - similarity: what is no farther from the colour is not seen; 0 to 1, of the distance between 0 and 255 of both.
    ///   - blend: over which distance from there on more and more is seen.
    ///   - spill: how much of the colour's hue is taken out of what is seen; 0 to 1.
    public init(blue: UInt8, red: UInt8, similarity: Double, blend: Double, spill: Double) {
        let whole = Double(CPIXELS_KEY_WHOLE)
        (self.blue, self.red, self.spill) = (Int(blue), Int(red), spill)
        least = Int(clamping: whole * min(max(similarity, 0), 1))
        // Less than that is no softer than the steps of a byte are.
        span = Int(clamping: max(256, whole * min(blend, 1)))
    }

    /// Makes parts of a picture, and the matte of each: what they would be of the whole. The two pictures have the same even size, and nothing in
    /// common.
    public func apply(_ picture: I420View, changed: borrowing Damage, into keyed: I420View, matte: Matte) {
        for index in 0..<changed.count { apply(picture, part: changed[index], into: keyed, matte: matte, with: .best) }
    }

    func apply(_ picture: I420View, part: PixelRectangle, into keyed: I420View, matte: Matte, with kernels: PixelKernels) {
        let (from, into, matte) = (picture.part(part), keyed.part(part), matte.advanced(x: part.x, y: part.y))
        into.copyLuma(from: from)
        let hue = SIMD2(Float(blue - 128), Float(red - 128))
        let length = (hue * hue).sum().squareRoot()
        // What is nearly grey has no hue.
        let direction = length < 8 ? .zero : hue / length
        var key = cpixels_key(
            blue: Int32(blue), red: Int32(red), least: Int32(least), span: Int32(span), hue_blue: direction.x, hue_red: direction.y,
            spill: Float(spill))
        cpixels_apply_key(
            &key, picture.blueChroma, picture.redChroma, picture.chromaStrideBytes, Int32(picture.size.width / 2), Int32(picture.size.height / 2),
            Int32(part.x / 2), Int32(part.y / 2), Int32(part.width / 2), Int32(part.height / 2), into.blueChroma, into.redChroma,
            into.chromaStrideBytes, matte.base, matte.strideBytes, kernels.avx2)
    }
}
