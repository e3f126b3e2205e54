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
