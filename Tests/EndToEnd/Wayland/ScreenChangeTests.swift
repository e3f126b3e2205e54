import AppGroup
import Foundation
import Frames
import Judging
import Platform
import TestSupport
import Testing

/// A screen that is turned, scaled, resized and lost while viewers watch.
@Suite(.serialized, .rerunWhenLate) struct ScreenChangeTests {
    /// A change of the screen, and how large its user sees it then.
    private struct Step {
        let words: String
        let upright: PixelSize
        let change: (SwayDesktop) throws -> Void

        init(_ words: String, _ upright: PixelSize, _ change: @escaping (SwayDesktop) throws -> Void) {
            (self.words, self.upright, self.change) = (words, upright, change)
        }
    }

    private static let canvas = PixelSize(width: 1280, height: 720)

    /// Streams a screen with a pump while `steps` change it one after the other; what the recording shows of each.
    /// - Parameter byOne: whether one agent is to be live from the first to the last. One whose cast or compositor is gone may be
    ///   followed by another: a strict one can open no new connection.
    private func watch(_ backend: CastBackend, _ bed: SwayDesktop, byOne: Bool = true, _ steps: [Step]) throws -> ShapeReading {
        let scratch = try Scratch()
        let file = scratch.file("changes.mkv")
        var pump = try Stimulus(.typing, on: bed, framesPerSecond: 20)
        let stream = try Stream.live(backend, on: bed, to: [file], "--size", "\(Self.canvas)")
        let agent = try stream.waitUntilLive(by: backend.rawValue)
        try stream.waitForFrames(10)
        var phases: [ShapeReading.Phase] = []
        for step in steps {
            try step.change(bed)
            if !pump.process.isRunning { pump = try Stimulus(.typing, on: bed, framesPerSecond: 20) }
            try stream.waitUntilLive(by: backend.rawValue)
            // With the first picture of the new shape everything follows.
            try stream.waitForFrames(20)
            let start = MediaTime.now()
            letRun(for: .seconds(1))
            phases.append(ShapeReading.Phase(step.words, step.upright, start...MediaTime.now()))
        }
        let last = try stream.waitUntilLive(by: backend.rawValue)
        #expect(last == agent || !byOne, "by one agent from the first to the last: \(stream.process.output)")
        try stream.stop(restarts: !byOne)
        try pump.process.expectRunning()
        #expect(try decodingErrors(of: file) == "")
        return try ShapeReading(file, on: Self.canvas, phases)
    }

    private func expectUpright(_ reading: ShapeReading) {
        for result in reading.results { #expect(result.whole >= 10 && result.broken <= 1, "\(result)") }
        // Keep-alive frames come every half second.
        expectInTime(reading.longestGap < .milliseconds(800), "the longest gap: \(reading.longestGap)")
    }

    @Test(arguments: CastBackend.allCases) func everyTransformIsUprightWhileTheStreamGoesOn(backend: CastBackend) throws {
        let (wide, high) = (PixelSize(width: 1280, height: 720), PixelSize(width: 720, height: 1280))
        let bed = try SwayDesktop(width: 1280, height: 720)
        let order = Array(SwayTransform.allCases.dropFirst()) + [.normal]
        let steps = order.map { transform in Step(transform.rawValue, transform.swapsSides ? high : wide) { try $0.turn(transform) } }
        expectUpright(try watch(backend, bed, steps))
    }

    @Test(arguments: CastBackend.allCases) func scaleSizeAndPlugMayChange(backend: CastBackend) throws {
        let (first, second) = (PixelSize(width: 1280, height: 720), PixelSize(width: 1024, height: 768))
        let bed = try SwayDesktop(width: 1280, height: 720)
        let steps = [1.5, 2, 1].map { factor in Step("scale \(factor)", first) { try $0.scale(factor) } }
        let sizes = [second, first].map { size in Step("\(size)", size) { try $0.resize(width: size.width, height: size.height) } }
        expectUpright(try watch(backend, bed, steps + sizes))
    }

    @Test(arguments: CastBackend.allCases) func aScreenThatIsUnpluggedComesBack(backend: CastBackend) throws {
        let size = PixelSize(width: 1280, height: 720)
        let bed = try SwayDesktop(width: 1280, height: 720)
        let replug: (SwayDesktop) throws -> Void = { bed in
            try bed.unplug()
            letRun(for: .seconds(1))
            try bed.plug()
        }
        expectUpright(try watch(backend, bed, byOne: backend == .wlr, [Step("plugged in again", size, replug)]))
        // Nobody was asked for that.
        #expect(bed.consentCount == (backend == .pipewire ? 1 : 0), "\(bed.log("portal backend"))")
    }

    @Test(arguments: CastBackend.allCases) func aCompositorThatIsKilledComesBack(backend: CastBackend) throws {
        let size = PixelSize(width: 1280, height: 720)
        let bed = try SwayDesktop(width: 1280, height: 720)
        let restart: (SwayDesktop) throws -> Void = { bed in
            bed.killCompositor()
            letRun(for: .seconds(1))
            try bed.startCompositor()
        }
        expectUpright(try watch(backend, bed, byOne: false, [Step("another compositor", size, restart)]))
    }

    @Test func aPipeWireThatIsRestartedIsAskedAnewWithoutADialog() throws {
        let (bed, scratch) = (try MutterDesktop(width: 1280, height: 720), try Scratch())
        let file = scratch.file("restart.mkv")
        let pump = try Stimulus(.typing, on: bed)
        let stream = try Stream.live(.pipewire, on: bed, to: [file], "--size", "1280x720")
        try stream.waitUntilLive(by: "pipewire")
        try stream.waitForFrames(5)
        try bed.restartPipeWire()
        try waitUntil("a cast again: \(stream.process.output.suffix(1000))", timeout: .seconds(40)) { bed.restoredCount >= 1 }
        try stream.waitUntilLive(by: "pipewire")
        try stream.waitForFrames(10)
        #expect(bed.consentCount == 1, "\(bed.log("portal backend"))")
        try stream.stop(restarts: true)
        pump.stop()
        #expect(try StampReader(file).frames.last?.stamp != nil)
    }
}
