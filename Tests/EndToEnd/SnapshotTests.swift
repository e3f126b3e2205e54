import Fixtures
import Foundation
import Glibc
import ServerFixtures
import TestSupport
import Testing

/// Pictures of a running broadcast, of a screen whose colours are known, and what they cost it: nothing.
@Suite(.serialized) struct SnapshotTests {
    private func refusal(_ stream: TestSupport.Stream, _ words: [String]) throws -> Program {
        Program.run(
            "env", ["XDG_RUNTIME_DIR=\(stream.runtimePath)", try releaseProduct("splitcast"), "snapshot"] + words + ["--group", stream.group])
    }

    private func files(_ stream: TestSupport.Stream, _ words: String...) throws -> [String] {
        String(decoding: try stream.command(["snapshot"] + words), as: UTF8.self).split(separator: "\n").map(String.init)
    }

    @Test func coloursAreThoseOfTheScreen() throws {
        let (screen, scratch) = (try XvfbServer(width: 1280, height: 720), Scratch())
        let stimulus = try Stimulus(ColourChart.standard, on: screen)
        let stream = try Stream.live(screen, to: [scratch.file("a.mkv")])
        try stream.waitUntilLive()
        let shots = scratch.file("new/shots") + "/"
        var deviations: [Int] = []
        try waitUntil("the chart in a picture: \(deviations)") {
            deviations = try ColourChart.standard.deviations(in: try files(stream, "--out", shots)[0])
            return deviations.allSatisfy { $0 <= 3 }
        }
        let jpeg = try files(stream, "--out", scratch.file("a.jpg"))
        #expect(jpeg == [scratch.file("a.jpg")])
        #expect(try ColourChart.standard.deviations(in: jpeg[0]).allSatisfy { $0 <= 5 })
        #expect(Program.probe(jpeg[0], "stream=width,height").first == ["1280", "720"])

        let rows = String(decoding: try stream.command("snapshot", "--count", "2", "--interval", "100ms", "--out", shots, "--json"), as: UTF8.self)
        let told = try rows.split(separator: "\n").map { try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] }
        #expect(told.count == 2 && told.allSatisfy { $0?["width"] as? Int == 1280 && $0?["source"] as? String == "canvas" }, "\(rows)")
        for (words, text) in [
            (["--out", scratch.file("a.jpg")], "exists"), (["--source", "cam"], "there is no source \"cam\": there is screen"),
            (["--out", "/proc/none/"], "/proc/none"),
        ] {
            let refused = try refusal(stream, words)
            #expect(refused.status == 1 && refused.complaints.contains(text) && refused.complaints.split(separator: "\n").count == 1, "\(refused)")
        }
        try stream.stop()
        stimulus.stop()
    }

    /// What viewers see is the slate; and before that, nothing.
    @Test func aPauseIsOnItAndBeforeTheFirstPictureOneLineSaysSo() throws {
        let (screen, scratch) = (try XvfbServer(width: 640, height: 360), Scratch())
        let stream = try Stream(
            ["host", "--mic", "none", "--http", "off", "--to", scratch.file("a.mkv"), "--slate-color", "#c02040", "--slate-text", ""])
        try stream.waitUntilAnswering()
        let early = try refusal(stream, ["--out", scratch.path])
        #expect(early.status == 1 && early.complaints == "splitcast: there is no picture yet: the broadcast waits for its first\n", "\(early)")
        let agent = try FixtureProcess(
            [try releaseProduct("splitcast-capture-x11"), "--group", stream.group, "--display", screen.display],
            environment: stream.environment.merging(screen.environment) { $1 })
        try stream.waitUntilLive()
        try stream.command("pause")
        try waitUntil("the slate in a picture") {
            let pixels = try runTool(
                ["ffmpeg", "-v", "error", "-i", try files(stream, "--out", scratch.path)[0], "-pix_fmt", "rgb24", "-f", "rawvideo", "pipe:1"])
            return zip([UInt8](pixels.prefix(3)), [0xC0, 0x20, 0x40]).allSatisfy { abs(Int($0) - $1) <= 3 }
        }
        try stream.stop()
        agent.end()
    }

    @Test func noFrameIsLostByTenInARow() throws {
        let (screen, scratch) = (try XvfbServer(width: 640, height: 360), Scratch())
        let file = scratch.file("motion.mkv")
        let stream = try Stream.live(screen, to: [file], "--fps", "30", "--preset", "ultrafast", "--bitrate", "8000k")
        try stream.waitUntilLive()
        let before = try FrameAccount.atRest(stream)
        let stimulus = try Stimulus(.motion, on: screen, framesPerSecond: 30)
        letRun(for: .seconds(3))
        let shots = try files(stream, "--count", "10", "--interval", "100ms", "--out", scratch.file("shots/"))
        letRun(for: .seconds(2))
        stimulus.stop()
        let after = try FrameAccount.atRest(stream)
        try stream.stop()
        #expect(shots.count == 10 && Set(shots).count == 10)
        for shot in shots { #expect(Program.decodingComplaints(shot) == "") }
        let tally = try StampReader(file).tally
        let (captured, encoded) = (after.captured - before.captured, after.encoded - before.encoded)
        let text = "\(tally); \(captured) captured, \(after.superseded - before.superseded) superseded, \(encoded) encoded"
        // Counted: whatever was encoded is in the recording, and hardly anything was replaced before it could be. (2: the window comes and goes.)
        #expect(tally.delivered > 100 && tally.backward == 0 && tally.delivered >= encoded - 2, "\(text)")
        #expect((after.superseded - before.superseded) * 20 <= captured && tally.missed * 20 <= tally.due, "\(text)")
    }

    @Test func controlCEndsBetweenTwoPictures() throws {
        let scratch = Scratch()
        let stream = try Stream.card(to: ["udp://127.0.0.1:9?ttl=0"])
        try stream.waitUntilLive()
        let shots = try scratch.directory("shots")
        let command = try FixtureProcess(
            [try releaseProduct("splitcast"), "snapshot", "--count", "1000", "--interval", "200ms", "--out", shots, "--group", stream.group],
            environment: stream.environment)
        func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: shots) }
        try waitUntil("two pictures") { try names().filter { $0.hasSuffix(".png") }.count >= 2 }
        command.send(SIGINT)
        #expect(command.exitStatus(within: .seconds(20)) == .exited(0), "\(command.output)")
        let left = try names()
        #expect(left.allSatisfy { $0.hasPrefix("shot-") && $0.hasSuffix(".png") }, "\(left)")
        for name in left { #expect(Program.decodingComplaints(shots + "/" + name) == "") }
        try stream.stop()
    }

    @Test func aFullDiskLeavesNothing() throws {
        let scratch = Scratch()
        let disk = try scratch.directory("disk")
        // In a mount namespace of the host's own, for which no rights are needed.
        let inside = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c", "mount -t tmpfs -o size=4k tmpfs \"$0\" && exec \"$@\"", disk]
        let stream = try Stream(
            ["live", "--capture", "pattern", "--pattern-size", "640x360", "--mic", "none", "--http", "off", "--to", "udp://127.0.0.1:9?ttl=0"],
            inside: inside)
        try stream.waitUntilLive()
        let refused = try refusal(stream, ["--out", disk + "/"])
        #expect(
            refused.status == 1 && refused.complaints.contains("No space left") && refused.complaints.split(separator: "\n").count == 1, "\(refused)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: "/proc/\(stream.process.pid)/root\(disk)").isEmpty)
        try stream.stop()
    }
}
