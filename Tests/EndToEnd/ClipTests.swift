import Fixtures
import Foundation
import Glibc
import ServerFixtures
import TestSupport
import Testing

/// A clip in the place of the slate: how it is joined to the stream.
@Suite(.serialized) struct ClipTests {
    /// 3 s, red and then green.
    private func away(_ scratch: Scratch) throws -> String {
        let file = scratch.file("away.mp4")
        _ = try runTool([
            "ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", "color=red:size=320x180:rate=30:duration=1.5", "-f", "lavfi", "-i",
            "color=0x00ff00:size=320x180:rate=30:duration=1.5", "-filter_complex", "[0][1]concat=n=2", "-pix_fmt", "yuv420p", file,
        ])
        return file
    }

    private func background(_ stream: TestSupport.Stream) throws -> [String: Any] {
        try #require(try stream.status()["background"] as? [String: Any])
    }

    /// The times of the pictures in milliseconds, in the order of the file; and whether each is a key frame.
    private func pictures(_ file: String) throws -> [(time: Double, isKeyframe: Bool)] {
        let text = try runTool([
            "ffprobe", "-v", "error", "-select_streams", "v", "-show_entries", "packet=pts_time,flags", "-of", "csv=p=0", file,
        ])
        return String(decoding: text, as: UTF8.self).split(separator: "\n").compactMap { row in
            let parts = row.split(separator: ",")
            guard parts.count >= 2, let time = Double(parts[0]) else { return nil }
            return (time * 1000, parts[1].contains("K"))
        }
    }

    /// The mean colour of each picture: `r`ed, `g`reen or something else, one after the other without repeats.
    private func colours(_ file: String) throws -> String {
        let bytes = [UInt8](
            try runTool([
                "ffmpeg", "-v", "error", "-i", file, "-vf", "scale=1:1:flags=area,format=rgb24", "-fps_mode", "passthrough", "-f", "rawvideo",
                "pipe:1",
            ]))
        var text = ""
        for index in stride(from: 0, to: bytes.count - 2, by: 3) {
            let (red, green) = (bytes[index] > 150, bytes[index + 1] > 150)
            let letter = red && !green ? "r" : green && !red ? "g" : "s"
            if text.last.map(String.init) != letter { text += letter }
        }
        return text
    }

    private func expectSeamless(_ file: String, _ name: String) throws {
        #expect(Program.decodingComplaints(file) == "", "\(name)")
        let pictures = try pictures(file)
        // The screen moves at 30 pictures a second, and the clip has as many.
        let steps = zip(pictures, pictures.dropFirst()).map { $1.time - $0.time }
        #expect(steps.allSatisfy { $0 > 0 }, "\(name)")
        let colours = try colours(file)
        #expect(colours.hasPrefix("srg") && colours.hasSuffix("s") && colours.contains("grg"), "\(name): \(colours)")
    }

    @Test func theSeamsDecodeAndLeaveNoGapInAnyContainer() throws {
        let (screen, scratch, server) = (try XvfbServer(width: 320, height: 180), Scratch(), try RTMPServer())
        let motion = try Stimulus(.motion, on: screen)
        let clip = try away(scratch)
        let files = ["a.mkv", "b.mp4"].map(scratch.file)
        let stream = try Stream(
            ["live", "--display", screen.display, "--mic", "none", "--http", "off", "--fps", "30", "--to", server.url("clip")]
                + files.flatMap { ["--record", $0] }, screen: screen, environment: ["XDG_CACHE_HOME": scratch.file("cache")])
        try stream.waitUntilLive()
        let said = String(decoding: try stream.command("background", "--clip", clip), as: UTF8.self)
        #expect(said == "background: \(clip)\n")
        let status = try background(stream)["clip"] as? [String: Any]
        #expect(status?["state"] as? String == "ready" && status?["shown"] as? String == clip)
        try stream.command("pause")
        let encoded = try encodedPictures(stream)
        // Once around: 3 s are filled up to 4 s.
        letRun(for: .seconds(9))
        // A snapshot shows the slate, and says so.
        #expect(try snapshot(stream, scratch.file("now.png"))["clip"] as? String == clip)
        // The encoder rests.
        #expect(try encodedPictures(stream) - encoded <= 2)
        try stream.command("resume")
        letRun(for: .seconds(2))
        #expect(try snapshot(stream, scratch.file("live.png"))["clip"] == nil)
        motion.stop()
        try stream.stop()
        for file in files { try expectSeamless(file, file) }
        let received = try #require(try server.recordings(of: "clip").first)
        try expectSeamless(received, "RTMP")
        // While the clip is shown, a picture in each interval.
        let pictures = try pictures(files[0])
        let steps = zip(pictures, pictures.dropFirst()).map { $1.time - $0.time }
        #expect(steps.count(where: { $0 < 30 || $0 > 37 }) <= 4, "\(steps.filter { $0 < 30 || $0 > 37 })")
    }

    private func snapshot(_ stream: TestSupport.Stream, _ file: String) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: try stream.command("snapshot", "--out", file, "--json")) as? [String: Any])
    }

    private func encodedPictures(_ stream: TestSupport.Stream) throws -> Int {
        try #require((try stream.status()["picture"] as? [String: Any])?["framesEncoded"] as? Int)
    }

    @Test func whatCannotBeDecodedChangesNothing() throws {
        let (screen, scratch) = (try XvfbServer(width: 320, height: 180), Scratch())
        let good = try away(scratch)
        let stream = try Stream(
            ["live", "--display", screen.display, "--mic", "none", "--http", "off", "--record", scratch.file("a.mkv")], screen: screen,
            environment: ["XDG_CACHE_HOME": scratch.file("cache")])
        try stream.waitUntilLive()
        try stream.command("background", "--clip", good, "--from", "1s", "--to", "2s", "--trim")
        let broken = scratch.file("broken.mp4")
        var bytes = try Data(contentsOf: URL(fileURLWithPath: good))
        let middle = bytes.count / 3
        for index in middle..<(middle + 400) { bytes[index] = 0xA5 }
        try bytes.write(to: URL(fileURLWithPath: broken))
        let text = scratch.file("text.mp4")
        try Data("nothing to be seen".utf8).write(to: URL(fileURLWithPath: text))
        // A picture's signature, and nothing behind it that is one.
        let noise = scratch.file("noise.png")
        try Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + (0..<3000).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ 13) })
            .write(to: URL(fileURLWithPath: noise))
        for wrong in [broken, text, noise] {
            let failure = #expect(throws: (any Error).self) { try stream.command("background", "--clip", wrong) }
            #expect("\(failure.map { "\($0)" } ?? "")".contains(wrong))
            let clip = try background(stream)["clip"] as? [String: Any]
            #expect(clip?["state"] as? String == "failed" && clip?["shown"] as? String == good)
            let problem = clip?["problem"] as? String ?? ""
            #expect(problem.contains(wrong) && !problem.contains("decoder") && !problem.contains("\n"), "\(problem)")
            #expect(problem.contains("holds no picture that can be decoded") == (wrong == noise), "\(problem)")
        }
        try stream.command("background", "clear")
        #expect(try background(stream)["clip"] == nil)
        try stream.stop()
    }

    /// A file that is being written while it is read: nothing of it is shown or kept, least of all under the name of what it was.
    @Test func aFileThatChangesWhileItIsPreparedIsNotKept() throws {
        let (screen, scratch) = (try XvfbServer(width: 640, height: 360), Scratch())
        let file = scratch.file("away.mkv")
        _ = try runTool([
            "ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=640x360:rate=30:duration=30", "-preset", "ultrafast", file,
        ])
        let whole = try Data(contentsOf: URL(fileURLWithPath: file))
        let stream = try Stream(
            ["live", "--display", screen.display, "--mic", "none", "--http", "off", "--record", scratch.file("a.mkv")], screen: screen,
            environment: ["XDG_CACHE_HOME": scratch.file("cache")])
        try stream.waitUntilLive()
        func state() throws -> (state: String, percent: Int, problem: String) {
            let clip = try #require(try background(stream)["clip"] as? [String: Any])
            return (clip["state"] as? String ?? "", clip["percent"] as? Int ?? 0, clip["problem"] as? String ?? "")
        }
        _ = try stream.control.ask("background", ["clip": file])
        try waitUntil("the first of its pictures") { try state().percent > 0 }
        #expect(truncate(file, off_t(whole.count / 2)) == 0)
        try waitUntil("it to be done with") { try ["ready", "failed"].contains(state().state) }
        let ended = try state()
        #expect(ended.problem.contains("\(file)' was changed while it was being prepared"), "\(ended)")
        let cache = FileManager.default.enumerator(atPath: scratch.file("cache"))?.compactMap { $0 as? String } ?? []
        #expect(!cache.contains { $0.hasSuffix(".clip") }, "\(cache)")
        try whole.write(to: URL(fileURLWithPath: file))
        try stream.command("background", "--clip", file)
        #expect(try state().state == "ready")
        try stream.stop()
    }

    @Test func aLadderEndsTheBroadcastByItself() throws {
        let (screen, sound, scratch) = (try XvfbServer(width: 320, height: 180), try AudioFixture(feeding: .tone), Scratch())
        let file = scratch.file("a.mkv")
        let stream = try Stream(
            ["host", "--http", "off", "--to", file, "--on-loss", "hold=0s,slate=1s,audio=2s,stop"], sound: sound)
        let agent = try FixtureProcess(
            [try releaseProduct("splitcast-capture-x11"), "--group", stream.group, "--display", screen.display],
            environment: stream.environment.merging(screen.environment) { $1 })
        try stream.waitUntilLive()
        agent.send(SIGKILL)
        let end = stream.process.exitStatus(within: .seconds(30))
        #expect(end == .exited(0), "\(stream.process.output.suffix(800))")
        let output = stream.process.output
        let order = ["viewers see the slate", "viewers hear the audio, and get no picture", "the broadcast ends"].map { output.firstRange(of: $0) }
        #expect(order.allSatisfy { $0 != nil }, "\(output.suffix(1500))")
        let last = try pictures(file).last?.time ?? 0
        let audio = try runTool(["ffprobe", "-v", "error", "-select_streams", "a", "-show_entries", "packet=pts_time", "-of", "csv=p=0", file])
        let heard = String(decoding: audio, as: UTF8.self).split(separator: "\n").compactMap { Double($0.split(separator: ",")[0]) }.last ?? 0
        #expect(heard * 1000 - last > 1000, "\(heard) s of audio, the last picture at \(last) ms")
        #expect(Program.decodingComplaints(file) == "")
    }
}
