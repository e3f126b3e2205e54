import CaptureKit
import Fixtures
import Frames
import Glibc
import Platform
import Testing

@testable import MediaCapture

@Suite struct DecodedFeedTests {
    @Test(arguments: [false, true]) func planesComeAsTheyAreWithTheirRange(isFullRange: Bool) throws {
        let clip = try Clip(66, 47, isFullRange: isFullRange, sample: Clip.pattern)
        let viewer = try FeedViewer(videoFeed(clip.path))
        let colour = YUVColour(matrix: .bt601, range: isFullRange ? .full : .limited)
        #expect(viewer.feed.geometry == FrameGeometry(size: clip.size, format: .i420(colour)))
        #expect((0..<3).flatMap(viewer.plane) == clip.pictures[0])
    }

    @Test func whatIsLargeAndSaysNothingIsHighDefinition() throws {
        let clip = try Clip(1280, 720) { _, _, x, _ in UInt8(truncatingIfNeeded: x) }
        #expect(try FeedViewer(videoFeed(clip.path)).feed.geometry.format == .i420(YUVColour(matrix: .bt709, range: .limited)))
    }

    /// Finer colour than a slot can hold is halved, neither its matrix nor its range changed.
    @Test(arguments: ["422", "444"], [false, true]) func finerColourIsHalvedAndStaysItself(kind: String, isFullRange: Bool) throws {
        let clip = try Clip(kind: kind, isFullRange: isFullRange) { _, plane, _, _ in [16, 240, 30][plane] }
        let viewer = try FeedViewer(videoFeed(clip.path))
        let colour = YUVColour(matrix: .bt601, range: isFullRange ? .full : .limited)
        #expect(viewer.feed.geometry.format == .i420(colour))
        for (index, wanted) in [16, 240, 30].enumerated() {
            #expect(viewer.plane(index).allSatisfy { abs(Int($0) - wanted) <= 1 }, "plane \(index): \(Set(viewer.plane(index)))")
        }
    }

    @Test func aStillPictureInColoursStaysForEver() throws {
        let scratch = Scratch()
        let path = scratch.file("still 100%d.ppm")
        var pixels: [UInt8] = []
        for index in 0..<24 { pixels += [UInt8(index * 10), UInt8(255 - index), UInt8(index)] }
        try writeFile(path, Array("P6 6 4 255\n".utf8) + pixels)
        let viewer = try FeedViewer(videoFeed(path))
        #expect(viewer.feed.geometry.format == .bgrx)
        let seen = viewer.plane(0)
        for pixel in 0..<24 {
            let (red, green, blue) = (seen[4 * pixel + 2], seen[4 * pixel + 1], seen[4 * pixel])
            #expect([red, green, blue] == Array(pixels[3 * pixel..<3 * pixel + 3]))
        }
        // The pipeline has come to its end, and the feed has not.
        var entry = pollfd(fd: viewer.feed.descriptor ?? -1, events: Int16(POLLIN), revents: 0)
        for _ in 0..<3 {
            _ = pollUntil(.now() + .milliseconds(50), &entry, 1)
            #expect(try viewer.feed.takeEvents().isEmpty)
        }
        #expect(viewer.feed.nextEventTime == nil)
    }

    @Test func aVideoRunsToItsEndPictureByPicture() throws {
        let clip = try Clip(pictures: 12, sample: Clip.pattern)
        let viewer = try FeedViewer(videoFeed(clip.path))
        try viewer.watch("the end") { _ in false }
        #expect(viewer.end?.code == .finished && viewer.end?.message.contains("has ended") == true)
        // A busy machine may pass some over; what is shown is in order, the first and the last among it.
        let shown = viewer.slots.compactMap { clip.pictures.firstIndex(of: $0) }
        #expect(shown.count == viewer.slots.count && shown == shown.sorted() && Set(shown).count == shown.count)
        #expect(shown.first == 0 && shown.last == 11)
    }

    @Test func aLoopBeginsAgain() throws {
        let clip = try Clip(pictures: 3, sample: Clip.pattern)
        let viewer = try FeedViewer(videoFeed(clip.path, isLooping: true))
        var rounds = 0
        try viewer.watch("three rounds") { viewer in
            rounds = viewer.slots.count { $0 == clip.pictures[0] }
            return rounds >= 3
        }
        #expect(viewer.end == nil && rounds >= 3)
    }

    /// Containers with an index and without, key frames at their start alone.
    @Test(arguments: ["mp4", "mkv", "ts", "flv", "avi", "mpg", "m2ts", "mov", "webm"]) func everyContainerBeginsAgain(kind: String) throws {
        let scratch = Scratch()
        let path = scratch.file("loop." + kind)
        let encoder = kind == "mpg" ? "mpeg1video" : kind == "webm" ? "libvpx" : "libx264"
        try runTool([
            "ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=64x48:r=50:d=0.5", "-pix_fmt", "yuv420p", "-c:v", encoder,
            "-g", "500", path,
        ])
        let viewer = try FeedViewer(videoFeed(path, isLooping: true))
        try viewer.watch("two rounds") { $0.slots.count >= 60 }
        #expect(viewer.end == nil, "\(viewer.end?.message ?? "")")
        #expect(viewer.slots.count { $0 == viewer.slots[0] } >= 2)
    }

    /// A video that is not grabbed stands still, and is decoded no further than its few pictures.
    @Test func whatIsNotGrabbedWaits() throws {
        let clip = try Clip(pictures: 200, sample: Clip.pattern)
        let feed = try videoFeed(clip.path)
        try feed.begin()
        feed.confined()
        try waitUntil("the first picture") { try feed.takeEvents().contains(.damaged) }
        var entry = pollfd(fd: feed.descriptor ?? -1, events: Int16(POLLIN), revents: 0)
        let end = MediaTime.now() + .milliseconds(700)
        while MediaTime.now() < end {
            _ = pollUntil(end, &entry, 1)
            #expect(try feed.takeEvents().isEmpty)
        }
        var slot = [UInt8](repeating: 0, count: feed.geometry.frameBytes)
        slot.withUnsafeMutableBytes { _ = feed.copy(into: $0.baseAddress!) }
        #expect(slot == clip.pictures[0])
        let viewer = try FeedViewer(feed)
        try viewer.watch("the next picture") { $0.slots.count > 1 }
        #expect(viewer.end == nil)
    }

    /// Two pictures of two sizes in one stream, as a camera that was set anew sends them.
    @Test func anotherSizeInTheMiddleIsAnotherGeometry() throws {
        let scratch = Scratch()
        for (name, size) in [("a", "64x48"), ("b", "96x80")] {
            try runTool(["ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", "color=red:s=\(size):d=0.2", scratch.file(name + ".mjpeg")])
        }
        let both = try readFile(scratch.file("a.mjpeg")) + readFile(scratch.file("b.mjpeg"))
        try writeFile(scratch.file("both.mjpeg"), both)
        let viewer = try FeedViewer(videoFeed(scratch.file("both.mjpeg")))
        try viewer.watch("the end") { _ in false }
        #expect(viewer.end?.code == .finished && viewer.unannounced == 0)
        #expect(viewer.geometries.first?.size == PixelSize(width: 64, height: 48))
        #expect(viewer.geometries.last?.size == PixelSize(width: 96, height: 80))
        #expect(viewer.geometries.last?.format == .i420(YUVColour(matrix: .bt601, range: .full)))
    }
}
