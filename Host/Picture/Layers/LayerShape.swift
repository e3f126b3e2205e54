public import Frames
import Platform

/// Where and how a source is shown on the canvas. A value; any thread.
public struct LayerShape: Hashable, Sendable {
    /// The layer's box in canvas pixels; may lie partly or wholly outside. Moved and sized to even pixels, both downwards: an odd corner moves up
    /// or left, an odd side loses a pixel. Sides are cut to 65536 pixels, corners kept within ±2²⁰.
    public var box: PixelRectangle
    /// Of the cropped, upright source in the box. With `fit` nothing is painted in the bars: what lies beneath is seen.
    public var mode: AspectMode
    /// Higher covers lower; of equal ones the layer that was added later.
    public var z: Int
    /// 0, not to be seen, to 1, nothing seen through. In steps of 1/256; what is outside, or no number, is taken as the nearest, or as 1.
    public var opacity: Double
    /// Left and right exchanged, after orientation and crop.
    public var isMirrored: Bool
    /// Part of the upright source in its pixels, before mirroring; cut to the source, its origin moved to even pixels of the stored frame.
    /// `nil`: all of it.
    public var crop: PixelRectangle?
    public var isHidden: Bool

    public init(
        box: PixelRectangle, mode: AspectMode = .fit, z: Int = 0, opacity: Double = 1, isMirrored: Bool = false, crop: PixelRectangle? = nil,
        isHidden: Bool = false
    ) {
        (self.box, self.mode, self.z, self.opacity) = (box, mode, z, opacity)
        (self.isMirrored, self.crop, self.isHidden) = (isMirrored, crop, isHidden)
    }

    /// `box` as it is used; empty where a side is below 2.
    public var evenBox: PixelRectangle {
        func side(_ pixels: Int) -> Int { min(max(pixels, 0), 1 << 16) & ~1 }
        func corner(_ pixels: Int) -> Int { min(max(pixels, -(1 << 20)), 1 << 20) & ~1 }
        return PixelRectangle(x: corner(box.x), y: corner(box.y), width: side(box.width), height: side(box.height))
    }

    /// `crop` with numbers that cannot overflow.
    var boundedCrop: PixelRectangle? {
        crop.map { crop in
            func bounded(_ pixels: Int) -> Int { min(max(pixels, -(1 << 20)), 1 << 20) }
            return PixelRectangle(x: bounded(crop.x), y: bounded(crop.y), width: bounded(crop.width), height: bounded(crop.height))
        }
    }

    /// `opacity` in steps of 1/256: 0...256.
    var weight: Int { opacity.mixingWeight }
}

extension Double {
    /// A share, 0...1, in steps of 1/256; no number is 1.
    var mixingWeight: Int { isNaN ? 256 : Int(clamping: (Swift.min(Swift.max(self, 0), 1) * 256).rounded()) }
}
