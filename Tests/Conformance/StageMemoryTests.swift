import AppGroup
import Frames
import Glibc
import Testing

@testable import Conformance

@Suite struct StageMemoryTests {
    /// An odd stride, so that what lies between rows is not taken for pixels.
    private func memory() throws -> StageMemory {
        let geometry = try #require(FrameGeometry(size: PixelSize(width: 33, height: 20), strideBytes: 160))
        return try StageMemory(try #require(FrameLayout(geometry: geometry, slotCount: 2)))
    }

    @Test func whatIsNotWrittenShows() throws {
        let stage = try memory()
        let frames = try WritableFrames(descriptor: stage.memory.descriptor, layout: stage.layout)
        #expect(stage.untouchedPixels(ofSlot: 1) == 33 * 20)
        for row in 0..<20 { memset(frames.pixels(ofSlot: 1) + row * 160, 0x40, 33 * 4) }
        #expect(stage.untouchedPixels(ofSlot: 1) <= StageMemory.chance)
        #expect(stage.untouchedPixels(ofSlot: 0) == 33 * 20)
    }

    @Test func halfAFrameShows() throws {
        let stage = try memory()
        let frames = try WritableFrames(descriptor: stage.memory.descriptor, layout: stage.layout)
        memset(frames.pixels(ofSlot: 0), 0, 160 * 10)
        #expect(abs(stage.untouchedPixels(ofSlot: 0) - 330) <= StageMemory.chance)
    }

    @Test(arguments: [PixelFormat.i420(.canvas), .nv12(.canvas), .yuyv(.canvas)])
    func aPlaneThatIsNotWrittenShows(format: PixelFormat) throws {
        let geometry = try #require(FrameGeometry(size: PixelSize(width: 32, height: 18), format: format))
        let stage = try StageMemory(try #require(FrameLayout(geometry: geometry, slotCount: 2)))
        let frames = try WritableFrames(descriptor: stage.memory.descriptor, layout: stage.layout)
        #expect(stage.untouchedPixels(ofSlot: 0) == 32 * 18)
        for index in 0..<geometry.planeCount {
            #expect(stage.untouchedPixels(ofSlot: 1) > StageMemory.chance, "without plane \(index)")
            let plane = geometry.plane(index)
            memset(frames.pixels(ofSlot: 1) + plane.offsetBytes, 0x80, plane.strideBytes * plane.rows)
        }
        #expect(stage.untouchedPixels(ofSlot: 1) <= StageMemory.chance)
    }
}
