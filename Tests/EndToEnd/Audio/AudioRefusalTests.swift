import Fixtures
import Foundation
import Platform
import ServerFixtures
import TestSupport
import Testing

/// Bad input: one clear line each, and a broadcast that does not notice.
@Suite(.serialized) struct AudioRefusalTests {
    @Test func anUnknownMicrophoneIsAnsweredWithTheCloseOnes() throws {
        let (screen, scratch) = (try XvfbServer(width: 320, height: 180), Scratch())
        let sound = try AudioFixture()
        try sound.plugMicrophone("usb", description: "Headset")
        let stream = try Stream.sounding(screen, on: sound, to: scratch.file("none.mkv"), "--mic", "Hedset")
        let status = stream.process.exitStatus(within: .seconds(20))
        #expect(status != nil && status?.isSuccess == false, "\(stream.process.output)")
        #expect(stream.process.output.contains("Headset"), "\(stream.process.output)")
    }

    /// PulseAudio's test tone hands out two seconds at once, whatever is asked of it.
    @Test func aMicrophoneOfHugeBlocksIsToldWithWhatToDo() throws {
        let (screen, scratch) = (try XvfbServer(width: 320, height: 180), Scratch())
        let sound = try AudioFixture()
        try sound.control("load-module", "module-sine-source", "source_name=sine")
        let stream = try Stream.sounding(screen, on: sound, to: scratch.file("sine.mkv"), "--mic", "sine")
        try stream.waitUntilLive()
        try waitUntil("it is too late", timeout: .seconds(30)) { try stream.state(of: "mic") == "late" }
        try waitUntil("it is told") { stream.process.output.contains("too late to be heard") }
        #expect(stream.process.output.contains("Sine source"), "\(stream.process.output)")
        #expect(stream.process.output.contains("splitcast sources"), "\(stream.process.output)")
        #expect(try (stream.source("mic")["lastError"] as? String ?? "").contains(" s after it was captured"))
        try stream.stop()
    }

    @Test func theBroadcastDoesNotNoticeNonsense() throws {
        let (screen, target, scratch) = (try XvfbServer(width: 320, height: 180), try RTMPServer(), Scratch())
        let sound = try AudioFixture(feeding: .tone(440))
        defer { withExtendedLifetime((screen, sound)) {} }
        let picture = scratch.file("picture.mp4")
        try runTool(["ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc=s=64x64:d=1", "-pix_fmt", "yuv420p", picture])
        try scratch.write("this is no music", to: "text.ogg")
        let stream = try Stream.sounding(screen, on: sound, to: target.url("nonsense"), "--mic", "default")
        try stream.waitUntilLive()
        try stream.waitUntilHeard("mic")
        letRun(for: .seconds(2))
        let start = MediaTime.now()
        func refuses(_ words: String..., saying hint: String) throws {
            let answer = try stream.refusal(words)
            #expect(answer.lowercased().contains(hint.lowercased()), "\(words): \(answer)")
            #expect(answer.count < 600 && !answer.contains("Swift"), "\(words): \(answer)")
        }
        try refuses("audio", "gain", "mic", "101", saying: "100")
        try refuses("audio", "gain", "mic", "-5", saying: "100")
        try refuses("audio", "gain", "mic", "30dB", saying: "24")
        try refuses("audio", "gain", "mic", "loud", saying: "loud")
        try refuses("audio", "gain", "mik", "50", saying: "mic")
        try refuses("audio", "mute", "absent", saying: "absent")
        try refuses("audio", "processing", "echo,magic", saying: "magic")
        try refuses("audio", "channels", "mic", "sideways", saying: "sideways")
        try refuses("audio", "monitor", "on", "--sink", "hedphones", saying: "headphones")
        try refuses("music", "play", picture, saying: "audio")
        try refuses("music", "play", scratch.file("text.ogg"), saying: "text.ogg")
        try refuses("music", "play", scratch.file("nothing.ogg"), saying: "nothing.ogg")
        try refuses("music", "play", "http://127.0.0.1:\(Port.free())/song.ogg", saying: "127.0.0.1")
        // Low: what its own end leaves is not taken for a click in the microphone.
        let first = try stream.push(.tone(1000, level: -42), as: "game")
        try stream.waitUntilHeard("game", above: -50)
        let second = try stream.push(.tone(700), as: "game")
        #expect(second.exitStatus(within: .seconds(10)).map { !$0.isSuccess } ?? false, "two of one name: \(second.output)")
        #expect(second.output.contains("game"), "\(second.output)")
        try first.expectRunning()
        first.end()
        letRun(for: .seconds(1))
        let end = MediaTime.now()
        try stream.stop()
        let received = try ReceivedAudio(try #require(try target.recordings(of: "nonsense").first), end: end)
        let whole = received.between(start, end)
        #expect(abs(whole.level(at: 440) + 20) < 0.5)
        #expect(whole.silences(of: 440).isEmpty)
        #expect(whole.sharpClicks().isEmpty, "\(whole.sharpClicks())")
        #expect(whole.level(at: 700) < -70)
    }

    /// The connection is made and nothing ever comes.
    @Test func anAddressThatStallsTimesOut() throws {
        let (screen, scratch) = (try XvfbServer(width: 320, height: 180), Scratch())
        let sound = try AudioFixture(feeding: .tone(440))
        defer { withExtendedLifetime((screen, sound)) {} }
        let stream = try Stream.sounding(screen, on: sound, to: scratch.file("stall.mkv"), "--mic", "default")
        try stream.waitUntilLive()
        let silent = Listener()
        let play = try FixtureProcess(
            [try releaseProduct("splitcast"), "music", "play", "http://127.0.0.1:\(silent.port)/song.ogg", "--group", stream.group],
            environment: stream.environment)
        try waitUntil("a client") { silent.hasClient }
        try stream.waitUntilHeard("mic")
        try waitUntil("the time-out: \(play.output)", timeout: .seconds(40)) {
            (try stream.audio()["music"] as? [String: Any])?["state"] as? String == "failed"
        }
        #expect(play.exitStatus(within: .seconds(10)).map { !$0.isSuccess } ?? false)
        #expect(try stream.level(of: "mic") > -30, "the stream goes on")
        try stream.stop()
    }
}
