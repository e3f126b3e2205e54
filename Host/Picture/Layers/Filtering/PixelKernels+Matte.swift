import CPixels
public import Frames

extension PixelKernels {
    /// Blends a picture over another of the same size, as much of each pixel as the matte says. `weight` is that of the whole, 0...256.
    static func blend(_ upper: I420View, matte: Matte, weight: Int, over lower: I420View) {
        let (width, height, weight) = (Int32(lower.size.width), Int32(lower.size.height), Int32(weight))
        func blend(
            _ above: UnsafePointer<UInt8>, _ aboveBytes: Int, _ below: UnsafeMutablePointer<UInt8>, _ belowBytes: Int, isHalf: Bool
        ) {
            cpixels_blend_matte(
                above, aboveBytes, matte.base, matte.strideBytes, isHalf ? 2 : 1, weight, below, belowBytes, isHalf ? width / 2 : width,
                isHalf ? height / 2 : height)
        }
        blend(upper.luma, upper.lumaStrideBytes, lower.luma, lower.lumaStrideBytes, isHalf: false)
        blend(upper.blueChroma, upper.chromaStrideBytes, lower.blueChroma, lower.chromaStrideBytes, isHalf: true)
        blend(upper.redChroma, upper.chromaStrideBytes, lower.redChroma, lower.chromaStrideBytes, isHalf: true)
        guard let above = upper.fullChroma, let below = lower.fullChroma else { return }
        blend(above.blue, upper.lumaStrideBytes, below.blue, lower.lumaStrideBytes, isHalf: false)
        blend(above.red, upper.lumaStrideBytes, below.red, lower.lumaStrideBytes, isHalf: false)
    }
}

extension Matte {
    /// Of what another matte lets through, this one does so to what is left. Both are of this size.
    public func multiply(by other: Matte, size: PixelSize) {
        cpixels_multiply_matte(other.base, other.strideBytes, base, strideBytes, Int32(size.width), Int32(size.height))
    }

    /// All of each pixel is seen.
    public func fill(size: PixelSize) {
        for row in 0..<size.height { (base + row * strideBytes).update(repeating: 255, count: size.width) }
    }
}
