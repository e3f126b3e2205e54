import Fixtures
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

    /// Streams a screen with a stimulus while `steps` change it one after the other; what the recording shows of each.
    /// - Parameter byOne: whether one agent is to be live from the first to the last. One whose cast or compositor is gone may be
    ///   followed by another: a strict one can open no new connection.
    private func watch(_ backend: CastBackend, _ fixture: SwayDesktop, byOne: Bool = true, _ steps: [Step]) throws -> ShapeReading {
        let scratch = Scratch()
        let file = scratch.file("changes.mkv")
        var stimulus = try Stimulus(.typing, on: fixture, framesPerSecond: 20)
        let stream = try Stream.live(backend, on: fixture, to: [file], "--size", "\(Self.canvas)")
        let agent = try stream.waitUntilLive(by: backend.rawValue)
        try stream.waitForFrames(10)
        var phases: [ShapeReading.Phase] = []
        for step in steps {
            try step.change(fixture)
            if !stimulus.process.isRunning { stimulus = try Stimulus(.typing, on: fixture, framesPerSecond: 20) }
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
        try stimulus.process.expectRunning()
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
        let fixture = try SwayDesktop(width: 1280, height: 720)
        let order = Array(SwayTransform.allCases.dropFirst()) + [.normal]
        let steps = order.map { transform in Step(transform.rawValue, transform.swapsSides ? high : wide) { try $0.turn(transform) } }
        expectUpright(try watch(backend, fixture, steps))
    }

    @Test(arguments: CastBackend.allCases) func scaleSizeAndPlugMayChange(backend: CastBackend) throws {
        let (first, second) = (PixelSize(width: 1280, height: 720), PixelSize(width: 1024, height: 768))
        let fixture = try SwayDesktop(width: 1280, height: 720)
        let steps = [1.5, 2, 1].map { factor in Step("scale \(factor)", first) { try $0.scale(factor) } }
        let sizes = [second, first].map { size in Step("\(size)", size) { try $0.resize(width: size.width, height: size.height) } }
        expectUpright(try watch(backend, fixture, steps + sizes))
    }

    @Test(arguments: CastBackend.allCases) func aScreenThatIsUnpluggedComesBack(backend: CastBackend) throws {
        let size = PixelSize(width: 1280, height: 720)
        let fixture = try SwayDesktop(width: 1280, height: 720)
        let replug: (SwayDesktop) throws -> Void = { fixture in
            try fixture.unplug()
            letRun(for: .seconds(1))
            try fixture.plug()
        }
        expectUpright(try watch(backend, fixture, byOne: backend == .wlr, [Step("plugged in again", size, replug)]))
        // No one was asked for that.
        #expect(fixture.consentCount == (backend == .pipewire ? 1 : 0), "\(fixture.log("portal backend"))")
    }

    @Test(arguments: CastBackend.allCases) func aCompositorThatIsKilledComesBack(backend: CastBackend) throws {
        let size = PixelSize(width: 1280, height: 720)
        let fixture = try SwayDesktop(width: 1280, height: 720)
        let restart: (SwayDesktop) throws -> Void = { fixture in
            fixture.killCompositor()
            letRun(for: .seconds(1))
            try fixture.startCompositor()
        }
        expectUpright(try watch(backend, fixture, byOne: false, [Step("another compositor", size, restart)]))
    }

    @Test func aPipeWireThatIsRestartedIsAskedAnewWithoutADialog() throws {
        let (fixture, scratch) = (try MutterDesktop(width: 1280, height: 720), Scratch())
        let file = scratch.file("restart.mkv")
        let stimulus = try Stimulus(.typing, on: fixture)
        let stream = try Stream.live(.pipewire, on: fixture, to: [file], "--size", "1280x720")
        try stream.waitUntilLive(by: "pipewire")
        try stream.waitForFrames(5)
        try fixture.restartPipeWire()
        try waitUntil("a cast again: \(stream.process.output.suffix(1000))", timeout: .seconds(40)) { fixture.restoredCount >= 1 }
        try stream.waitUntilLive(by: "pipewire")
        try stream.waitForFrames(10)
        #expect(fixture.consentCount == 1, "\(fixture.log("portal backend"))")
        try stream.stop(restarts: true)
        stimulus.stop()
        #expect(try StampReader(file).frames.last?.stamp != nil)
    }
}
