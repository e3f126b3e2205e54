import Fixtures
import Foundation
import TestSupport
import Testing

/// A broadcast whose options stand in a file and in the environment.
@Suite(.serialized) struct ConfiguredBroadcastTests {
    @Test func theFileItsSettingsTheEnvironmentAndTheCommandLineAreObeyed() throws {
        let scratch = Scratch()
        let recording = scratch.file("talk.mkv")
        try """
        capture: pattern
        http: off
        video-only: yes
        size: 320x180
        fps: 30
        record: [\(scratch.file("never.mkv"))]
        settings:
          small: {size: 640x360, fps: 25}
        """.write(toFile: scratch.file("c.yaml"), atomically: true, encoding: .utf8)
        let stream = try Stream(
            ["live", "--config", scratch.file("c.yaml"), "--use", "small", "--record", recording], environment: ["SPLITCAST_FPS": "10"])
        try stream.waitUntilLive()
        try waitUntil("ten pictures") {
            ((try stream.status()["encodings"] as? [[String: Any]])?.first?["framesEncoded"] as? Int) ?? 0 >= 10
        }
        try stream.stop()
        let picture = Program.probe(recording, "stream=width,height,r_frame_rate,codec_type")
        #expect(picture == [["video", "640", "360", "10/1"]])
        #expect(!FileManager.default.fileExists(atPath: scratch.file("never.mkv")))
    }

    @Test func aFileThatChangesIsFollowedWhileLive() throws {
        let scratch = Scratch()
        let (file, first, second) = (scratch.file("c.yaml"), scratch.file("a.mkv"), scratch.file("b.mkv"))
        func write(_ text: String) throws { try text.write(toFile: file, atomically: true, encoding: .utf8) }
        let common = "capture: pattern\nvideo-only: yes\nsize: 320x180\nfps: 10\n"
        try write(common + "http: off\nbitrate: 900k\nrecord: [\(first)]\n")
        let stream = try Stream(["live", "--config", file])
        try stream.waitUntilLive()
        func ceiling() throws -> Int? { (try stream.status()["rate"] as? [String: Any])?["ceiling"] as? Int }
        try waitUntil("the first rate") { try ceiling() == 900_000 }

        try write(common + "http: 127.0.0.1:0\nbitrate: 500k\nrecord: [\(first), \(second)]\n")
        let data = try stream.command("config", "reload", "--json")
        let report = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        let changes = report["changes"] as? [[String: String]] ?? []
        #expect(changes.map { "\($0["key"] ?? "") \($0["outcome"] ?? "")" } == ["record applied", "http restart", "bitrate applied"])
        try waitUntil("the second target") { try stream.targets().filter { $0["state"] as? String == "live" }.count == 2 }
        #expect(try ceiling() == 500_000)

        // A broken file: line and column are said, and all stays.
        try write(common + "bitrate: [\n")
        stream.process.send(SIGHUP)
        try waitUntil("the file's fault: \(stream.process.output.suffix(400))") { stream.process.output.contains("goes on as it was") }
        #expect(stream.process.output.contains("\(file):6:1: this is not YAML"))
        #expect(try ceiling() == 500_000)

        try write(common + "http: off\nbitrate: 700k\nrecord: [\(second)]\n")
        stream.process.send(SIGHUP)
        try waitUntil("the third rate") { try ceiling() == 700_000 }
        try waitUntil("one target") { try stream.targets().count == 1 }
        try stream.stop()
        #expect(Program.probe(first, "stream=codec_type") == [["video"]] && Program.probe(second, "stream=codec_type") == [["video"]])
    }
}
