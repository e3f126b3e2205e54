import CYUV
import Frames

extension Orientation {
    /// libyuv's turn (clockwise) and whether rows are read bottom up. Mirroring left to right is reading bottom up and
    /// half a turn, so that one pass does for all eight.
    private var turn: (mode: RotationMode, isBottomUp: Bool) {
        switch self {
        case .up: (kRotate0, false)
        case .upMirrored: (kRotate180, true)
        case .down: (kRotate180, false)
        case .downMirrored: (kRotate0, true)
        case .right: (kRotate90, false)
        case .rightMirrored: (kRotate270, true)
        case .left: (kRotate270, false)
        case .leftMirrored: (kRotate90, true)
        }
    }

    /// Turns a lying picture upright. `upright` has the size of `lying`, exchanged where the orientation says so.
    func turn(_ lying: I420View, into upright: I420View) {
        let height = Int32(lying.size.height)
        // Half a turn of libyuv's allocates a row for each plane; its mirror does not.
        guard turn.mode != kRotate180 else { return mirror(lying, height: turn.isBottomUp ? height : -height, into: upright) }
        let status = I420Rotate(
            lying.luma, Int32(lying.lumaStrideBytes), lying.blueChroma, Int32(lying.chromaStrideBytes),
            lying.redChroma, Int32(lying.chromaStrideBytes),
            upright.luma, Int32(upright.lumaStrideBytes), upright.blueChroma, Int32(upright.chromaStrideBytes),
            upright.redChroma, Int32(upright.chromaStrideBytes),
            Int32(lying.size.width), turn.isBottomUp ? -height : height, turn.mode)
        precondition(status == 0, "libyuv refused to turn \(lying.size)")
        guard let full = lying.fullChroma, let own = upright.fullChroma else { return }
        for (from, to) in [(full.blue, own.blue), (full.red, own.red)] {
            let status = RotatePlane(
                from, Int32(lying.lumaStrideBytes), to, Int32(upright.lumaStrideBytes), Int32(lying.size.width),
                turn.isBottomUp ? -height : height, turn.mode)
            precondition(status == 0, "libyuv refused to turn \(lying.size)")
        }
    }

    /// Exchanges left and right; reads rows bottom up where the height is negative.
    private func mirror(_ lying: I420View, height: Int32, into upright: I420View) {
        let status = I420Mirror(
            lying.luma, Int32(lying.lumaStrideBytes), lying.blueChroma, Int32(lying.chromaStrideBytes),
            lying.redChroma, Int32(lying.chromaStrideBytes),
            upright.luma, Int32(upright.lumaStrideBytes), upright.blueChroma, Int32(upright.chromaStrideBytes),
            upright.redChroma, Int32(upright.chromaStrideBytes),
            Int32(lying.size.width), height)
        precondition(status == 0, "libyuv refused to mirror \(lying.size)")
        guard let full = lying.fullChroma, let own = upright.fullChroma else { return }
        for (from, to) in [(full.blue, own.blue), (full.red, own.red)] {
            MirrorPlane(from, Int32(lying.lumaStrideBytes), to, Int32(upright.lumaStrideBytes), Int32(lying.size.width), height)
        }
    }

    /// Turns rows of 4-byte pixels without padding.
    func turn(pixels: UnsafeRawPointer, size: PixelSize, into upright: UnsafeMutableRawPointer) {
        let height = Int32(size.height)
        let status = ARGBRotate(
            pixels.assumingMemoryBound(to: UInt8.self), Int32(size.width * 4),
            upright.assumingMemoryBound(to: UInt8.self), Int32(self.upright(size).width * 4),
            Int32(size.width), turn.isBottomUp ? -height : height, turn.mode)
        precondition(status == 0, "libyuv refused to turn \(size)")
    }
}
