import CPixels
public import Frames
import Platform

/// Evens out what varies little in brightness, such as skin, and leaves edges and colours. A value.
public struct Smoothing: Hashable, Sendable {
    /// How far a changed pixel reaches.
    public static let reach = Int(CPIXELS_SMOOTH_REACH)

    /// The variance of luma of which half stays.
    let amount: Int

    /// - Parameter strength: 0 to 1.
    public init(strength: Double) { amount = 1 + Int(clamping: 600 * strength * strength) }

    /// Makes parts of a picture: what they would be of the whole. The two pictures have the same even size, and nothing in common.
    public func apply(_ picture: I420View, changed: borrowing Damage, into smoothed: I420View) {
        for index in 0..<changed.count { apply(picture, part: changed[index], into: smoothed, with: .best) }
    }

    func apply(_ picture: I420View, part: PixelRectangle, into smoothed: I420View, with kernels: PixelKernels) {
        let (from, into) = (picture.part(part), smoothed.part(part))
        cpixels_smooth(
            picture.luma, picture.lumaStrideBytes, Int32(picture.size.width), Int32(picture.size.height), Int32(part.x), Int32(part.y),
            Int32(part.width), Int32(part.height), Int32(amount), into.luma, into.lumaStrideBytes, kernels.avx2)
        into.copyChroma(from: from)
    }
}
