import AppGroup
import Frames
import Glibc
import Testing

@Suite struct FrameMemoryTests {
    @Test(arguments: [(0, 10), (10, 0), (16385, 10), (10, 16385), (16384, 16384), (-1, 5)])
    func sizesOutsideOfTheLimitsAreRefused(width: Int, height: Int) {
        #expect(FrameGeometry(size: PixelSize(width: width, height: height)) == nil)
    }

    @Test func stridesThatCannotHoldARowAreRefused() {
        let size = PixelSize(width: 100, height: 10)
        #expect(FrameGeometry(size: size, strideBytes: 399) == nil)
        #expect(FrameGeometry(size: size, strideBytes: 402) == nil)
        #expect(FrameGeometry(size: size, strideBytes: 128 * 1024 + 4) == nil)
        #expect(FrameGeometry(size: size, strideBytes: 512)?.frameBytes == 5120)
    }

    @Test func slotsBeginOnPages() throws {
        let layout = try #require(FrameLayout(geometry: FrameGeometry(size: PixelSize(width: 33, height: 7))!, slotCount: 3))
        #expect(layout.slotBytes == 4096)
        #expect(layout.offsetBytes(ofSlot: 2) == 8192)
        #expect(layout.totalBytes == 12288)
        #expect(FrameLayout(geometry: layout.geometry, slotCount: 1) == nil)
        #expect(FrameLayout(geometry: layout.geometry, slotCount: 9) == nil)
    }

    @Test func whatAnAgentWritesTheHostReads() throws {
        let layout = FrameLayout(geometry: FrameGeometry(size: PixelSize(width: 64, height: 64))!)!
        let memory = try FrameMemory(layout: layout)
        let writable = try WritableFrames(descriptor: memory.descriptor, layout: layout)
        writable.pixels(ofSlot: 1).storeBytes(of: 0xDEAD_BEEF, toByteOffset: 100, as: UInt32.self)
        #expect(memory.pixels(ofSlot: 1).load(fromByteOffset: 100, as: UInt32.self) == 0xDEAD_BEEF)
    }

    @Test func noOneCanChangeTheSizeOfTheMemory() throws {
        let memory = try FrameMemory(layout: FrameLayout(geometry: FrameGeometry(size: PixelSize(width: 64, height: 64))!)!)
        #expect(ftruncate(memory.descriptor, 0) == -1)
        #expect(ftruncate(memory.descriptor, 1 << 20) == -1)
    }

    @Test func pagesAreThereFromTheStart() throws {
        let layout = FrameLayout(geometry: FrameGeometry(size: PixelSize(width: 1920, height: 1080))!)!
        let memory = try FrameMemory(layout: layout)
        var facts = stat()
        #expect(fstat(memory.descriptor, &facts) == 0)
        #expect(Int(facts.st_blocks) * 512 >= layout.totalBytes)
    }
}
