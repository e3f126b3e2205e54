import Fixtures
import Foundation
import Frames
import Judging
import TestSupport
import Testing

/// Drawn on a real compositor of Wayland, streamed through its portal and from the compositor itself, decoded by a stranger.
@Suite(.serialized, .rerunWhenLate) struct CastTests {
    private static let size = PixelSize(width: 1280, height: 720)
    private static let firstNumber: UInt32 = 1_000_000
    private static let unstamped = 4

    @Test(arguments: CastBackend.allCases) func whatIsDrawnArrivesInOrderAndDecodesWithoutAnError(backend: CastBackend) throws {
        let (fixture, scratch) = (try SwayDesktop(width: 640, height: 360), Scratch())
        let file = scratch.file("motion.mkv")
        let stream = try Stream.live(backend, on: fixture, to: [file], "--preset", "ultrafast")
        // A cast of sway has no picture before the first change.
        let first = try Stimulus(.typing, on: fixture)
        try stream.waitUntilLive(by: backend.rawValue)
        try stream.waitForFrames(10)
        first.stop()
        let before = try FrameAccount.atRest(stream)
        let stimulus = try Stimulus(.motion, on: fixture, firstNumber: Self.firstNumber)
        try stream.waitForFrames(240)
        stimulus.stop()
        let after = try FrameAccount.atRest(stream)
        try stream.stop()
        let stamps = try StampReader(file).frames.compactMap(\.stamp).filter { $0.number >= Self.firstNumber }
        let (tally, encoded) = (StampTally(stamps), after.encoded - before.encoded)
        // A compositor without a moment for it gives the picture before once more instead of a new one: each such repeat explains a
        // picture that is missing, and nothing else does.
        let repeats = tally.repeatedBetween
        let text = "\(tally), of which \(repeats) repeats explain as many missed; \(before), then \(after)"
        print("\(backend): \(text)")
        #expect(tally.delivered > 200 && tally.backward == 0, "\(text)")
        #expect((tally.missed - repeats) * 20 <= tally.due && tally.missed * 5 <= tally.due, "\(text)")
        expectInTime(tally.missed - repeats <= 0, "\(text)")
        // Counted, so no stall excuses it: whatever was encoded is in the recording, some of it twice. Windows come and go without a
        // stamp.
        #expect(tally.received >= encoded - Self.unstamped, "\(text)")
        #expect(try decodingErrors(of: file) == "")
    }

    /// On one desktop, which is turned from broadcast to broadcast.
    @Test(arguments: CastBackend.allCases) func thePictureStandsUprightInItsColours(backend: CastBackend) throws {
        let (fixture, scratch) = (try SwayDesktop(width: 640, height: 360), Scratch())
        for transform in SwayTransform.allCases {
            try fixture.turn(transform)
            let chart = try Stimulus(ColourChart.standard, on: fixture)
            let file = scratch.file("chart-\(transform.rawValue).mkv")
            let stream = try Stream.live(backend, on: fixture, to: [file], "--size", "1280x720")
            try stream.waitUntilLive(by: backend.rawValue)
            try stream.waitForFrames(3)
            try stream.stop()
            try chart.process.expectRunning()
            chart.stop()
            let upright = transform.swapsSides ? PixelSize(width: 360, height: 640) : PixelSize(width: 640, height: 360)
            let place = SwitchReader.Screen(upright, on: Self.size, numbers: 0..<1)
            let (width, height) = (Int(Double(upright.width) * place.scale), Int(Double(upright.height) * place.scale))
            // The patches lie as in the chart only when the picture is neither turned nor mirrored.
            let deviations = try ColourChart.standard.deviations(in: file, at: (place.x, place.y, width, height))
            #expect(deviations.allSatisfy { $0 <= 3 }, "\(transform): \(deviations)")
        }
    }

    /// The colour in the middle of a recording's last picture.
    private func colour(_ file: String) throws -> [UInt8] {
        let raw = try runTool([
            "ffmpeg", "-nostdin", "-v", "error", "-i", file, "-vf", "scale=in_range=auto,crop=16:16,scale=1:1:flags=area,format=rgb24", "-f",
            "rawvideo", "pipe:1",
        ])
        return [UInt8](raw.suffix(3))
    }

    /// Nothing is drawn: what the portal shares has no picture before the next change, unless it is asked for one.
    @Test func aStillScreenIsSeenFromTheStartAndAfterItsAgentWasKilled() throws {
        let (fixture, scratch) = (try SwayDesktop(width: 640, height: 360), Scratch())
        try fixture.control("-q", "--", "output", SwayDesktop.screen, "bg", "#2060a0", "solid_color")
        // In the second one the portal has seen the screen before.
        for number in 1...2 {
            let file = scratch.file("still-\(number).mkv")
            let stream = try Stream.live(.pipewire, on: fixture, to: [file])
            let first = try stream.waitUntilLive(by: "pipewire")
            kill(first, SIGKILL)
            try stream.waitUntilLive(by: "pipewire", other: first)
            try stream.stop(restarts: true)
            #expect(!stream.process.output.contains("slate"), "\(stream.process.output)")
            let colour = try colour(file)
            #expect(zip(colour, [0x20, 0x60, 0xa0]).allSatisfy { abs(Int($0) - $1) <= 4 } && colour.count == 3, "\(colour)")
            let errors = try decodingErrors(of: file)
            #expect(errors == "", "\(errors)")
        }
        #expect(fixture.consentCount == 1)
    }

    /// Where no picture can be asked for, a restart of the agent costs viewers none that they had.
    @Test func theLastPictureStaysWhileAnAgentIsThereForItsScreen() throws {
        let (fixture, scratch) = (try SwayDesktop(width: 640, height: 360), Scratch())
        // The compositor is out of the host's reach.
        let stream = try Stream(
            ["live", "--capture", "pipewire", "--mic", "none", "--http", "off", "--hold", "500ms", "--to", scratch.file("x.mkv")],
            desktop: fixture, environment: ["WAYLAND_DISPLAY": nil])
        // On a machine that is late the portal draws its only picture before the agent is linked to it: the next change is the first then.
        if !Watchdog.until(.seconds(5), { (try? stream.framesDelivered()) ?? 0 > 0 }) { try fixture.nudge() }  // no answer while it starts
        let first = try stream.waitUntilLive(by: "pipewire")
        try stream.waitForState("live")
        kill(first, SIGKILL)
        try waitUntil("another agent that captures: \(stream.process.output.suffix(800))") {
            try stream.process.output.contains("viewers see the last picture of it") && stream.agents().contains { $0["pid"] as? Int != Int(first) }
        }
        try stream.waitForState("holding")
        letRun(for: .seconds(2))
        #expect(try stream.status()["state"] as? String == "holding" && stream.framesDelivered() == 0)
        try fixture.nudge()
        try stream.waitUntilLive(by: "pipewire", other: first)
        try stream.waitForState("live")
        try stream.stop(restarts: true)
    }

    @Test func aStillScreenIsNoFailure() throws {
        let (fixture, scratch) = (try SwayDesktop(width: 640, height: 360), Scratch())
        let file = scratch.file("still.mkv")
        let stream = try Stream(
            ["live", "--capture", "pipewire", "--mic", "none", "--http", "off", "--to", file], desktop: fixture,
            environment: ["WAYLAND_DISPLAY": nil])
        try stream.waitUntilLive()
        // Nothing is drawn, and no picture is asked for: there is none before the next change.
        let agent = try #require(try stream.agents().first?["pid"] as? Int)
        letRun(for: .seconds(12))
        #expect(try stream.agents().first?["pid"] as? Int == agent, "\(stream.process.output)")
        #expect(fixture.consentCount == 1)
        let stimulus = try Stimulus(.typing, on: fixture)
        try stream.waitForFrames(15)
        try stream.stop()
        stimulus.stop()
        #expect(try StampReader(file).frames.last?.stamp != nil)
        #expect(try decodingErrors(of: file) == "")
    }

    @Test func onlyTheScreenThatWasChosenIsShown() throws {
        let (fixture, scratch) = (try SwayDesktop(width: 640, height: 360), Scratch())
        let second = try fixture.addScreen(width: 800, height: 450)
        let stimuli = [
            try Stimulus(.typing, on: fixture, screen: SwayDesktop.screen),
            try Stimulus(.typing, on: fixture, firstNumber: 1_000_000, screen: second),
        ]
        try fixture.answer(.grant(second))
        for backend in CastBackend.allCases {
            let file = scratch.file("\(backend).mkv")
            let stream = try Stream(["host", "--mic", "none", "--http", "off", "--size", "800x450", "--to", file], desktop: fixture)
            let agent = try stream.agent(backend, backend == .wlr ? ["--screen", second] : [], on: fixture)
            try stream.waitUntilLive(by: backend.rawValue)
            try stream.waitForFrames(5)
            try stream.stop()
            #expect(agent.exitStatus(within: .seconds(10)) == .exited(0), "\(agent.output)")
            #expect(try StampReader(file).frames.last?.stamp.map { $0.number >= 1_000_000 } == true, "\(backend)")
        }
        for stimulus in stimuli { try stimulus.process.expectRunning() }
    }

    @Test func aPartOfAScreenIsCutOutByTheCompositor() throws {
        let (fixture, scratch) = (try SwayDesktop(width: 1280, height: 720), Scratch())
        let stimulus = try Stimulus(.typing, on: fixture)
        let file = scratch.file("part.mkv")
        let stream = try Stream(["host", "--mic", "none", "--http", "off", "--size", "640x360", "--to", file], desktop: fixture)
        let agent = try stream.agent(.wlr, ["--region", "640x360+0+0"], on: fixture)
        try stream.waitUntilLive(by: "wlr")
        try stream.waitForFrames(5)
        try stream.stop()
        #expect(agent.exitStatus(within: .seconds(10)) == .exited(0), "\(agent.output)")
        // Not scaled: the stamp is as large as it was drawn.
        #expect(try StampReader(file).frames.last?.stamp != nil)
        try stimulus.process.expectRunning()
    }
}
