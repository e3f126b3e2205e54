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

    /// When the canvas gets another size, one window takes the place of the other; none stays when the viewer ends.
    @Test func theViewerHasOneWindow() throws {
        let (screen, viewers) = (try XvfbServer(width: 640, height: 360), try XvfbServer(width: 800, height: 600))
        let stream = try Stream(["live", "--display", screen.display, "--mic", "none", "--http", "127.0.0.1:\(Port.free())"], screen: screen)
        try stream.waitUntilLive()
        let viewer = try FixtureProcess(
            ["python3", Self.example, "--group", stream.group],
            environment: viewers.environment.merging(["XDG_RUNTIME_DIR": stream.runtimePath]) { $1 })
        func windows() -> [String] {
            let list = Program.run("ps", ["-o", "pid=,stat=,args=", "--ppid", "\(viewer.pid)"]).text.split(separator: "\n").map(String.init)
            return list.filter { $0.contains("ffplay") && !$0.contains("defunct") }
        }
        try waitUntil("its window: \(windows())") { windows().count == 1 && windows()[0].contains("640x360") }
        try stream.command("set", "size", "320x180")
        try waitUntil("the other window alone: \(windows())") { windows().count == 1 && windows()[0].contains("320x180") }
        let last = try #require(windows().first?.split(separator: " ").first.flatMap { pid_t($0) })
        viewer.end()
        try waitUntil("the end of its window") { kill(last, 0) != 0 }
        try stream.stop()
    }

    @Test func withoutAHostOneLineSaysSo() throws {
        let scratch = Scratch()
        let run = Program.run("env", ["XDG_RUNTIME_DIR=\(scratch.path)", "python3", Self.example, "--to", "-"])
        #expect(run.status == 4 && run.complaints.split(separator: "\n").count == 1, "\(run)")
    }
}
