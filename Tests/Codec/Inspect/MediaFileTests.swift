import Fixtures
import Foundation
import MediaFixtures
import Testing

@testable import Codec

/// `inspect`, against what was written and what ffprobe says.
@Suite struct MediaFileTests {
    private let scratch = Scratch()

    @Test func lengthKeyframesAndGapsAreAsWritten() throws {
        let media = try TestMedia()
        let sink = MemorySink()
        let muxer = try Muxer(.mkv, streams: [media.video.stream, media.audio.stream], start: media.start, into: sink)
        for packet in try media.packets(seconds: 7, fps: 30) { try muxer.write(packet) }
        try muxer.finish()
        let path = scratch.file("a.mkv")
        try sink.save(to: path)
        let found = try MediaFile(path).inspect()
        let video = try #require(found.streams.first)
        #expect(video.codec == "h264" && video.size == "320x180" && video.packets == 210 && video.backwardSteps == 0)
        #expect(abs(video.rate - 30) < 0.5 && abs(video.longestGapSeconds - 0.033) < 0.003, "\(video)")
        let keys = try #require(video.keyframes)
        #expect(keys.count == 4 && abs(keys.medianSeconds - 2) < 0.01 && abs(keys.longestSeconds - 2) < 0.01, "\(keys)")
        #expect(found.streams[1].codec == "aac" && found.streams[1].sampleRate == 48000 && found.streams[1].channels == 2)
        #expect(found.streams[1].keyframes == nil && found.messages.isEmpty && found.bytes == sink.bytes.count)
        let told = Double(Program.probe(path, "format=duration").first?.first ?? "") ?? 0
        #expect(abs(found.durationSeconds - told) < 0.1, "\(found.durationSeconds) \(told)")
        // What was cut in the middle is read as far as it goes.
        try Data(sink.bytes.prefix(sink.bytes.count / 2)).write(to: URL(fileURLWithPath: path))
        let half = try MediaFile(path).inspect()
        #expect(half.streams[0].packets > 80 && half.streams[0].packets < 130)
    }

    /// Other programs write it at the end.
    @Test func anMP4WithoutItsIndexIsSaidToBeBrokenOff() throws {
        let path = scratch.file("a.mp4")
        let picture = ["-f", "lavfi", "-i", "testsrc=d=1:s=320x180", "-c:v", "libx264"]
        try runTool(["ffmpeg", "-nostdin", "-v", "error"] + picture + [path])
        #expect(try MediaFile(path).inspect().streams.count == 1)
        let whole = try scratch.bytes("a.mp4")
        try Data(whole.prefix(whole.count / 2)).write(to: URL(fileURLWithPath: path))
        let error = try #require(throws: CodecError.self) { try MediaFile(path) }
        #expect(error.code == .damaged && error.message.contains("no index") && error.message.contains("broken off"), "\(error)")
    }

    /// A segment of a second, and a playlist that names it so.
    private func playlist(_ name: String, _ lines: [String]) throws -> String {
        if !scratch.names().contains("a.ts") {
            let tone = ["-f", "lavfi", "-i", "sine=d=1", "-c:a", "aac"]
            try runTool(["ffmpeg", "-nostdin", "-v", "error"] + tone + [scratch.file("a.ts")])
        }
        try scratch.write((["#EXTM3U"] + lines).joined(separator: "\n") + "\n", to: name)
        return scratch.file(name)
    }

    @Test func aPlaylistIsReadWithItsSegmentsBesideIt() throws {
        let segments = ["#EXT-X-TARGETDURATION:2", "#EXTINF:1,", "a.ts", "#EXT-X-ENDLIST"]
        _ = try playlist("low.m3u8", segments)
        let path = try playlist("all.m3u8", ["#EXT-X-STREAM-INF:BANDWIDTH=100000", "low.m3u8"])
        #expect(abs(try MediaFile(path).inspect().durationSeconds - 1) < 0.1)
    }

    /// In memory without end, or for ever.
    @Test func whatAPlaylistNamesIsAFileBesideItAndNotThePlaylist() throws {
        let (outside, folder) = (Scratch(), scratch.path)
        try outside.write("secret", to: "a.ts")
        #expect(mkfifo(scratch.file("pipe.ts"), 0o600) == 0 && symlink("/dev/zero", scratch.file("zero.ts")) == 0)
        #expect(symlink(outside.file("a.ts"), scratch.file("link.ts")) == 0)
        for name in ["pipe.ts", "zero.ts", "link.ts", outside.file("a.ts"), "../\(outside.path.split(separator: "/").last!)/a.ts"] {
            let path = try playlist("one.m3u8", ["#EXT-X-TARGETDURATION:2", "#EXTINF:1,", name, "#EXT-X-ENDLIST"])
            #expect(throws: CodecError.self, "\(name) in \(folder)") { try MediaFile(path) }
        }
        for name in ["self.m3u8", "self.mkv"] {
            let path = try playlist(name, ["#EXT-X-STREAM-INF:BANDWIDTH=1", name])
            #expect(throws: CodecError.self) { try MediaFile(path) }
            #expect(throws: CodecError.self) { try Remuxer(path, to: scratch.file("b.mkv"), as: .mkv, replacing: true).run() }
        }
    }

    @Test func whatIsNoMediaFileIsSaidSo() throws {
        try Data("no media at all, only text ".utf8).write(to: URL(fileURLWithPath: scratch.file("a.mkv")))
        try Data().write(to: URL(fileURLWithPath: scratch.file("empty.mkv")))
        let cases: [(String, CodecError.Code)] = [
            (scratch.file("a.mkv"), .damaged), (scratch.file("none.mkv"), .notReadable), (scratch.path, .notAFile),
            (scratch.file("empty.mkv"), .damaged),
            ("http://127.0.0.1:1/a.mkv", .notReadable), ("concat:a|b", .notReadable),
        ]
        for (path, code) in cases {
            let error = #expect(throws: CodecError.self) { try MediaFile(path) }
            if path.hasSuffix("/a.mkv") && code == .damaged { #expect(error?.message == "'\(path)' is no recording, or its beginning is damaged") }
            #expect(error?.code == code && error?.message.contains(path) == true && error?.message.contains("\n") == false, "\(error?.message ?? "")")
        }
    }
}
