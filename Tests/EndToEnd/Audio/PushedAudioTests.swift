import Fixtures
import Foundation
import Platform
import ServerFixtures
import TestSupport
import Testing

/// Sound that another process pushes into the mix.
@Suite(.serialized) struct PushedAudioTests {
    @Test func whatIsPushedIsHeardWhateverItsFormat() throws {
        let (screen, target) = (try XvfbServer(width: 320, height: 180), try RTMPServer())
        let stream = try Stream.sounding(screen, on: try AudioFixture(), to: target.url("push"), "--mic", "none")
        try stream.waitUntilLive()
        let game = try stream.push(.tone(1000), as: "game")
        // Drawn at 48 kHz, of which every sample is the nearest one: low enough to be clean.
        let radio = try stream.push(.tone(300), as: "radio", format: "s16", rate: 44100, channels: 1)
        try stream.waitUntilHeard("game", "radio", above: -30)
        #expect(try stream.source("game")["kind"] as? String == "pushed")
        letRun(for: .milliseconds(1500))
        let start = MediaTime.now()
        letRun(for: .seconds(3))
        let both = MediaTime.now()
        radio.end()
        try waitUntil("the radio to be silent") { try stream.level(of: "radio") < -90 }
        letRun(for: .seconds(2))
        let end = MediaTime.now()
        try game.expectRunning()
        try stream.stop()
        #expect(game.exitStatus(within: .seconds(10)) != nil, "a program that pushes notices that the host has gone")
        let received = try ReceivedAudio(try #require(try target.recordings(of: "push").first), end: end)
        let part = received.between(start, both)
        #expect(abs(part.level(at: 1000) + 20) < 0.5, "\(part.level(at: 1000))")
        #expect(abs(part.level(at: 300) + 20) < 0.5, "\(part.level(at: 300))")
        let after = received.between(end - .seconds(2), end)
        #expect(abs(after.level(at: 1000) + 20) < 0.5)
        #expect(after.level(at: 300) < -70)
        let clicks = received.between(start, end).sharpClicks(above: -50)
        #expect(clicks.isEmpty, "\(clicks)")
    }

    @Test func aFileIsPushedAtItsOwnPace() throws {
        let (screen, scratch) = (try XvfbServer(width: 320, height: 180), Scratch())
        let stream = try Stream.sounding(screen, on: try AudioFixture(), to: scratch.file("push.mkv"), "--mic", "none")
        try stream.waitUntilLive()
        try AudioSignal.tone(1000).write(to: scratch.file("three.raw"), seconds: 3)
        let start = MediaTime.now()
        try stream.command("audio", "push", "--name", "file", "--format", "f32", "--rate", "48000", "--channels", "2", scratch.file("three.raw"))
        #expect((MediaTime.now() - start).inSeconds > 2, "it is sound, not a copy")
        letRun(for: .seconds(1))
        try stream.stop()
        let heard = try DecodedAudio(of: scratch.file("push.mkv")).amplitudes(at: 1000)
        let seconds = Double(heard.count { $0 > 0.09 }) / 100
        #expect(abs(seconds - 3) < 0.1, "\(seconds)")
    }
}
