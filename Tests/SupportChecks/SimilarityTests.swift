import Fixtures
import Platform
import ServerFixtures
import Testing

@testable import TestSupport

/// How like the drawn pictures the received ones are.
@Suite struct SimilarityTests {
    private func reading(_ pictures: (milliseconds: Int64, similarity: Double)...) -> SimilarityReading {
        SimilarityReading(pictures.map { .init(position: .milliseconds($0.milliseconds), similarity: $0.similarity) })
    }

    @Test func aPictureCountsAsLongAsItIsShown() {
        let found = reading((0, 0.5), (100, 1), (1000, 0))
        #expect(abs(found.mean - 0.95) < 1e-9)
        #expect((found.level(at: 0.05), found.level(at: 0.5)) == (0.5, 1))
        #expect((reading((0, 0.7)).mean, reading().mean) == (0.7, 0))
    }

    @Test func aPictureWithoutAStampIsHeldAgainstTheOneBefore() {
        #expect(SimilarityReading.numbers([4, nil, 5, 5, nil]) == [4, 4, 5, 5, 5])
    }

    @Test func ofTheColoursBrightnessAloneCounts() {
        let statistics = "n:1 Y:0.991000 U:0.5 V:0.5 All:0.8 (8.1)\nn:2 Y:1.000000 U:1.0 V:1.0 All:1.0 (inf)\n"
        #expect(SimilarityReading.similarities(in: statistics) == [0.991, 1])
    }

    /// Torn pictures may be among those of a screen that is drawn to meanwhile: a quarter of them at least are whole.
    @Test(arguments: [Stimulus.Workload.typing, .scroll, .motion, .grain])
    func aRecordingWithoutLossIsThePictureThatWasDrawn(_ workload: Stimulus.Workload) throws {
        let screen = try XvfbServer(width: 640, height: 360)
        let stimulus = try Stimulus(workload, on: screen)
        let scratch = Scratch()
        let (exact, coarse) = (scratch.file("exact.mkv"), scratch.file("coarse.mkv"))
        try runTool(
            [
                "ffmpeg", "-nostdin", "-v", "error", "-f", "x11grab", "-draw_mouse", "0", "-framerate", "15", "-video_size", "640x360", "-i",
                screen.display, "-frames:v", "12", "-c:v", "ffv1", "-pix_fmt", "yuv420p", exact,
            ])
        stimulus.stop()
        try runTool(["ffmpeg", "-nostdin", "-v", "error", "-i", exact, "-c:v", "mpeg2video", "-q:v", "31", coarse])
        let found = try SimilarityReading(exact, of: workload, width: 640, height: 360)
        #expect(found.pictures.count == 12)
        #expect(found.level(at: 0.75) > 0.999)
        let worse = try SimilarityReading(coarse, of: workload, width: 640, height: 360)
        #expect(worse.mean < found.mean - 0.01)
    }
}
