import AppGroup
import Frames
import Glibc
import Platform

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
        for slot in 0..<layout.slotCount {
            for plane in 0..<layout.geometry.planeCount { forEachWord(slot, plane) { word, mark in word.storeBytes(of: mark, as: UInt32.self) } }
        }
    }

    /// How many pixels of a slot still have their mark: in the plane where most have. The fourth byte of a BGRx pixel does not count.
    func untouchedPixels(ofSlot slot: Int) -> Int {
        let geometry = layout.geometry
        let mask: UInt32 = geometry.format == .bgrx ? 0xFFFFFF : .max
        let counts = (0..<geometry.planeCount).map { plane in
            var words = 0
            forEachWord(slot, plane) { word, mark in if word.loadUnaligned(as: UInt32.self) & mask == mark & mask { words += 1 } }
            return words * pixelsPerWord(plane)
        }
        return min(counts.max() ?? 0, geometry.size.width * geometry.size.height)
    }

    /// How many pixels four bytes of a plane belong to.
    private func pixelsPerWord(_ plane: Int) -> Int {
        switch (layout.geometry.format, plane) {
        case (.bgrx, _): 1
        case (.yuyv, _): 2
        case (_, 0): 4
        case (.nv12, _): 8
        case (.i420, _): 16
        }
    }

    /// All whole words of a plane: what its rows hold beyond them is not looked at.
    private func forEachWord(_ slot: Int, _ index: Int, _ body: (UnsafeMutableRawPointer, UInt32) -> Void) {
        let plane = layout.geometry.plane(index)
        let start = frames.pixels(ofSlot: slot) + plane.offsetBytes
        for y in 0..<plane.rows {
            var mark = UInt32(truncatingIfNeeded: y &* 977 &+ slot &* 7919 &+ index &* 104_729) | 1
            for x in 0..<plane.rowBytes / 4 {
                // xorshift32: cheap, and no picture looks like it.
                mark ^= mark << 13
                mark ^= mark >> 17
                mark ^= mark << 5
                body(start + y * plane.strideBytes + x * 4, mark)
            }
        }
    }
}
