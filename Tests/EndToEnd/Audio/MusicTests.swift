import Fixtures
import Foundation
import Platform
import ServerFixtures
import TestSupport
import Testing

/// Music under the microphone, started, looped, paused and stopped while the broadcast runs.
@Suite(.serialized) struct MusicTests {
    private let hertz = 500.0

    private func song(in scratch: Scratch, seconds: Int, as name: String) throws -> String {
        let path = scratch.file(name)
        // A whole number of periods: a loop without a seam is a steady tone.
        let side = "0.1*sin(2*PI*\(Int(hertz))*t)"
        try runTool(["ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", "aevalsrc=\(side)|\(side):s=44100:d=\(seconds)", path])
        return path
    }

    @Test func aLoopHasNoSeamAndEachCommandTakesEffect() throws {
        let (screen, target, scratch) = (try XvfbServer(width: 320, height: 180), try RTMPServer(), Scratch())
        let sound = try AudioFixture(feeding: .tone(1000))
        defer { withExtendedLifetime((screen, sound)) {} }
        let stream = try Stream.sounding(screen, on: sound, to: target.url("music"), "--mic", "default")
        try stream.waitUntilLive()
        try stream.waitUntilHeard("mic")
        func music() throws -> String { (try stream.audio()["music"] as? [String: Any])?["state"] as? String ?? "" }
        #expect(try music() == "stopped")
        try stream.command("music", "play", try song(in: scratch, seconds: 2, as: "song.flac"), "--loop")
        try stream.waitUntilHeard("music")
        #expect(try music() == "playing")
        letRun(for: .milliseconds(500))
        let looping = MediaTime.now()
        letRun(for: .seconds(7))
        let looped = MediaTime.now()
        try stream.command("music", "gain", "50")
        let half = MediaTime.now()
        letRun(for: .milliseconds(1800))
        try stream.command("music", "pause")
        #expect(try music() == "paused")
        let paused = MediaTime.now()
        letRun(for: .milliseconds(1800))
        try stream.command("music", "resume")
        let resumed = MediaTime.now()
        letRun(for: .milliseconds(1800))
        try stream.command("music", "stop")
        let stopped = MediaTime.now()
        #expect(try music() == "stopped")
        letRun(for: .milliseconds(1800))
        let end = MediaTime.now()
        try stream.stop()

        let received = try ReceivedAudio(try #require(try target.recordings(of: "music").first), end: end)
        let loop = received.between(looping, looped)
        #expect(abs(loop.level(at: hertz) + 20) < 0.5, "\(loop.level(at: hertz))")
        #expect(loop.silences(of: hertz).isEmpty, "\(loop.silences(of: hertz))")
        #expect(abs(received.between(half, paused).level(at: hertz) + 26) < 0.5)
        #expect(received.between(paused, resumed).level(at: hertz) < -70)
        #expect(abs(received.between(resumed, stopped).level(at: hertz) + 26) < 0.5)
        #expect(received.between(stopped, end).level(at: hertz) < -70)
        let whole = received.between(looping, end)
        let steps = [looping, looped, half, paused, resumed, stopped].map { "\(Int(($0 - looping).inMilliseconds) - 500)" }
        #expect(whole.sharpClicks().isEmpty, "\(whole.sharpClicks()), loop, gain, half, pause, resume and stop at \(steps) ms")
        #expect(abs(whole.level(at: 1000) + 20) < 0.5, "the microphone went on")
    }

    @Test func aSongThatEndsHasFinishedAndAnotherTakesItsPlace() throws {
        let (screen, scratch) = (try XvfbServer(width: 320, height: 180), Scratch())
        let stream = try Stream.sounding(screen, on: try AudioFixture(), to: scratch.file("songs.mkv"), "--mic", "none")
        try stream.waitUntilLive()
        func music() throws -> [String: Any] { try stream.audio()["music"] as? [String: Any] ?? [:] }
        try stream.command("music", "play", try song(in: scratch, seconds: 1, as: "short.wav"))
        try waitUntil("the end of the song") { try music()["state"] as? String == "finished" }
        let long = try song(in: scratch, seconds: 60, as: "long.ogg")
        try stream.command("music", "play", long)
        try waitUntil("the long song") { try music()["positionSeconds"] as? Double ?? 0 > 0.5 }
        #expect(try music()["url"] as? String == long)
        #expect(abs((try music()["durationSeconds"] as? Double ?? 0) - 60) < 0.1)
        try stream.stop()
    }
}
