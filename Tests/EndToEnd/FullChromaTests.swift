import Fixtures
import Foundation
import Judging
import ServerFixtures
import TestSupport
import Testing

/// Recordings with a colour for each pixel, beside one of the same canvas without.
@Suite(.serialized, .rerunWhenLate) struct FullChromaTests {
    private static let (width, height) = (640, 360)

    private static func deviation(of file: String) throws -> Double {
        try ColourLines.redOnBlue.deviation(in: file, width: width, height: height, rows: 0..<120)
    }

    private static func facts(of file: String) -> [String] {
        Program.probe(file, "stream=codec_name,profile,pix_fmt", ["-select_streams", "v"]).first ?? []
    }

    private static func waitForPictures(_ count: Int, of id: Int, _ stream: TestSupport.Stream) throws {
        try waitUntil("\(count) pictures for target \(id)") { try stream.target(id)["picturesSent"] as? Int ?? 0 >= count }
    }

    /// Of the still screen's first frame, without a change after it.
    @Test func oneCanvasIsRecordedInFullAndInHalfColour() throws {
        let (screen, scratch) = (try XvfbServer(width: Self.width, height: Self.height), Scratch())
        let stimulus = try Stimulus(ColourLines.redOnBlue, on: screen)
        let files = ["plain.mkv", "full.mkv", "full.mp4", "hevc.mkv"].map { scratch.file($0) }
        let stream = try Stream.live(
            screen, to: zip(files, ["@half", "@archive", "@archive", "@hevc"]).map { $0 + $1 }, "--encoding", "half:codec=h264,crf=10,pixel=420",
            "--encoding", "archive:codec=h264,crf=10,pixel=444", "--encoding", "hevc:codec=hevc,bitrate=20M,preset=ultrafast,pixel=444")
        try stream.waitUntilLive()
        for id in 1...4 { try Self.waitForPictures(8, of: id, stream) }
        let encodings = try stream.status()["encodings"] as? [[String: Any]] ?? []
        #expect(encodings.filter { $0["pixel"] as? String == "444" }.compactMap { $0["name"] as? String }.sorted() == ["archive", "hevc"])
        try stream.stop()
        withExtendedLifetime(stimulus) {}
        #expect(Self.facts(of: files[0]) == ["h264", "High", "yuv420p"])
        for file in files[1...2] { #expect(Self.facts(of: file) == ["h264", "High 4:4:4 Predictive", "yuv444p"]) }
        #expect(Self.facts(of: files[3]) == ["hevc", "Rext", "yuv444p"])
        for file in files { #expect(try decodingErrors(of: file) == "", "\(file)") }
        let deviations = try files.map(Self.deviation)
        #expect(deviations[0] > 25 && deviations[1...].allSatisfy { $0 < 6 }, "\(deviations)")
    }

    /// Full chroma comes with the encoding's target and goes with it; what is encoded beside goes on.
    @Test func aRecordingInFullColourComesAndGoesWhileLive() throws {
        let (screen, scratch) = (try XvfbServer(width: Self.width, height: Self.height), Scratch())
        let stimulus = try Stimulus(ColourLines.redOnBlue, on: screen)
        let (plain, full, moved) = (scratch.file("plain.mkv"), scratch.file("full.mkv"), scratch.file("moved.mkv"))
        let stream = try Stream.live(
            screen, to: [plain, moved], "--encoding", "archive:crf=10,pixel=444", "--encoding", "small:bitrate=1M,size=320x180,pixel=444")
        try stream.waitUntilLive()
        try Self.waitForPictures(4, of: 1, stream)
        try stream.command("targets", "add", full + "@archive")
        try Self.waitForPictures(2, of: 3, stream)
        // In the lower half: what is damaged somewhere is painted anew everywhere.
        let logo = try FixtureProcess(["xlogo", "-geometry", "60x60+20+250"], environment: screen.environment)
        try Self.waitForPictures(10, of: 3, stream)
        #expect(try stream.refusal("set", "encoding", "archive", "pixel=420").contains("cannot change while targets get the encoding"))
        // A recording that is moved goes on in a new file: its pictures are of another kind.
        try stream.command("set", "target", "2", "--encoding", "archive")
        let before = try stream.target(2)["picturesSent"] as? Int ?? 0
        try Self.waitForPictures(before + 6, of: 2, stream)
        try stream.command("set", "target", "2", "--encoding", "main")
        try stream.command("targets", "remove", "3")
        let later = try stream.target(1)["picturesSent"] as? Int ?? 0
        logo.end()
        try Self.waitForPictures(later + 6, of: 1, stream)
        try stream.stop()
        withExtendedLifetime(stimulus) {}
        #expect(try Self.deviation(of: full) < 6 && Self.deviation(of: plain) > 25)
        let files = ["moved.mkv", "moved-0002.mkv", "moved-0003.mkv"].map { scratch.file($0) }
        #expect(files.map { Self.facts(of: $0).last ?? "" } == ["yuv420p", "yuv444p", "yuv420p"])
        for file in files + [plain, full] { #expect(try decodingErrors(of: file) == "", "\(file)") }
    }

    @Test(arguments: ["rtmp://127.0.0.1:9/app/key", "srt://127.0.0.1:9", "udp://127.0.0.1:9", "live.m3u8"])
    func whatPlayersShouldShowIsRefusedInFullColour(target: String) throws {
        let scratch = Scratch()
        let run = Program.run(
            try releaseProduct("splitcast"),
            [
                "live", "--display", ":1", "--mic", "none", "--to", (target.contains("://") ? target : scratch.file(target)) + "@archive",
                "--encoding", "archive:bitrate=1M,pixel=444",
            ])
        #expect(run.status == 2 && run.complaints.contains("players do not show pixel=444 of the encoding 'archive'"), "\(run.complaints)")
    }
}
