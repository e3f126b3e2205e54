import AppGroup
import Glibc

/// Frame memory whose slots are filled, before the agent gets them, with marks that no picture has: what the agent left
/// out shows.
final class StageMemory {
    let memory: FrameMemory
    private let frames: WritableFrames
    /// Pixels that may be as they were by chance: one in 2²⁴ is.
    static let chance = 32

    var layout: FrameLayout { memory.layout }

    @available(*, noasync)
    init(_ layout: FrameLayout) throws(GroupError) {
        memory = try FrameMemory(layout: layout)
        do throws(SystemError) { frames = try WritableFrames(descriptor: memory.descriptor, layout: layout) } catch {
            throw GroupError("frame memory", error)
        }
        for slot in 0..<layout.slotCount { forEachPixel(slot) { pixel, mark in pixel.pointee = mark } }
    }

    /// How many pixels of a slot still have their mark. The fourth byte of a pixel is nobody's.
    func untouchedPixels(ofSlot slot: Int) -> Int {
        var count = 0
        forEachPixel(slot) { pixel, mark in if pixel.pointee & 0xFFFFFF == mark & 0xFFFFFF { count += 1 } }
        return count
    }

    private func forEachPixel(_ slot: Int, _ body: (UnsafeMutablePointer<UInt32>, UInt32) -> Void) {
        let size = layout.geometry.size
        let start = frames.pixels(ofSlot: slot)
        for y in 0..<size.height {
            let row = (start + y * layout.geometry.strideBytes).assumingMemoryBound(to: UInt32.self)
            var mark = UInt32(truncatingIfNeeded: y &* 977 &+ slot &* 7919) | 1
            for x in 0..<size.width {
                // xorshift32: cheap, and no picture looks like it.
                mark ^= mark << 13
                mark ^= mark >> 17
                mark ^= mark << 5
                body(row + x, mark)
            }
        }
    }
}
