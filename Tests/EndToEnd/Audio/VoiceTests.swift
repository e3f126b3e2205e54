import Fixtures
import Foundation
import Platform
import ServerFixtures
import TestSupport
import Testing

/// Voice processing and the monitor, switched while the broadcast runs.
@Suite(.serialized) struct VoiceTests {
    @Test func noiseIsSuppressedAndTheVoiceStays() throws {
        var scenario = NoiseScenario()
        (scenario.seconds, scenario.settling) = (6, 4)
        let result = try scenario.run()
        #expect(abs(result.without.ratio - 10) < 3, "\(result)")
        #expect(result.gain >= 8, "\(result)")
        #expect(result.retained >= -4, "\(result)")
    }

    @Test func eachProcessingSwitchesWithoutAClick() throws {
        let (screen, target) = (try XvfbServer(width: 320, height: 180), try RTMPServer())
        let sound = try AudioFixture(feeding: .tone(440))
        let player = try sound.play(.tone(1000))
        defer { withExtendedLifetime((screen, player)) {} }
        let stream = try Stream.sounding(screen, on: sound, to: target.url("switch"), "--mic", "default", "--desktop-audio")
        try stream.waitUntilLive()
        try stream.waitUntilHeard("mic", "desktop")
        letRun(for: .seconds(2))
        func process(_ words: String) throws {
            try stream.command("audio", "processing", words)
            let wanted = words == "off" ? [] : words.split(separator: ",").map(String.init)
            #expect(Set(try stream.audio()["processing"] as? [String] ?? ["?"]) == Set(wanted))
            letRun(for: .milliseconds(700))
        }
        let start = MediaTime.now()
        for words in ["high-pass", "off", "high-pass", "off"] { try process(words) }
        let plain = MediaTime.now()
        // What takes out noise, or evens out levels, works on a tone as well: the desktop tells whether anything else was touched.
        for words in ["gain", "noise", "echo", "echo,noise,gain,high-pass", "off"] { try process(words) }
        letRun(for: .seconds(2))
        let end = MediaTime.now()
        try stream.stop()
        let received = try ReceivedAudio(try #require(try target.recordings(of: "switch").first), end: end)
        let whole = received.between(start, end)
        let clicks = received.between(start, plain).sharpClicks()
        #expect(clicks.isEmpty, "\(clicks)")
        #expect(abs(whole.level(at: 1000) + 20) < 0.5, "the desktop went on: \(whole.level(at: 1000))")
        #expect(whole.silences(of: 1000).isEmpty)
        let after = received.between(end - .milliseconds(2500), end).level(at: 440)
        #expect(abs(after + 20) < 0.5, "off is off: \(after)")
    }

    @Test(arguments: AudioServer.allCases) func oneHearsOneselfOnHeadphonesOnly(server: AudioServer) throws {
        let (screen, scratch) = (try XvfbServer(width: 320, height: 180), Scratch())
        let sound = try AudioFixture(server, feeding: .tone(440))
        let stream = try Stream.sounding(screen, on: sound, to: scratch.file("monitor.mkv"), "--mic", "default")
        try stream.waitUntilLive()
        try stream.waitUntilHeard("mic")
        func heard(at sink: String) throws -> Double {
            let file = scratch.file("\(sink)-\(UInt32.random(in: 0 ..< .max)).wav")
            let input = ["-f", "pulse", "-i", sink + ".monitor", "-t", "1.5", "-c:a", "pcm_f32le", file]
            try runTool(["ffmpeg", "-nostdin", "-v", "error"] + input, environment: sound.environment)
            // The median: a busy machine tears what is played.
            let levels = try DecodedAudio(of: file).last(.seconds(1)).amplitudes(at: 440).sorted()
            return 20 * log10(max(1e-10, levels[levels.count / 2]))
        }
        let refused = try stream.refusal("audio", "monitor", "on", "--sink", "speakers")
        #expect(refused.contains("echo"), "\(refused)")
        #expect(refused.split(separator: "\n").count == 1, "\(refused)")
        try stream.command("audio", "monitor", "on", "--sink", "headphones")
        try waitUntil("the monitor") { (try stream.audio()["monitor"] as? [String: Any])?["state"] as? String == "live" }
        try waitUntil("oneself to be heard, in full") { abs(try heard(at: "headphones") + 20) < 1 }
        try stream.command("audio", "monitor", "off")
        let rest = try heard(at: "headphones")
        #expect(rest < -80, "\(rest)")
        try stream.command("audio", "processing", "echo")
        try stream.command("audio", "monitor", "on", "--sink", "speakers")
        try waitUntil("the monitor") { (try stream.audio()["monitor"] as? [String: Any])?["state"] as? String == "live" }
        try stream.stop()
    }
}
