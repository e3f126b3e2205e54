import CYUV
import Frames

/// Scales I420 pictures down, whole or where they changed, with libyuv's box filter (a mean over the area that each pixel covers; bilinear
/// where less than halved). What is scaled in parts equals what is scaled whole: parts begin and end where pixels of both sizes meet.
struct PictureScaler {
    let source: PixelSize
    /// Where the picture stands in the one that is scaled into.
    let place: PixelRectangle
    /// The smallest part whose edges meet pixels in both sizes, in luma pixels, even; more than the whole where there is none.
    private let sourceStep, step: PixelSize
    /// Room for one part.
    private let memory: AlignedMemory

    /// - Parameters:
    ///   - source: even.
    ///   - target: even; the picture keeps its shape in it.
    init(from source: PixelSize, to target: PixelSize) {
        self.source = source
        place = Placement(of: source, on: target, mode: .fit).picture
        // In pixels of chroma, so that both planes meet there.
        let across = Self.commonDivisor(source.width / 2, place.width / 2)
        let down = Self.commonDivisor(source.height / 2, place.height / 2)
        sourceStep = PixelSize(width: source.width / across, height: source.height / down)
        step = PixelSize(width: place.width / across, height: place.height / down)
        memory = AlignedMemory()
    }

    /// The whole picture.
    func scale(_ picture: I420View, into target: I420View) { Self.scale(picture, into: target.part(place)) }

    /// Where it changed, and as far around as the filter reaches.
    ///
    /// - Parameter changed: in pixels of the source.
    /// - Returns: the parts that were scaled, in pixels of the target.
    func scale(_ picture: I420View, into target: I420View, where changed: Damage) -> Damage {
        let count = PixelSize(width: source.width / sourceStep.width, height: source.height / sourceStep.height)
        var blocks = Damage()
        for index in 0..<changed.count {
            let part = changed[index].intersection(PixelRectangle(of: source))
            guard !part.isEmpty else { continue }
            let (left, top) = (part.x / sourceStep.width, part.y / sourceStep.height)
            let (right, bottom) = ((part.maxX - 1) / sourceStep.width + 1, (part.maxY - 1) / sourceStep.height + 1)
            // A filter reaches into the next one.
            blocks.add(PixelRectangle(x: left, y: top, width: right - left, height: bottom - top).widened(within: count))
        }
        var scaled = Damage()
        for index in 0..<blocks.count { scaled.add(scale(blocks: blocks[index], of: count, picture, into: target)) }
        return scaled
    }

    /// - Parameters:
    ///   - blocks: in steps.
    ///   - count: of the whole picture's.
    private func scale(blocks: PixelRectangle, of count: PixelSize, _ picture: I420View, into target: I420View) -> PixelRectangle {
        // One block more on each side goes through the filter, so that the edge knows its neighbours.
        let reach = blocks.widened(within: count)
        let room = room(reach.times(step).size, hasFullChroma: picture.fullChroma != nil && target.fullChroma != nil)
        Self.scale(picture.part(reach.times(sourceStep)), into: room)
        let inner = PixelRectangle(x: blocks.x - reach.x, y: blocks.y - reach.y, width: blocks.width, height: blocks.height)
        var part = blocks.times(step)
        (part.x, part.y) = (part.x + place.x, part.y + place.y)
        target.part(part).copy(from: room.part(inner.times(step)))
        return part
    }

    /// Contents undefined.
    private func room(_ size: PixelSize, hasFullChroma: Bool) -> I420View {
        let stride = (size.width + 63) & ~63
        let plane = stride * size.height
        memory.reserve(bytes: plane * (hasFullChroma ? 4 : 2))
        let luma = memory.base.assumingMemoryBound(to: UInt8.self)
        let blue = luma + plane
        return I420View(
            size: size, luma: luma, blueChroma: blue, redChroma: blue + stride / 2 * (size.height / 2), lumaStrideBytes: stride,
            chromaStrideBytes: stride / 2, fullChroma: hasFullChroma ? FullChroma(blue: luma + 2 * plane, red: luma + 3 * plane) : nil)
    }

    /// Any even size into any other.
    static func scale(_ source: I420View, into target: I420View) {
        let (size, half) = (source.size, PixelSize(width: source.size.width / 2, height: source.size.height / 2))
        let (ownSize, ownHalf) = (target.size, PixelSize(width: target.size.width / 2, height: target.size.height / 2))
        scale(source.luma, source.lumaStrideBytes, size, target.luma, target.lumaStrideBytes, ownSize)
        scale(source.blueChroma, source.chromaStrideBytes, half, target.blueChroma, target.chromaStrideBytes, ownHalf)
        scale(source.redChroma, source.chromaStrideBytes, half, target.redChroma, target.chromaStrideBytes, ownHalf)
        guard let full = source.fullChroma, let own = target.fullChroma else { return }
        scale(full.blue, source.lumaStrideBytes, size, own.blue, target.lumaStrideBytes, ownSize)
        scale(full.red, source.lumaStrideBytes, size, own.red, target.lumaStrideBytes, ownSize)
    }

    private static func scale(
        _ source: UnsafePointer<UInt8>, _ sourceStride: Int, _ sourceSize: PixelSize, _ target: UnsafeMutablePointer<UInt8>, _ stride: Int,
        _ size: PixelSize
    ) {
        ScalePlane(
            source, Int32(sourceStride), Int32(sourceSize.width), Int32(sourceSize.height), target, Int32(stride), Int32(size.width),
            Int32(size.height), kFilterBox)
    }

    private static func commonDivisor(_ one: Int, _ other: Int) -> Int { other == 0 ? one : commonDivisor(other, one % other) }
}

extension I420View {
    /// Makes the full chroma from that of the blocks, between whose middles it is interpolated.
    func upsampleChroma() {
        guard let fullChroma else { return }
        for (half, full) in [(blueChroma, fullChroma.blue), (redChroma, fullChroma.red)] {
            ScalePlane(
                half, Int32(chromaStrideBytes), Int32(size.width / 2), Int32(size.height / 2), full, Int32(lumaStrideBytes), Int32(size.width),
                Int32(size.height), kFilterBilinear)
        }
    }
}

extension PixelRectangle {
    /// One more on each side, as far as there is.
    fileprivate func widened(within size: PixelSize) -> PixelRectangle {
        PixelRectangle(x: x - 1, y: y - 1, width: width + 2, height: height + 2).intersection(PixelRectangle(of: size))
    }

    fileprivate func times(_ step: PixelSize) -> PixelRectangle {
        PixelRectangle(x: x * step.width, y: y * step.height, width: width * step.width, height: height * step.height)
    }
}
