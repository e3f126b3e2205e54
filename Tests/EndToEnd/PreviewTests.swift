import Fixtures
import Foundation
import Glibc
import ServerFixtures
import TestSupport
import Testing

/// What viewers see, as another program reads it: the example that was written from the document.
@Suite(.serialized) struct PreviewTests {
    private static let example =
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path + "/Shared/Examples/preview.py"

    /// The last of some pictures, as a recording.
    private func recording(_ stream: TestSupport.Stream, _ count: Int, _ scratch: Scratch) throws -> String {
        let (raw, file) = (scratch.file("preview.yuv"), scratch.file("preview-\(count).mkv"))
        let run = Program.run(
            "env", ["XDG_RUNTIME_DIR=\(stream.runtimePath)", "python3", Self.example, "--group", stream.group, "--count", "\(count)", "--to", raw])
        #expect(run.status == 0, "\(run)")
        _ = try runTool([
            "ffmpeg", "-nostdin", "-v", "error", "-y", "-f", "rawvideo", "-pixel_format", "yuv420p", "-video_size", "1280x720", "-i", raw,
            "-vf", "setparams=colorspace=bt709:range=tv:color_primaries=bt709:color_trc=bt709", "-c:v", "ffv1", file,
        ])
        return file
    }

    @Test func anotherProgramSeesWhatViewersSee() throws {
        let (screen, scratch) = (try XvfbServer(width: 1280, height: 720), Scratch())
        let stimulus = try Stimulus(ColourChart.standard, on: screen)
        let stream = try Stream.live(screen, to: [scratch.file("a.mkv")])
        try stream.waitUntilLive()
        var deviations: [Int] = []
        try waitUntil("the chart in the preview: \(deviations)") {
            deviations = try ColourChart.standard.deviations(in: try recording(stream, 1, scratch))
            return deviations.allSatisfy { $0 <= 3 }
        }
        stimulus.stop()
        // A moving one comes on, picture by picture.
        let motion = try Stimulus(.motion, on: screen)
        let file = try recording(stream, 20, scratch)
        let sums = Program.run("ffmpeg", ["-nostdin", "-v", "error", "-i", file, "-f", "framemd5", "-"]).text.split(separator: "\n")
        let pictures = sums.filter { !$0.hasPrefix("#") }.compactMap { $0.split(separator: ",").last }
        #expect(pictures.count == 20 && Set(pictures).count >= 18, "\(Set(pictures).count) of \(pictures.count)")
        motion.stop()
        try stream.stop()
    }

    @Test func withoutAHostOneLineSaysSo() throws {
        let scratch = Scratch()
        let run = Program.run("env", ["XDG_RUNTIME_DIR=\(scratch.path)", "python3", Self.example, "--to", "-"])
        #expect(run.status == 4 && run.complaints.split(separator: "\n").count == 1, "\(run)")
    }
}
