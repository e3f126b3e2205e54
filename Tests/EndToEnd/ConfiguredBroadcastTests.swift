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
}
