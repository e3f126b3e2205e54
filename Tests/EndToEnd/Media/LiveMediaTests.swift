import Fixtures
import Foundation
import Judging
import Platform
import TestSupport
import Testing

/// `splitcast live --capture media`: a video in the place of a screen.
@Suite(.serialized, .rerunWhenLate) struct LiveMediaTests {
    private func live(_ arguments: [String]) throws -> TestSupport.Stream {
        try Stream(["live", "--mic", "none", "--http", "off"] + arguments)
    }

    @Test func aVideoIsStreamedLikeADesktop() throws {
        let scratch = Scratch()
        let video = scratch.file("video.mkv")
        try runTool(["ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=640x360:r=25", "-t", "2", "-c:v", "libx264", video])
        let stream = try live(["--file", video, "--loop", "--to", scratch.file("seen.mkv")])
        try stream.waitUntilLive(by: "media")
        // More than it has, since it plays again.
        try stream.waitForFrames(75)
        try stream.stop()
        #expect(try decodingErrors(of: scratch.file("seen.mkv")) == "")
    }

    /// Its sender is there and sends nothing: that is told while there is time to do something, and the last picture stays.
    @Test func aSenderThatFallsSilentIsToldBeforeItHasEnded() throws {
        let port = Port.free()
        let sender = try FixtureProcess([
            "ffmpeg", "-nostdin", "-v", "error", "-re", "-f", "lavfi", "-i", "testsrc2=s=320x180:r=25", "-pix_fmt", "yuv420p", "-c:v", "libx264",
            "-tune", "zerolatency", "-g", "10", "-f", "mpegts", "udp://127.0.0.1:\(port)?pkt_size=1316",
        ])
        let scratch = Scratch()
        let stream = try Stream(["host", "--mic", "none", "--http", "off", "--to", scratch.file("seen.mkv")])
        try stream.waitUntilAnswering()
        let asked = try stream.running("request-agent", "media", "--url", "udp://127.0.0.1:\(port)")
        #expect(asked.exitStatus(within: .seconds(30))?.isSuccess == true, "\(asked.output)")
        try stream.waitForFrames(30)
        func events(_ code: String) throws -> [[String: Any]] { try stream.events().filter { $0["code"] as? String == code } }
        func isStalled() throws -> Bool? { try stream.agents().first?["isStalled"] as? Bool }
        #expect(try isStalled() == false)
        let before = MediaTime.now()
        sender.pause()
        try waitUntil("the silence to be told") { try !events("agent.stalled").isEmpty }
        expectInTime(MediaTime.now() - before < .seconds(4), "\(MediaTime.now() - before)")
        #expect(try isStalled() == true && stream.status()["state"] as? String == "live")
        let shown = String(decoding: try stream.command("agents"), as: UTF8.self)
        #expect(shown.contains("stalled"), "\(shown)")
        sender.resume()
        try waitUntil("its return to be told") { try !events("agent.goesOn").isEmpty }
        #expect(try isStalled() == false && events("agent.stalled").count == 1)
        try stream.stop()
    }

    @Test(
        arguments: [
            (["--file", "/nonexistent.mkv"], "/nonexistent.mkv", 2), (["--device", "/dev/nonexistent"], "/dev/nonexistent", 3),
            (["--url", "http://127.0.0.1:1/x.mkv"], "127.0.0.1:1", 3),
        ] as [([String], String, Int32)]) func whatCannotBeShownEndsWithOneLine(options: [String], words: String, code: Int32) throws
    {
        let scratch = Scratch()
        let stream = try live(["--capture", "media", "--to", scratch.file("x.mkv")] + options)
        #expect(stream.process.exitStatus(within: .seconds(30)) == .exited(code), "\(stream.process.output)")
        let told = stream.process.output.split(separator: "\n").filter { $0.contains(words) }
        #expect(told.count == 1 && told[0].hasPrefix("splitcast: "), "\(stream.process.output)")
    }

    /// Fetching is another process's, under the same limit; neither outlives the broadcast.
    @Test func aStreamIsShownWithinTheMemoryLimitAndNothingOfItStays() throws {
        let scratch = Scratch()
        let address = "http://127.0.0.1:\(Port.free())/live.ts"
        let server = try FixtureProcess([
            "ffmpeg", "-nostdin", "-v", "error", "-re", "-f", "lavfi", "-i", "testsrc2=s=1280x720:r=25", "-c:v", "libx264", "-preset", "ultrafast",
            "-g", "10", "-f", "mpegts", "-listen", "1", address,
        ])
        try waitUntil("the server: \(server.output)") { Port.isListening(UInt16(address.split(separator: ":")[2].prefix { $0 != "/" })!) }
        let stream = try live(["--url", address, "--to", scratch.file("seen.mkv")])
        try stream.waitUntilLive(by: "media")
        try stream.waitForFrames(50)
        let agent = try #require(try stream.agents().first)
        let pid = try #require(agent["pid"] as? Int)
        let memory = try #require(agent["memory"] as? [String: Any])
        #expect(memory["limitKiB"] as? Int == 64 * 1024 && memory["limitKind"] as? String != "", "\(memory)")
        let needed = try #require(memory["needKiB"] as? Int)
        #expect((24 * 1024...40 * 1024).contains(needed) && memory["anonymousKiB"] as? Int ?? .max < needed, "\(memory)")
        let helpers = textOfFile("/proc/\(pid)/task/\(pid)/children").split(separator: " ").compactMap { Int32($0) }
        #expect(helpers.count == 1)
        try stream.stop()
        try waitUntil("the end of \(helpers)") { helpers.allSatisfy { kill($0, 0) != 0 } }
        #expect(try decodingErrors(of: scratch.file("seen.mkv")) == "")
    }
}
