import AppGroup
import CaptureKit
import Fixtures
import Frames
import Glibc
import Testing

@testable import MediaCapture

/// As the agent's session uses it, with memory as the host makes it.
@Suite struct MediaBackendTests {
    @Test func aPictureLandsInItsSlotAndSaysWhatChanged() throws {
        let clip = try Clip(pictures: 50, sample: Clip.pattern)
        var backend = MediaBackend(try videoFeed(clip.path))
        try backend.begin()
        backend.confined()
        try waitUntil("the first picture") { try backend.takeEvents().contains(.geometryChanged) && backend.isOpen }
        let layout = try #require(FrameLayout(geometry: backend.geometry))
        let memory = try FrameMemory(layout: layout)
        try backend.attach(memory: memory.descriptor, layout: layout)
        let whole = Damage(PixelRectangle(of: clip.size))
        _ = try backend.grab(whole, into: 1)
        let seen = UnsafeRawBufferPointer(start: memory.pixels(ofSlot: 1), count: layout.geometry.frameBytes)
        #expect(Array(seen) == clip.pictures[0])
        try waitUntil("another picture") { try backend.takeEvents().contains(.damaged) }
        var damage = Damage()
        try backend.takeDamage(into: &damage)
        #expect(damage == whole)
        damage.removeAll()
        try backend.takeDamage(into: &damage)
        #expect(damage.isEmpty)
        _ = try backend.grab(whole, into: 2)
        let next = UnsafeRawBufferPointer(start: memory.pixels(ofSlot: 2), count: layout.geometry.frameBytes)
        #expect(clip.pictures.dropFirst().contains(Array(next)))
    }

    @Test func whatItNeedsGrowsWithWhatHasToBeDecoded() throws {
        let clips = [try Clip(sample: Clip.pattern), try Clip(1920, 1080) { _, _, x, _ in UInt8(truncatingIfNeeded: x) }]
        let needs = try clips.map { MediaBackend(try FeedViewer(videoFeed($0.path)).feed).needKiB }
        #expect(needs[0] < 11 * 1024 && (36 * 1024...40 * 1024).contains(needs[1]), "\(needs)")
    }
}
