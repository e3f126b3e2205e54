import Downloads
import Fixtures
import Foundation
import HLS
import Protocols
import ServerFixtures
import Testing

/// ffmpeg's HLS muxer as a stranger's stream, behind a real server.
@Suite struct StreamCheckTests {
    private let server: StreamServer

    init() throws { server = try StreamServer() }

    /// Two sizes of one picture with audio of their own, in MPEG-TS or fragmented MP4.
    private func make(_ kind: String, _ more: [String] = []) throws {
        let folder = server.file("s")
        try server.write("", to: "s/empty")
        try runTool(
            ["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=320x180:rate=25", "-f", "lavfi", "-i", "sine=sample_rate=48000"]
                + ["-filter_complex", "[0:v]split[a][b];[a]scale=320:180[a1];[b]scale=160:90[b1]", "-map", "[a1]", "-map", "[b1]", "-map", "1:a"]
                + [
                    "-map", "1:a", "-t", "8", "-c:v", "libx264", "-preset", "ultrafast", "-b:v", "600k", "-maxrate", "600k", "-bufsize", "300k",
                    "-b:a", "96k", "-g", "50", "-keyint_min", "50", "-sc_threshold", "0",
                ]
                + ["-bf", "0", "-c:a", "aac", "-f", "hls", "-hls_time", "2", "-hls_playlist_type", "vod", "-hls_flags", "independent_segments"]
                + ["-hls_segment_type", kind, "-hls_fmp4_init_filename", "init.mp4", "-master_pl_name", "master.m3u8"]
                + more + ["-var_stream_map", "v:0,a:0 v:1,a:1", folder + "/v%v/index.m3u8"])
    }

    /// - Parameter later: done before live playlists are read again.
    private func remarks(_ url: String, later: () throws -> Void = {}) throws -> [StreamRemark] {
        var settings = OriginSettings()
        settings.retries = 0
        return try withoutActuallyEscaping(later) { later in
            var failure: (any Error)?
            let check = StreamCheck(Origin(settings)) { step in
                guard step.hasPrefix("waiting") else { return }
                do { try later() } catch { failure = error }
            }
            let remarks = try check.run(url)
            if let failure { throw failure }
            return remarks
        }
    }

    @Test(arguments: ["mpegts", "fmp4"]) func aGoodStreamHasNoError(kind: String) throws {
        try make(kind)
        let found = try remarks(server.url("s/master.m3u8"))
        #expect(found.filter { $0.severity == .error } == [], "\(found)")
    }

    /// What is in them is looked at too; with another key it is said that they cannot be decrypted.
    @Test func encryptedSegmentsAreReadByTheirKey() throws {
        try server.write(Data((0..<16).map { UInt8($0) }), to: "s/talk.key")
        try server.write("\(server.url("s/talk.key"))\n\(server.file("s/talk.key"))\n", to: "info")
        try make("mpegts", ["-hls_key_info_file", server.file("info")])
        try #require(textOfFile(server.file("s/v0/index.m3u8")).contains("METHOD=AES-128"))
        let found = try remarks(server.url("s/master.m3u8"))
        #expect(found.filter { $0.severity == .error } == [], "\(found)")
        try server.write(textOfFile(server.file("s/master.m3u8")).replacing(/avc1/, with: "hvc1"), to: "s/wrong.m3u8")
        let wrong = try remarks(server.url("s/wrong.m3u8"))
        #expect(wrong.contains { $0.severity == .error && $0.section == "4.4.6.2" && $0.text.contains("there is h264 in it") }, "\(wrong)")
        try server.write(Data(repeating: 7, count: 16), to: "s/talk.key")
        let closed = try remarks(server.url("s/master.m3u8"))
        #expect(closed.contains { $0.severity == .error && $0.section == "4.4.4.4" && $0.text.contains("the key is wrong") }, "\(closed)")
    }

    /// With one wrong key in 256 the noise ends like a padding: only the media tell.
    @Test(arguments: ["mpegts", "fmp4"]) func aWrongKeyIsNamedAlsoWhereItsPaddingIsRight(kind: String) throws {
        try make(kind)
        let (key, vector) = (Data(repeating: 7, count: 16), [UInt8](repeating: 0, count: 16))
        let encryption = try AESEncryption(key: Array(key), initializationVector: vector)
        let noise = (0..<20_000).map { _ in UInt8.random(in: 0...255) }
        try server.write(Data(try noise.withUnsafeBytes { try encryption.update($0) } + encryption.finish()), to: "s/v0/noise")
        try server.write(key, to: "s/v0/noise.key")
        let zero = String(repeating: "0", count: 32)
        let lines = [
            "#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-TARGETDURATION:2", "#EXT-X-PLAYLIST-TYPE:VOD",
            kind == "fmp4" ? "#EXT-X-MAP:URI=\"init_0.mp4\"" : "", "#EXT-X-KEY:METHOD=AES-128,URI=\"noise.key\",IV=0x" + zero, "#EXTINF:2,", "noise",
            "#EXT-X-ENDLIST", "",
        ]
        try server.write(lines.joined(separator: "\n"), to: "s/v0/index.m3u8")
        let found = try remarks(server.url("s/master.m3u8"))
        #expect(found.contains { $0.severity == .error && $0.section == "4.4.4.4" && $0.text.contains("the key is wrong") }, "\(found)")
    }

    @Test func whatIsWrongIsNamedByItsSection() throws {
        try make("fmp4")
        let master = textOfFile(server.file("s/master.m3u8"))
        // Half of what there is, another codec, another size.
        var wrong = master.replacing(/BANDWIDTH=\d+/, with: "BANDWIDTH=10000").replacing(/avc1/, with: "hvc1").replacing("320x180", with: "640x360")
        wrong = wrong.replacing("#EXT-X-INDEPENDENT-SEGMENTS\n", with: "")
        try server.write(wrong, to: "s/wrong.m3u8")
        let index = textOfFile(server.file("s/v1/index.m3u8"))
        try server.write(
            index.replacing(/TARGETDURATION:\d+/, with: "TARGETDURATION:1").replacing(/#EXTINF:2\.0*/, with: "#EXTINF:1.9").replacing(
                "VERSION:7", with: "VERSION:3"),
            to: "s/v1/index.m3u8")
        let found = try remarks(server.url("s/wrong.m3u8"))
        func has(_ severity: StreamRemark.Severity, _ section: String, _ subject: String, _ text: String) -> Bool {
            found.contains { $0.severity == severity && $0.section == section && $0.subject == subject && $0.text.contains(text) }
        }
        #expect(has(.error, "4.4.6.2", "variant 1", "BANDWIDTH is 10000, and a segment has"), "\(found)")
        #expect(has(.error, "4.4.6.2", "variant 1", "and there is h264 in it"))
        #expect(has(.warning, "4.4.6.2", "variant 1", "RESOLUTION is 640x360, and its pictures have 320x180"))
        #expect(has(.error, "4.4.3.1", "variant 2", "above EXT-X-TARGETDURATION 1"))
        #expect(has(.error, "7", "variant 2", "EXT-X-MAP needs EXT-X-VERSION 6, and 3 is given"))
        #expect(has(.error, "6.2.4", "variant 2", "EXT-X-TARGETDURATION is 1"))
        #expect(has(.warning, "6.2.4", "variant 2", "earlier than in variant 1"))
    }

    @Test func aLivePlaylistThatStandsStillIsNamed() throws {
        try FakeStream(server: server).addTrack("live", segments: 1, hasEnded: false)
        let found = try remarks(server.url("live/index.m3u8"))
        #expect(found.contains { $0.section == "6.2.2" && $0.text.contains("has nothing new") }, "\(found)")
        #expect(found.contains { $0.section == "6.2.2" && $0.text.contains("at least three target durations") })
        #expect(found.contains { $0.section == "4.4.2.1" })
    }

    /// It is short as long as it is young.
    @Test func aLiveStreamThatHasJustBegunIsNoFault() throws {
        let stream = FakeStream(server: server)
        try stream.addTrack("live", segments: 1, hasEnded: false, more: "#EXT-X-INDEPENDENT-SEGMENTS\n")
        let found = try remarks(server.url("live/index.m3u8")) {
            try stream.addTrack("live", segments: 2, hasEnded: false, more: "#EXT-X-INDEPENDENT-SEGMENTS\n")
        }
        #expect(found.map(\.severity) == [.note] && found[0].text.contains("has just begun"), "\(found)")
    }

    /// A master that is written again when more was measured.
    @Test func theBandwidthOfALiveStreamIsWhatItsMasterSaysInTheEnd() throws {
        try make("fmp4")
        for name in ["s/v0/index.m3u8", "s/v1/index.m3u8"] {
            let text = textOfFile(server.file(name)).replacing("#EXT-X-ENDLIST\n", with: "").replacing("#EXT-X-PLAYLIST-TYPE:VOD\n", with: "")
            try server.write(text, to: name)
        }
        let master = textOfFile(server.file("s/master.m3u8"))
        let early = master.replacing(/BANDWIDTH=\d+/, with: "BANDWIDTH=10000")
        try server.write(early, to: "s/master.m3u8")
        #expect(try remarks(server.url("s/master.m3u8")).contains { $0.text.hasPrefix("BANDWIDTH is 10000, and a segment has") })
        let found = try remarks(server.url("s/master.m3u8")) { try server.write(master, to: "s/master.m3u8") }
        #expect(!found.contains { $0.text.hasPrefix("BANDWIDTH") }, "\(found)")
    }

    /// Those of key frames are looked at too.
    @Test func iFramePlaylistsAreLookedAt() throws {
        try FakeStream(server: server).addTrack("live", more: "#EXT-X-INDEPENDENT-SEGMENTS\n")
        func found(_ uri: String) throws -> [String] {
            let inf = "#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=900000,CODECS=\"avc1.64001f\",RESOLUTION=320x180,URI=\"\(uri)\""
            try server.write("#EXTM3U\n\(inf)\n", to: "master.m3u8")
            return try remarks(server.url("master.m3u8")).map { "\($0.subject): \($0.text)" }
        }
        #expect(try found("live/index.m3u8") == ["I-frame variant 1: EXT-X-I-FRAMES-ONLY is missing"])
        #expect(try found("none.m3u8").first?.contains("404") == true)
    }

    @Test func aSegmentThatIsAWebPageIsNamed() throws {
        try FakeStream(server: server).addTrack("live", more: "#EXT-X-INDEPENDENT-SEGMENTS\n")
        try server.write("\n<!DOCTYPE html>", to: "live/5.m4s")
        #expect(try remarks(server.url("live/index.m3u8")).map(\.text) == ["segment 5: it is a web page"])
    }

    /// A segment that is a playlist could name files of this machine: it is no media, and nothing is opened.
    @Test func aSegmentThatNamesOtherFilesIsNoMedia() throws {
        try make("mpegts")
        let file = server.file("s/v0/index0.ts")
        try #require(FileManager.default.fileExists(atPath: file))
        try FakeStream(server: server).addTrack("live", segments: 2, more: "#EXT-X-INDEPENDENT-SEGMENTS\n")
        try server.write("#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:2,\nfile://\(file)\n#EXT-X-ENDLIST\n", to: "live/5.ts")
        try server.write("ffconcat version 1.0\nfile '\(file)'\n", to: "live/6.ts")
        let playlist = textOfFile(server.file("live/index.m3u8")).replacing(/#EXT-X-MAP.*\n/, with: "").replacing("m4s", with: "ts")
        try server.write(playlist, to: "live/index.m3u8")
        let master = "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=9000000,CODECS=\"hvc1.1.6.L93\"\nlive/index.m3u8\n"
        try server.write(master, to: "master.m3u8")
        let found = try remarks(server.url("master.m3u8")).filter { $0.severity == .error }
        #expect(found.map(\.text) == [5, 6].map { "segment \($0): it is no media that can be read" }, "\(found)")
    }

    @Test func aCodecWithoutADecoderIsNamed() throws {
        let streams = ["avc1.64001f,ec-3,stpp.ttml", "dvh1.05,holo.1"].map { "#EXT-X-STREAM-INF:BANDWIDTH=5,CODECS=\"\($0)\"\na\n" }
        let text = "#EXTM3U\n" + streams.joined()
        guard case .master(let master) = try Playlist(parsing: Array(text.utf8)) else { return }
        #expect(master.variants.map(\.codecsWithoutDecoder) == [[], ["holo.1"]])
    }
}
