import Fixtures
import Foundation
import Judging
import Platform
import ServerFixtures
import TestSupport
import Testing

/// Microphone and desktop in one mix, and what the command line does to it, as an RTMP server receives it.
@Suite(.serialized, .rerunWhenLate) struct MixTests {
    private let microphone = 440.0
    private let desktop = 1000.0

    private func aWhile() -> (MediaTime, MediaTime) {
        let start = MediaTime.now()
        letRun(for: .milliseconds(1800))
        return (start, .now())
    }

    @Test(arguments: AudioServer.allCases) func gainAndMuteDoWhatTheySayAndNothingElse(server: AudioServer) throws {
        let (screen, target) = (try XvfbServer(width: 320, height: 180), try RTMPServer())
        let sound = try AudioFixture(server, feeding: .tone(microphone, level: -20))
        let player = try sound.play(.tone(desktop, level: -26))
        defer { withExtendedLifetime((screen, player)) {} }
        let stream = try Stream.sounding(screen, on: sound, to: target.url("mix"), "--mic", "default", "--desktop-audio")
        try stream.waitUntilLive()
        try stream.waitUntilHeard("mic", "desktop")
        letRun(for: .seconds(2))
        let before = try stream.audioLateness()
        let plain = aWhile()
        func after(_ words: String...) throws -> (MediaTime, MediaTime) {
            try stream.command(words)
            return aWhile()
        }
        let quieter = try after("audio", "gain", "mic", "-6dB")
        let half = try after("audio", "gain", "mic", "50")
        try stream.command("audio", "gain", "mic", "100")
        let muted = try after("audio", "mute", "mic")
        try stream.command("audio", "unmute", "mic")
        let quietDesktop = try after("audio", "mute", "desktop")
        let open = try after("audio", "unmute", "desktop")
        let silent = try after("audio", "mute", "all")
        let again = try after("audio", "unmute", "all")
        let (end, late) = (MediaTime.now(), try stream.audioLateness() - before)
        try stream.stop()

        let received = try ReceivedAudio(try #require(try target.recordings(of: "mix").first), end: end)
        var wrong: [String] = []
        func expect(_ span: (MediaTime, MediaTime), _ wanted: (mic: Double, desktop: Double), _ words: String) {
            let part = received.between(span.0, span.1)
            for (hertz, level) in [(microphone, wanted.mic), (desktop, wanted.desktop)] {
                let found = part.level(at: hertz)
                guard level < -90 ? found >= -70 : abs(found - level) >= 0.5 else { continue }
                wrong.append("\(words): \(hertz) Hz at \(found) dBFS instead of \(level)")
            }
        }
        expect(plain, (-20, -26), "nothing done")
        expect(quieter, (-26, -26), "gain mic -6dB")
        expect(half, (-26.02, -26), "gain mic 50")
        expect(muted, (-200, -26), "mute mic")
        expect(quietDesktop, (-20, -200), "mute desktop")
        expect(open, (-20, -26), "all open")
        expect(silent, (-200, -200), "mute all")
        expect(again, (-20, -26), "unmute all")
        #expect(received.between(silent.0, silent.1).loudness < -80, "the noise floor")
        wrong += received.between(plain.0, end).sharpClicks(above: -60).map { "a click of \($0)" }
        // A hole where a sound server or the mixer was late is the one thing that a stall of the machine explains.
        if late == 0 { #expect(wrong.isEmpty, "\(wrong)") } else { expectInTime(wrong.isEmpty, "\(late) times late: \(wrong)") }
    }

    @Test func channelMapsPutTheSidesWhereTheyBelong() throws {
        let (screen, target) = (try XvfbServer(width: 320, height: 180), try RTMPServer())
        let sound = try AudioFixture(microphone: .virtual(channels: 2))
        let feed = try sound.play(left: .tone(440), right: .tone(1000), to: "mic_feed")
        defer { withExtendedLifetime((screen, feed)) {} }
        let stream = try Stream.sounding(screen, on: sound, to: target.url("sides"), "--mic", "default")
        try stream.waitUntilLive()
        try stream.waitUntilHeard("mic")
        letRun(for: .seconds(2))
        var spans: [String: (MediaTime, MediaTime)] = ["stereo": aWhile()]
        for map in ["swapped", "left", "right", "mono"] {
            try stream.command("audio", "channels", "mic", map)
            spans[map] = aWhile()
        }
        let end = MediaTime.now()
        try stream.stop()
        let recording = try #require(try target.recordings(of: "sides").first)
        let sides = try [DecodedAudio.Side.left, .right].map { try ReceivedAudio(recording, end: end, side: $0) }
        /// 440 Hz and 1 kHz on the left, the same on the right.
        func levels(_ map: String) throws -> [Double] {
            let span = try #require(spans[map])
            return sides.flatMap { side in [440, 1000].map { side.between(span.0, span.1).level(at: $0) } }
        }
        let none = -200.0
        for (map, wanted) in [
            ("stereo", [-20, none, none, -20]), ("swapped", [none, -20, -20, none]), ("left", [-20, none, -20, none]),
            ("right", [none, -20, none, -20]), ("mono", [-26, -26, -26, -26]),
        ] {
            let found = try levels(map)
            let fits = zip(found, wanted).allSatisfy { $1 == none ? $0 < -60 : abs($0 - $1) < 0.7 }
            #expect(fits, "\(map): \(found)")
        }
    }

    @Test func theDesktopStepsBackWhileSomebodySpeaks() throws {
        let (screen, target) = (try XvfbServer(width: 320, height: 180), try RTMPServer())
        let sound = try AudioFixture()
        let player = try sound.play(.tone(desktop, level: -26))
        defer { withExtendedLifetime((screen, player)) {} }
        let stream = try Stream.sounding(screen, on: sound, to: target.url("duck"), "--mic", "default", "--desktop-audio", "--duck", "12dB")
        try stream.waitUntilLive()
        try stream.waitUntilHeard("desktop")
        letRun(for: .seconds(2))
        let alone = aWhile()
        try sound.feed(.tone(300, level: -20))
        try stream.waitUntilHeard("mic")
        letRun(for: .seconds(1))
        let spoken = aWhile()
        try stream.command("audio", "duck", "off")
        letRun(for: .seconds(2))
        let released = aWhile()
        let end = MediaTime.now()
        try stream.stop()
        let received = try ReceivedAudio(try #require(try target.recordings(of: "duck").first), end: end)
        func level(_ span: (MediaTime, MediaTime)) -> Double { received.between(span.0, span.1).level(at: desktop) }
        #expect(abs(level(alone) + 26) < 0.5)
        #expect(abs(level(spoken) + 38) < 2, "\(level(spoken))")
        #expect(abs(level(released) + 26) < 0.5, "\(level(released))")
    }
}
