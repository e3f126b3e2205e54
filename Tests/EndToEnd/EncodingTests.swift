import Fixtures
import Foundation
import Judging
import ServerFixtures
import TestSupport
import Testing

/// Several encodings of one canvas: each of its own size, rate and quality, made when a target wants it and ended with the last.
@Suite(.serialized, .rerunWhenLate) struct EncodingTests {
    private static func encodings(_ stream: TestSupport.Stream) throws -> [String: [String: Any]] {
        let list = try stream.status()["encodings"] as? [[String: Any]] ?? []
        return Dictionary(list.compactMap { one in (one["name"] as? String).map { ($0, one) } }) { $1 }
    }

    /// "WIDTHxHEIGHT" of the picture in a file.
    private static func size(of file: String) -> String {
        Program.probe(file, "stream=width,height", ["-select_streams", "v"]).first?.joined(separator: "x") ?? ""
    }

    @Test func eachTargetGetsTheEncodingThatItNames() throws {
        let (screen, server, scratch) = (try XvfbServer(width: 1280, height: 720), try RTMPServer(), Scratch())
        let stimulus = try Stimulus(.motion, on: screen)
        let (whole, archive, added) = (scratch.file("whole.mkv"), scratch.file("archive.mkv"), scratch.file("added.mkv"))
        let stream = try Stream.live(
            screen, to: [whole, archive + "@archive"], "--mic", "none", "--encoding", "archive:size=source,crf=30,fps=10,preset=ultrafast",
            "--encoding", "low:size=320x180,bitrate=200k", "--to", server.url("small") + "@low")
        try stream.waitUntilLive()
        try waitUntil("the small one's picture") { try Self.encodings(stream)["low"]?["framesEncoded"] as? Int ?? 0 > 30 }
        let running = try Self.encodings(stream)
        #expect(running.keys.sorted() == ["archive", "low", "main"])
        #expect(running["low"]?["size"] as? String == "320x180" && running["main"]?["size"] as? String == "1280x720")
        #expect(running["archive"]?["constantQuality"] as? Double == 30)
        #expect(running["low"]?["targets"] as? [Int] == [3] && running["archive"]?["targets"] as? [Int] == [2])

        // One that is there without being described begins with its first target, and ends with its last.
        _ = try stream.command("targets", "add", added + "@mid")
        try waitUntil("the added one's picture") { try Self.encodings(stream)["mid"]?["framesEncoded"] as? Int ?? 0 > 30 }
        _ = try stream.command("targets", "remove", "4")
        #expect(try Self.encodings(stream)["mid"] == nil)
        #expect(try stream.refusal("targets", "add", "\(scratch.path)/x.mkv@nosuch").contains("there is no encoding 'nosuch'"))
        letRun(for: .seconds(2))
        try stream.stop()
        withExtendedLifetime(stimulus) {}

        #expect(Self.size(of: whole) == "1280x720" && Self.size(of: archive) == "1280x720" && Self.size(of: added) == "1280x720")
        let small = try #require(try server.recordings(of: "small").first)
        #expect(Self.size(of: small) == "320x180")
        for file in [whole, archive, small, added] { #expect(try decodingErrors(of: file) == "", "\(file)") }
        // Ten pictures a second, however many the other has. An encoder that cannot keep up leaves some out.
        let times = try RecordedPackets(archive).pictures.map(\.time)
        let rate = Double(times.count - 1) / (try #require(times.max()) - times.min()!)
        #expect(rate < 10.5, "\(rate)")
        expectInTime(rate > 8.5, "\(rate)")
    }

    /// A rate of NTSC is a ratio: pictures lie on its grid, and players are told the ratio and not what it is rounded to.
    @Test func ratesOfNTSCAreExact() throws {
        let (screen, scratch) = (try XvfbServer(width: 320, height: 180), Scratch())
        let (file, other) = (scratch.file("ntsc.mp4"), scratch.file("film.mkv"))
        let stream = try Stream.live(
            screen, to: [file, other + "@film"], "--mic", "none", "--fps", "29.97", "--cadence", "constant", "--preset",
            "ultrafast", "--encoding", "film:fps=24000/1001,bitrate=200k")
        try stream.waitUntilLive()
        try waitUntil("three seconds") { try Self.encodings(stream)["film"]?["framesEncoded"] as? Int ?? 0 > 72 }
        #expect((try stream.status()["picture"] as? [String: Any])?["maxFps"] as? Double == 29.97)
        #expect(try stream.refusal("set", "fps", "29,97").contains("such as 30 or 29.97"))
        try stream.stop()
        for (recording, ratio) in [(file, "30000/1001"), (other, "24000/1001")] {
            #expect(Program.probe(recording, "stream=r_frame_rate", ["-select_streams", "v"]) == [[ratio]])
        }
        let times = try RecordedPackets(file).pictures.map(\.time)
        let steps = zip(times.dropFirst(), times).map { ($0 - $1) * 30_000 / 1001 }
        #expect(steps.count > 80 && steps.allSatisfy { abs($0 - $0.rounded()) < 0.002 }, "\(steps)")
    }
}
