import Fixtures
import Foundation
import ServerFixtures
import TestSupport
import Testing

/// Parts of a broadcast made anew while it runs.
@Suite(.serialized) struct RestartTests {
    private let scratch = Scratch()

    private func items(_ stream: TestSupport.Stream, _ part: String) throws -> [[String: Any]] {
        let data = try stream.command("restart", part, "--json")
        let report = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        #expect(report["part"] as? String == part)
        return report["items"] as? [[String: Any]] ?? []
    }

    @Test func theEncoderGivesWayToAnotherAndTheRecordingGoesOn() throws {
        let recording = scratch.file("a.mkv")
        let stream = try Stream([
            "live", "--capture", "pattern", "--pattern-size", "320x180", "--video-only", "--fps", "10", "--keyframe-interval", "60s", "--http", "off",
            "--record", recording,
        ])
        try stream.waitUntilLive()
        func pictures() throws -> Int { ((try stream.status()["encodings"] as? [[String: Any]])?.first?["framesEncoded"] as? Int) ?? 0 }
        try waitUntil("ten pictures") { try pictures() >= 10 }
        let made = try items(stream, "encoder")
        #expect(made.map { $0["name"] as? String } == ["main"])
        #expect(made.first?["gapMilliseconds"] as? Double ?? -1 > 0)
        let before = try pictures()
        try waitUntil("ten more") { try pictures() >= before + 10 }
        try stream.stop()
        // The key frame at the beginning, perhaps once more for a recording that came just after it, and the one of the new encoder.
        let packets = Program.probe(recording, "packet=pts_time,flags")
        let keyframes = packets.filter { $0.last?.hasPrefix("K") == true }.compactMap { $0.first.flatMap(Double.init) }
        #expect(packets.first?.last?.hasPrefix("K") == true)
        #expect(keyframes.count { $0 > 0.5 } == 1, "\(keyframes)")
        let decoded = try runTool(["ffmpeg", "-v", "error", "-i", recording, "-f", "null", "-"])
        #expect(decoded.isEmpty)
    }

    @Test func theDevicesOfTheAudioAreOpenedAgain() throws {
        let sound = try AudioFixture()
        let recording = scratch.file("a.mka")
        let stream = try Stream(["live", "--audio-only", "--mic", "default", "--http", "off", "--record", recording], sound: sound)
        try stream.waitUntilLive()
        func microphone() throws -> String? {
            let audio = try stream.status()["audio"] as? [String: Any]
            return (audio?["sources"] as? [[String: Any]])?.first { $0["id"] as? String == "mic" }?["state"] as? String
        }
        try waitUntil("a microphone") { try microphone() == "live" }
        let made = try items(stream, "audio")
        #expect(made.map { $0["name"] as? String } == ["mic"])
        #expect(try microphone() == "live")
        try stream.stop()
    }

    @Test func theTargetsConnectAnewAndTheRecordingIsNotTouched() throws {
        let server = try RTMPServer()
        let recording = scratch.file("a.mkv")
        let stream = try Stream([
            "live", "--capture", "pattern", "--pattern-size", "320x180", "--video-only", "--fps", "10", "--http", "off",
            "--to", server.url("restart"),
            "--record", recording,
        ])
        try stream.waitUntilLive()
        let made = try items(stream, "targets")
        #expect(made.map { $0["name"] as? String } == ["1"])
        let targets = try stream.targets()
        #expect(targets.map { $0["reconnects"] as? Int } == [1, 0] && targets.allSatisfy { $0["state"] as? String == "live" })
        try stream.stop()
    }

    @Test func whatIsNotThereIsSaid() throws {
        let stream = try Stream(["live", "--capture", "pattern", "--video-only", "--http", "off", "--record", scratch.file("a.mkv")])
        try stream.waitUntilLive()
        let refused = [("audio", "no audio"), ("targets", "none but recordings"), ("everything", "give encoder, audio or targets")]
        for (part, words) in refused {
            let error = #expect(throws: (any Error).self) { try stream.command("restart", part) }
            #expect("\(error.map { "\($0)" } ?? "")".contains(words))
        }
        try stream.stop()
    }
}
