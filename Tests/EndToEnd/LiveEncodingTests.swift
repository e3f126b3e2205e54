import Fixtures
import Foundation
import Judging
import ServerFixtures
import TestSupport
import Testing

/// Encodings that change, and targets that move from one to another, while everything is live.
@Suite(.serialized, .rerunWhenLate) struct LiveEncodingTests {
    private static func encoding(_ name: String, _ stream: TestSupport.Stream) throws -> [String: Any]? {
        (try stream.status()["encodings"] as? [[String: Any]] ?? []).first { $0["name"] as? String == name }
    }

    /// The sizes of a recording's pictures, in the order in which they come.
    private static func sizes(of file: String) -> [String] {
        let rows = Program.probe(file, "frame=width,height", ["-select_streams", "v"]).map { $0.prefix(2).joined(separator: "x") }
        return rows.reduce(into: []) { found, size in if found.last != size { found.append(size) } }
    }

    private static func waitForPictures(_ count: Int, of id: Int, _ stream: TestSupport.Stream) throws {
        let before = try stream.target(id)["picturesSent"] as? Int ?? 0
        try waitUntil("\(count) more pictures for target \(id)") { try stream.target(id)["picturesSent"] as? Int ?? 0 >= before + count }
    }

    @Test func aTargetMovesInItsConnectionAndARecordingIntoANewFile() throws {
        let (screen, server, scratch) = (try XvfbServer(width: 1280, height: 720), try RTMPServer(), Scratch())
        let stimulus = try Stimulus(.motion, on: screen)
        let stream = try Stream.live(
            screen, to: [server.url("one"), scratch.file("talk.mkv")], "--preset", "ultrafast", "--keyframe-interval", "1s")
        try stream.waitUntilLive()
        for id in [1, 2] { try Self.waitForPictures(20, of: id, stream) }

        // The encoding begins with its first target.
        #expect(String(decoding: try stream.command("set", "target", "1", "--encoding", "low"), as: UTF8.self).contains("target 1 gets low"))
        _ = try stream.command("set", "target", "2", "--encoding", "low")
        #expect(try Self.encoding("low", stream)?["targets"] as? [Int] == [1, 2])
        #expect(try Self.encoding("main", stream)?["targets"] as? [Int] == [])
        for id in [1, 2] { try Self.waitForPictures(20, of: id, stream) }

        _ = try stream.command("set", "encoding", "low", "bitrate=300k")
        let rate = try Self.encoding("low", stream)?["rate"] as? [String: Any]
        #expect(rate?["ceiling"] as? Int == 300_000)
        _ = try stream.command("set", "encoding", "low", "size=320x180", "fps=15", "preset=superfast")
        try waitUntil("the smaller picture") { try Self.encoding("low", stream)?["size"] as? String == "320x180" }
        for id in [1, 2] { try Self.waitForPictures(30, of: id, stream) }

        // It ends with its last.
        for id in ["1", "2"] { _ = try stream.command("set", "target", id, "--encoding", "main") }
        #expect(try Self.encoding("low", stream) == nil)
        for id in [1, 2] { try Self.waitForPictures(20, of: id, stream) }
        #expect(try stream.target(1)["reconnects"] as? Int == 0)
        try stream.stop()
        withExtendedLifetime(stimulus) {}

        let received = try server.recordings(of: "one")
        #expect(received.count == 1)
        let sizes = ["1280x720", "640x360", "320x180", "1280x720"]
        #expect(Self.sizes(of: try #require(received.first)) == sizes)
        let files = ["talk.mkv", "talk-0002.mkv", "talk-0003.mkv", "talk-0004.mkv"].map { scratch.file($0) }
        #expect(files.map(Self.sizes) == sizes.map { [$0] })
        for file in files + received { #expect(try decodingErrors(of: file) == "", "\(file)") }
    }

    @Test func eachEncodingHasItsCodec() throws {
        let (screen, scratch) = (try XvfbServer(width: 640, height: 360), Scratch())
        let stimulus = try Stimulus(.motion, on: screen)
        let (whole, archive, small) = (scratch.file("whole.mkv"), scratch.file("archive.mkv"), scratch.file("small.mkv"))
        let stream = try Stream.live(
            screen, to: [whole, archive + "@archive", small + "@small"], "--encoding", "archive:codec=h264,crf=20,size=source,fps=30",
            "--encoding", "small:codec=hevc,size=160x90,fps=5,bitrate=100k,preset=ultrafast")
        try stream.waitUntilLive()
        for id in 1...3 { try Self.waitForPictures(10, of: id, stream) }
        #expect(try Self.encoding("small", stream)?["codec"] as? String == "hevc")
        #expect(try Self.encoding("archive", stream)?["codec"] as? String == "h264")

        let refusals: [(arguments: [String], words: String)] = [
            (["set", "target", "1", "--encoding", "small"], "target 1 gets H.264, and the encoding 'small' is HEVC"),
            (["set", "target", "1", "--encoding", "nosuch"], "there is no encoding 'nosuch'; there are: main, archive, small, low"),
            (["set", "target", "9", "--encoding", "archive"], "there is no target 9"),
            (["set", "encoding", "mid", "bitrate=1M"], "no target gets the encoding 'mid': move one to it first"),
            (["set", "encoding", "nosuch", "bitrate=1M"], "there is no encoding 'nosuch'"),
            (["set", "encoding", "archive", "bitrate=1M"], "has crf, which has no bit rate: give crf=N"),
            (["set", "encoding", "small", "crf=20"], "has a bit rate: give bitrate=RATE"),
            (["set", "encoding", "archive", "size=1280x720"], "1280x720 is larger than the picture, 640x360: give size=source"),
            (["set", "encoding", "archive", "codec=hevc"], "cannot change while targets get the encoding"),
        ]
        for (arguments, words) in refusals {
            let text = try stream.refusal(arguments)
            #expect(text.contains(words), "\(arguments): \(text)")
        }
        // Its quality changes without a key frame.
        _ = try stream.command("set", "encoding", "archive", "crf=35")
        #expect(try Self.encoding("archive", stream)?["constantQuality"] as? Double == 35)
        try Self.waitForPictures(20, of: 2, stream)
        try stream.stop()
        withExtendedLifetime(stimulus) {}
        let codecs = [whole, archive, small].map { Program.probe($0, "stream=codec_name", ["-select_streams", "v"]).first?.first ?? "" }
        #expect(codecs == ["h264", "h264", "hevc"])
        #expect(scratch.names().count == 3)
        for file in [whole, archive, small] { #expect(try decodingErrors(of: file) == "", "\(file)") }
    }

    @Test func theWholeStreamGoesOnInAnotherSizeAndFrameRate() throws {
        let (screen, server, scratch) = (try XvfbServer(width: 640, height: 360), try RTMPServer(), Scratch())
        let stimulus = try Stimulus(.motion, on: screen)
        let stream = try Stream.live(
            screen, to: [server.url("one"), scratch.file("talk.mkv"), scratch.file("small.mkv") + "@small", scratch.file("whole.mp4")],
            "--preset", "ultrafast",
            "--encoding", "small:size=160x90,fps=10,bitrate=100k")
        try stream.waitUntilLive()
        for id in 1...4 { try Self.waitForPictures(20, of: id, stream) }
        _ = try stream.command("set", "size", "320x180", "fps", "15")
        try waitUntil("the smaller picture") { try Self.encoding("main", stream)?["size"] as? String == "320x180" }
        let picture = try stream.status()["picture"] as? [String: Any]
        #expect(picture?["size"] as? String == "320x180" && picture?["maxFps"] as? Int == 15)
        for id in 1...4 { try Self.waitForPictures(20, of: id, stream) }
        _ = try stream.command("set", "fps", "30")
        #expect(try stream.refusal("set", "size", "321x180").contains("even"))
        for id in 1...4 { try Self.waitForPictures(20, of: id, stream) }
        #expect(try stream.target(1)["reconnects"] as? Int == 0)
        try stream.stop()
        withExtendedLifetime(stimulus) {}
        let received = try server.recordings(of: "one")
        #expect(received.count == 1 && Self.sizes(of: received[0]) == ["640x360", "320x180"])
        let files = ["talk.mkv", "talk-0002.mkv", "small.mkv"].map { scratch.file($0) }
        #expect(files.map(Self.sizes) == [["640x360"], ["320x180"], ["160x90"]])
        // A file of MP4 has one header: one more for each of the two commands.
        let whole = scratch.names().filter { $0.hasSuffix(".mp4") }.sorted()
        #expect(whole == ["whole-0002.mp4", "whole-0003.mp4", "whole.mp4"], "\(whole)")
        for file in files + received + whole.map({ scratch.file($0) }) { #expect(try decodingErrors(of: file) == "", "\(file)") }
    }

    /// What encoders and their pictures took goes back when they end: malloc by itself kept some 10 MB more with each round.
    @Test func encodersThatComeAndGoLeaveNothing() throws {
        let (screen, server) = (try XvfbServer(width: 1280, height: 720), try RTMPServer())
        let stimulus = try Stimulus(.typing, on: screen)
        let stream = try Stream.live(screen, to: [server.url("one")], "--preset", "ultrafast")
        try stream.waitUntilLive()
        func rounds(_ count: Int) throws -> Int {
            for _ in 0..<count {
                _ = try stream.command("set", "target", "1", "--encoding", "low")
                for size in ["960x540", "1280x720"] { _ = try stream.command("set", "size", size) }
                _ = try stream.command("set", "target", "1", "--encoding", "main")
            }
            return try ProcessUsage(of: stream.process.pid).anonymousBytes
        }
        let early = try rounds(4)
        let late = try rounds(8)
        #expect(late - early < 16 * 1024 * 1024, "\(early), then \(late) bytes")
        try stream.stop()
        withExtendedLifetime(stimulus) {}
    }
}
