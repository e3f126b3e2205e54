import Fixtures
import ServerFixtures
import TestSupport
import Testing

@Suite struct PictureTests {
    /// Records `duration` of a screen without loss.
    private func record(_ screen: XvfbServer, into scratch: Scratch, seconds: Int, rate: Int = 30) throws -> String {
        let file = scratch.file("screen.mkv")
        try runTool([
            "ffmpeg", "-nostdin", "-v", "error", "-f", "x11grab", "-draw_mouse", "0", "-framerate", "\(rate)", "-i", screen.display,
            "-t", "\(seconds)", "-c:v", "libx264rgb", "-preset", "ultrafast", "-qp", "0", file,
        ])
        return file
    }

    @Test(arguments: [Stimulus.Workload.motion, .scroll, .typing, .idle])
    func everyStampReadsBack(workload: Stimulus.Workload) throws {
        let (screen, scratch) = (try XvfbServer(width: 640, height: 360), Scratch())
        let stimulus = try Stimulus(workload, on: screen)
        let reader = try StampReader(try record(screen, into: scratch, seconds: 2))
        try stimulus.process.expectRunning()
        // A frame may be grabbed while it is drawn.
        #expect(reader.tally.unreadable <= 2)
        #expect(reader.tally.delivered >= 3)
        #expect(reader.tally.backward == 0)
        #expect(reader.frames.map(\.position) == reader.frames.map(\.position).sorted())
    }

    @Test func aScreenWithoutAStimulusHasNoStamp() throws {
        let (screen, scratch) = (try XvfbServer(width: 640, height: 360), Scratch())
        let reader = try StampReader(try record(screen, into: scratch, seconds: 1))
        #expect(reader.tally.received == 0)
        #expect(reader.tally.unreadable > 0)
    }

    @Test func theChartIsWhatItSays() throws {
        let (screen, scratch) = (try XvfbServer(width: 640, height: 360), Scratch())
        let stimulus = try Stimulus(ColourChart.standard, on: screen)
        let file = try record(screen, into: scratch, seconds: 1)
        try stimulus.process.expectRunning()
        #expect(try ColourChart.standard.deviations(in: file).allSatisfy { $0 <= 1 })
        #expect(try ColourChart(colours: [0xffffff]).deviations(in: file) != [0])
    }

    @Test func flashesAreTwoSecondsApart() throws {
        let (screen, scratch) = (try XvfbServer(width: 320, height: 200), Scratch())
        let stimulus = try Stimulus(.flash, on: screen)
        let reader = try FlashReader(try record(screen, into: scratch, seconds: 7, rate: 60))
        #expect(reader.flashes.count >= 3)
        for (early, late) in zip(reader.flashes, reader.flashes.dropFirst()) { #expect((late - early) / .seconds(2) > 0.9) }
        let offsets = stimulus.flashTimes.map { FlashMoment.offset(of: $0) }
        #expect(offsets.allSatisfy { $0 >= .zero }, "\(offsets)")
        // Spread over the frame grid: no two neighbours stand at the same place of it.
        let places = stimulus.flashTimes.map { $0.nanoseconds % 2_000_000_000 / 1_000_000 }
        #expect(zip(places, places.dropFirst()).allSatisfy { abs($0 - $1) > 5 }, "\(places)")
        #expect(reader.offsets(of: [reader.flashes[0] + .milliseconds(30)]) == [.milliseconds(30)])
    }
}
