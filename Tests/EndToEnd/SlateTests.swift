import Fixtures
import Foundation
import Glibc
import Judging
import Platform
import ServerFixtures
import TestSupport
import Testing

/// What viewers see and hear while no agent delivers.
@Suite(.serialized, .rerunWhenLate) struct SlateTests {
    private static let colour = [0x30, 0x20, 0x50]
    private static let slate = ["--slate-color", "#302050"]

    private func host(
        _ recording: String, sound: AudioFixture? = nil, _ more: [String], environment: [String: String?] = [:]
    ) throws -> TestSupport.Stream {
        try Stream(
            ["host", "--mic", sound == nil ? "none" : "default", "--http", "off", "--to", recording] + Self.slate + more, sound: sound,
            environment: environment)
    }

    private func agent(of stream: TestSupport.Stream, on screen: XvfbServer) throws -> FixtureProcess {
        try FixtureProcess(
            [try releaseProduct("splitcast-capture-x11"), "--group", stream.group, "--display", screen.display],
            environment: stream.environment.merging(screen.environment) { $1 })
    }

    /// Memory that no file stands behind: pages of fonts and libraries can be dropped at any time.
    private func anonymousBytes(of pid: Int32) throws -> Int {
        let row = textOfFile("/proc/\(pid)/smaps_rollup").split(separator: "\n").first { $0.hasPrefix("Anonymous:") }
        return try #require(row?.split(separator: " ").compactMap { Int($0) }.first) * 1024
    }

    private func waitForState(_ state: String, _ stream: TestSupport.Stream) throws {
        try waitUntil("\(state): \(stream.process.output.suffix(500))") { try stream.status()["state"] as? String == state }
    }

    @Test func theLastPictureIsHeldThenASlateStandsInUntilAnotherAgentComes() throws {
        let (screen, sound, scratch) = (try XvfbServer(width: 640, height: 360), try AudioFixture(feeding: .tone), Scratch())
        let motion = try Stimulus(.motion, on: screen)
        let file = scratch.file("slate.mkv")
        let stream = try host(file, sound: sound, ["--hold", "2s"])
        let first = try agent(of: stream, on: screen)
        try stream.waitUntilLive()
        try waitUntil("the microphone") { (try stream.status()["microphone"] as? [String: Any])?["rmsDbfs"] as? Double ?? -120 > -30 }
        letRun(for: .seconds(3))
        let memory = try anonymousBytes(of: stream.process.pid)
        let death = MediaTime.now()
        first.send(SIGKILL)
        try waitForState("holding", stream)
        try waitForState("slate", stream)
        motion.stop()
        let chart = try Stimulus(ColourChart.standard, on: screen)
        letRun(for: .seconds(3))
        let growth = try anonymousBytes(of: stream.process.pid) - memory
        let second = try agent(of: stream, on: screen)
        try waitForState("live", stream)
        letRun(for: .seconds(3))
        let wanted = try SlateRecording.screen(screen, "640x360")
        try stream.stop()
        let sinceDeath = MediaTime.now() - death
        chart.stop()
        second.end()

        let recording = try SlateRecording(file)
        let slates = recording.pictures.indices.filter { recording.isSlate($0, Self.colour) }
        let (start, end) = (try #require(slates.first), try #require(slates.last))
        #expect(slates == Array(start...end), "one slate, without the screen in between")
        #expect(slates.allSatisfy { recording.inkCount($0) > 100 }, "its words")
        // The last picture that differs much from the one before (keep-alives are finer, no more) is the agent's last; 2 s after its end
        // comes the slate.
        let still = try #require((1..<start).last { SlateRecording.difference(recording.pictures[$0], recording.pictures[$0 - 1]).mean > 4 })
        let held = recording.times[start] - recording.times[still]
        #expect(held >= 1.95, "\(held)")
        expectInTime(held < 3.5, "held for \(held) s")
        #expect(recording.times[end] - recording.times[start] >= 2)
        // The screen is back, and everywhere.
        try #require(end + 1 < recording.pictures.count)
        let (mean, most) = SlateRecording.difference(try #require(recording.pictures.last), wanted)
        #expect(mean < 2 && most < 32, "\(mean), \(most)")
        // No one who decodes it noticed.
        #expect(recording.gaps.allSatisfy { $0 > 0 })
        expectInTime(recording.gaps.allSatisfy { $0 < 0.75 }, "the longest gap: \(recording.gaps.max() ?? 0) s")
        let keyGaps = zip(recording.keyTimes, recording.keyTimes.dropFirst()).filter { $0.0 > 2 }.map { $1 - $0 }
        #expect(keyGaps.allSatisfy { $0 > 1.9 }, "no key frame for a slate: \(recording.keyTimes)")
        #expect(try decodingErrors(of: file) == "")
        let tone = try DecodedAudio(of: file)
        for second in 0..<Int(sinceDeath.inSeconds) {
            let meter = ToneMeter(tone.part(from: tone.duration - sinceDeath + .seconds(second), for: .seconds(1)))
            #expect(abs(meter.level + 20) < 2, "\(second): \(meter)")
        }
        #expect(try SlateRecording.soundGaps(of: file).allSatisfy { $0 > 0 && $0 < 0.03 })
        // One canvas, and what the libraries of the text keep.
        #expect(growth < 640 * 360 * 3 / 2 + 2 * 1024 * 1024, "\(growth)")
    }

    @Test func aPauseHidesTheScreenAtOnceAndOutlivesTheAgent() throws {
        let (screen, scratch) = (try XvfbServer(width: 640, height: 360), Scratch())
        let chart = try Stimulus(ColourChart.standard, on: screen)
        let file = scratch.file("pause.mkv")
        let stream = try host(file, [])
        let agent = try agent(of: stream, on: screen)
        try stream.waitUntilLive()
        letRun(for: .seconds(1))
        try stream.command("pause")
        try waitForState("paused", stream)
        letRun(for: .seconds(2))
        try stream.command("resume")
        try waitForState("live", stream)
        letRun(for: .seconds(1))
        let wanted = try SlateRecording.screen(screen, "640x360")
        try stream.command("pause")
        try waitForState("paused", stream)
        letRun(for: .seconds(1))
        agent.send(SIGKILL)
        let next = try self.agent(of: stream, on: screen)
        try waitUntil("the next agent to pause: \(stream.process.output.suffix(500))") {
            try stream.agents().contains { $0["pid"] as? Int == Int(next.pid) && $0["isLive"] as? Bool == true && $0["isPaused"] as? Bool == true }
        }
        #expect(try stream.status()["state"] as? String == "paused")
        letRun(for: .seconds(1))
        try stream.stop()
        chart.stop()

        let recording = try SlateRecording(file)
        let isSlate = recording.pictures.indices.map { recording.isSlate($0, Self.colour) }
        let turns = isSlate.indices.dropFirst().filter { isSlate[$0] != isSlate[$0 - 1] }
        #expect(turns.count == 3 && isSlate.last == true, "screen, pause, screen, pause: \(turns)")
        let back = try #require(turns.dropFirst().first)
        #expect(SlateRecording.difference(recording.pictures[turns[2] - 1], wanted).mean < 2)
        #expect(SlateRecording.difference(recording.pictures[back], wanted).mean < 4)
        #expect(recording.gaps.allSatisfy { $0 > 0 })
        expectInTime(recording.gaps.allSatisfy { $0 < 0.75 }, "the longest gap: \(recording.gaps.max() ?? 0) s")
    }

    @Test func aMachineWithoutAFontStillShowsTheColour() throws {
        let (screen, scratch) = (try XvfbServer(width: 640, height: 360), Scratch())
        try scratch.write("<?xml version=\"1.0\"?><fontconfig><dir>\(scratch.path)</dir></fontconfig>", to: "fonts.conf")
        let file = scratch.file("nofont.mkv")
        let stream = try host(file, ["--hold", "0s"], environment: ["FONTCONFIG_FILE": scratch.file("fonts.conf")])
        let agent = try agent(of: stream, on: screen)
        try stream.waitUntilLive()
        agent.send(SIGKILL)
        try waitForState("slate", stream)
        try stream.process.waitForOutput("no font is installed")
        letRun(for: .seconds(1))
        try stream.stop()
        let recording = try SlateRecording(file)
        let last = recording.pictures.count - 1
        #expect(recording.isSlate(last, Self.colour) && recording.inkCount(last) == 0)
    }

    @Test func aPictureIsTheSlateAndABadOneIsRefusedAtTheStart() throws {
        let (screen, scratch) = (try XvfbServer(width: 640, height: 360), Scratch())
        let picture = scratch.file("slate.png")
        try runTool(["ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", "color=c=0x20a040:s=200x400", "-frames:v", "1", picture])
        let file = scratch.file("picture.mkv")
        let stream = try host(file, ["--hold", "0s", "--slate", picture])
        let agent = try agent(of: stream, on: screen)
        try stream.waitUntilLive()
        agent.send(SIGKILL)
        try waitForState("slate", stream)
        letRun(for: .seconds(1))
        try stream.stop()
        let last = try #require(try SlateRecording(file).pictures.last)
        // 180 of 640 pixels wide: 45 of 160, in the middle.
        func pixel(_ x: Int) -> [Int] { (0..<3).map { Int(last[(45 * 160 + x) * 3 + $0]) } }
        func isNear(_ x: Int, _ colour: [Int]) -> Bool { zip(pixel(x), colour).allSatisfy { abs($0 - $1) <= 4 } }
        #expect(isNear(80, [0x20, 0xa0, 0x40]) && isNear(62, [0x20, 0xa0, 0x40]) && isNear(97, [0x20, 0xa0, 0x40]), "\(pixel(80))")
        #expect(isNear(53, Self.colour) && isNear(106, Self.colour) && isNear(2, Self.colour), "\(pixel(53))")

        try scratch.write("not a picture", to: "bad.png")
        for (path, word) in [(scratch.file("bad.png"), "PNG"), (scratch.file("none.png"), "")] {
            let refused = try host(scratch.file("never.mkv"), ["--slate", path])
            #expect(refused.process.exitStatus(within: .seconds(20)) == .exited(2))
            let lines = refused.process.output.split(separator: "\n")
            #expect(lines.count == 1 && lines.allSatisfy { $0.contains(path) && (word.isEmpty || $0.contains(word)) }, "\(refused.process.output)")
        }
    }
}
