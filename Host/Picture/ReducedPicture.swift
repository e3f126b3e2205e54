import CYUV
public import Frames

/// A smaller copy of a picture, made anew for each that is encoded: what viewers get when the link does not carry the whole size.
/// Owns its memory; belongs to one thread. Scaling averages whole areas (libyuv's box filter), some 0.5 ms for 1080p.
public final class ReducedPicture {
    private let memory: AlignedMemory
    private let view: I420View

    /// - Parameter size: both sides even, 16...8192.
    public init(size: PixelSize) { (memory, view) = Canvas.allocate(size) }

    /// The picture at this size, valid until the next call. Allocates nothing.
    public func copy(of picture: I420View) -> I420View {
        scale(picture.luma, picture.lumaStrideBytes, picture.size, view.luma, view.lumaStrideBytes, view.size)
        let (half, ownHalf) = (picture.size.halved, view.size.halved)
        scale(picture.blueChroma, picture.chromaStrideBytes, half, view.blueChroma, view.chromaStrideBytes, ownHalf)
        scale(picture.redChroma, picture.chromaStrideBytes, half, view.redChroma, view.chromaStrideBytes, ownHalf)
        return view
    }

    /// What changes of the copy where `damage` changes of a picture of that size.
    ///
    /// The filter mixes neighbours: two pixels more on each side are within its reach.
    public func reach(of damage: Damage, on size: PixelSize) -> Damage {
        func scaled(_ low: Int, _ high: Int, _ from: Int, _ to: Int) -> (low: Int, length: Int) {
            let (first, end) = (low * to / from - 2, (high * to + from - 1) / from + 2)
            return (max(0, first), min(to, end) - max(0, first))
        }
        var reached = Damage()
        for index in 0..<damage.count {
            let part = damage[index].intersection(PixelRectangle(of: size))
            let (x, width) = scaled(part.x, part.maxX, size.width, view.size.width)
            let (y, height) = scaled(part.y, part.maxY, size.height, view.size.height)
            if !part.isEmpty { reached.add(PixelRectangle(x: x, y: y, width: width, height: height)) }
        }
        return reached
    }

    private func scale(
        _ source: UnsafePointer<UInt8>, _ sourceStride: Int, _ sourceSize: PixelSize, _ target: UnsafeMutablePointer<UInt8>, _ stride: Int,
        _ size: PixelSize
    ) {
        ScalePlane(
            source, Int32(sourceStride), Int32(sourceSize.width), Int32(sourceSize.height), target, Int32(stride), Int32(size.width),
            Int32(size.height), kFilterBox)
    }
}

extension PixelSize {
    fileprivate var halved: PixelSize { PixelSize(width: width / 2, height: height / 2) }

    /// Its sides at that share, rounded to even numbers, 16 or more.
    public func reduced(toPercent percent: Int) -> PixelSize {
        func side(_ pixels: Int) -> Int { max(16, pixels * percent / 100 & ~1) }
        return PixelSize(width: side(width), height: side(height))
    }
}
