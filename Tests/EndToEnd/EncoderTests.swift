import Fixtures
import Foundation
import ServerFixtures
import TestSupport
import Testing

/// HEVC, AV1 and hardware encoders that are not there, as people ask for them.
@Suite(.serialized) struct EncoderTests {
    struct Scenario: Sendable, CustomTestStringConvertible {
        let encoder: String
        let codec: String
        let files: [String]
        var testDescription: String { encoder }
    }

    static let scenarios = [
        Scenario(encoder: "x265", codec: "hevc", files: ["a.mkv", "a.mp4", "a.ts", "a.m3u8"]),
        Scenario(encoder: "aom", codec: "av1", files: ["a.mkv", "a.mp4", "a.m3u8"]),
        Scenario(encoder: "svtav1", codec: "av1", files: ["a.mkv", "a.mp4"]),
    ]

    /// Files decode, a text is in them, and nginx, which knows no enhanced RTMP, is refused by name while all else is live.
    @Test(arguments: scenarios) func itStreamsAndRecords(scenario: Scenario) throws {
        let (server, scratch) = (try RTMPServer(), Scratch())
        let files = scenario.files.map { scratch.file($0) }
        let stream = try Stream.card(
            to: [server.url("one")] + files, "--encoder", scenario.encoder, "--preset", "ultrafast", "--keyframe-interval", "1s")
        try stream.waitForTarget(1, toBe: "failed")
        for id in 2...(files.count + 1) { try stream.waitForTarget(id, toBe: "live") }
        let error = try stream.target(1)["lastError"] as? String ?? ""
        #expect(error.contains("does not announce \(scenario.codec == "hevc" ? "HEVC (hvc1" : "AV1 (av01")"), "\(error)")
        #expect(error.contains("give --encoder x264"), "\(error)")
        try stream.command("message", "seen", "--repeat", "3")
        for _ in 0..<3 { try stream.waitForProgress(of: 2) }
        try stream.stop(exitCode: 1)
        for file in files {
            let codec = Program.probe(file, "stream=codec_name", ["-select_streams", "v"]).first?.first
            #expect(codec == scenario.codec, "\(file): \(codec ?? "nothing")")
            // libdav1d names what it leaves alone: metadata of a private kind, the message.
            let complaints = try decodingErrors(of: file).split(separator: "\n").filter { line in
                !line.contains("Unknown Metadata OBU type") && !line.contains("Last message repeated")
            }
            #expect(complaints == [], "\(file)")
        }
        let found = String(decoding: try runTool([try releaseProduct("splitcast"), "inspect", files[0]]), as: UTF8.self)
        #expect(found.contains("seen"), "\(found)")
    }

    /// There is no such device here: x264 goes on, and one event says why.
    @Test func hardwareThatIsNotThereGivesWayToX264() throws {
        let scratch = Scratch()
        let stream = try Stream.card(to: [scratch.file("a.mkv")], "--encoder", "h264_vaapi", "--encoder-device", scratch.file("none"))
        try stream.waitForTarget(1, toBe: "live")
        try stream.waitForProgress(of: 1)
        let told = String(decoding: try stream.command("events"), as: UTF8.self)
        #expect(told.ranges(of: "the encoder h264_vaapi failed, and x264 goes on").count == 1, "\(told)")
        try stream.stop()
        #expect(try decodingErrors(of: scratch.file("a.mkv")) == "")
    }

    @Test(arguments: [
        (["--encoder", "hevc_vaapi", "--encoder-device", "/nonexistent", "--to", "a.mkv"], "hevc_vaapi does not work here"),
        (["--encoder", "nonesuch", "--to", "a.mkv"], "there is no encoder \"nonesuch\" here: give auto, or one of x264, x265"),
        (["--encoder", "aom", "--to", "srt://127.0.0.1:9"], "is MPEG-TS, which cannot carry AV1: start with the encoder x264 or x265"),
        (["--encoder", "x265", "--record", "a.flv"], "is FLV, which cannot hold HEVC: name a .mkv or .mp4 file, or start with the encoder x264"),
        (["--encoder", "x264", "--encoder-device", "/dev/dri/renderD128", "--to", "a.mkv"], "x264 uses no device: give a hardware --encoder"),
    ]) func whatCannotBeIsRefusedInOneLine(arguments: [String], text: String) throws {
        let run = try Program(
            [try releaseProduct("splitcast"), "live", "--capture", "pattern", "--mic", "none", "--http", "off"] + arguments)
        #expect(run.status == 2 && run.complaints.contains(text), "\(run.status): \(run.complaints)")
        #expect(run.complaints.split(separator: "\n").count == 1)
    }

    @Test func encodersAreTriedNotGuessed() throws {
        let text = try runTool([try releaseProduct("splitcast"), "encoders", "--size", "320x180", "--json"])
        let all = try #require(try JSONSerialization.jsonObject(with: text) as? [[String: Any]])
        func one(_ name: String) -> [String: Any] { all.first { $0["encoder"] as? String == name } ?? [:] }
        for (name, codec, delay) in [("x264", "H.264", 0), ("x265", "HEVC", 0), ("aom", "AV1", 0), ("svtav1", "AV1", 1)] {
            let trial = one(name)
            #expect(trial["works"] as? Bool == true, "\(trial)")
            #expect(trial["codec"] as? String == codec && min(1, trial["delayPictures"] as? Int ?? 9) == delay, "\(trial)")
        }
        let absent = one("h264_vaapi")
        #expect(absent["works"] as? Bool == false && absent["isHardware"] as? Bool == true && absent["problem"] as? String != "", "\(absent)")
    }
}
