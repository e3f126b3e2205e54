import Fixtures
import Foundation
import Judging
import Platform
import ServerFixtures
import TestSupport
import Testing

/// Microphones and the desktop's audio that come and go while live, as they arrive.
@Suite(.serialized, .rerunWhenLate) struct AddedSourceTests {
    private func aWhile() -> (MediaTime, MediaTime) {
        let start = MediaTime.now()
        letRun(for: .milliseconds(1800))
        return (start, .now())
    }

    @Test func aMicrophoneComesAndGoesAndTheOtherOneDoesNotNotice() throws {
        let (screen, scratch) = (try XvfbServer(width: 320, height: 180), Scratch())
        let sound = try AudioFixture(feeding: .tone(1000))
        try sound.plugSink("guest_feed", description: "GuestFeed")
        try sound.control(
            "load-module", "module-remap-source", "source_name=guest", "master=guest_feed.monitor", "source_properties=device.description=Guest")
        // Both have whole periods in 10 ms, which is how breaks are looked for.
        let guest = try sound.play(.tone(400, level: -26), to: "guest_feed", as: "Guest")
        defer { withExtendedLifetime((screen, guest)) {} }
        let file = scratch.file("guests.mkv")
        let stream = try Stream.sounding(screen, on: sound, to: file, "--mic", "default", "--record-tracks", "mix,mic")
        try stream.waitUntilLive()
        try stream.waitUntilHeard("mic")
        letRun(for: .seconds(2))
        let before = try stream.audioLateness()
        let alone = aWhile()
        let added = try stream.command("audio", "add", "--mic", "guest", "--gain", "-6dB", "--processing", "gate", "--channels", "left")
        #expect(String(decoding: added, as: UTF8.self) == "mic-2: added to the mix\n")
        try stream.waitUntilHeard("mic-2")
        let both = aWhile()
        let source = try stream.source("mic-2")
        #expect(source["processing"] as? [String] == ["gate"] && source["channels"] as? String == "left" && source["isActive"] as? Bool == true)
        #expect(abs((source["rmsDbfs"] as? Double ?? 0) + 35) < 1, "\(source)")
        #expect(try stream.refusal("audio", "add", "--mic", "guest").contains("is in the mix already, as mic-2"))
        #expect(try stream.refusal("audio", "add", "--mic", "mic").contains("as mic: name another one"))
        #expect(try stream.refusal("audio", "add", "--mic", "gest").contains("did you mean"))
        #expect(try stream.refusal("audio", "remove", "mic-3").contains("mic, mic-2"))
        #expect(try stream.refusal("audio", "remove", "music").contains("stop what it plays"))
        try stream.command("audio", "remove", "mic-2")
        #expect(try stream.source("mic-2").isEmpty)
        let without = aWhile()
        let late = try stream.audioLateness() - before
        try stream.command("audio", "remove", "mic")
        let silent = aWhile()
        try stream.command("audio", "add", "--mic", "default")
        try stream.waitUntilHeard("mic")
        let again = aWhile()
        let events = try stream.events().compactMap { event -> String? in
            guard let code = event["code"] as? String, code == "sound.sourceAdded" || code == "sound.sourceRemoved" else { return nil }
            return "\(code) \((event["fields"] as? [String: Any])?["source"] ?? "")"
        }
        #expect(
            events == [
                "sound.sourceAdded mic-2", "sound.sourceRemoved mic-2", "sound.sourceRemoved mic", "sound.sourceAdded mic",
            ])
        let end = MediaTime.now()
        try stream.stop()
        #expect(try decodingErrors(of: file) == "")

        let received = try ReceivedAudio(file, end: end)
        for (span, wanted, words) in [
            (alone, [-20.0, -200], "alone"), (both, [-20, -32], "both"), (without, [-20, -200], "removed"), (silent, [-200, -200], "none"),
            (again, [-20, -200], "again"),
        ] {
            let found = [1000, 400].map { received.between(span.0, span.1).level(at: $0) }
            let fits = zip(found, wanted).allSatisfy { $1 < -90 ? $0 < -65 : abs($0 - $1) < 1 }
            if late == 0 { #expect(fits, "\(words): \(found)") } else { expectInTime(fits, "\(late) times late: \(words): \(found)") }
        }
        // The tone that was there all the time goes on, in phase, through the other one's coming and going.
        let whole = received.between(alone.0, without.1)
        let (breaks, clicks) = (whole.toneBreaks(from: .zero), whole.sharpClicks())
        if late == 0 {
            #expect(breaks.isEmpty && clicks.isEmpty, "\(breaks) \(clicks)")
        } else {
            expectInTime(breaks.isEmpty && clicks.isEmpty, "\(late) times late: \(breaks) \(clicks)")
        }
        // The track of the one from the start goes on in silence, and the one that came under its name has none.
        let single = scratch.file("mic.mka")
        try runTool(["ffmpeg", "-nostdin", "-v", "error", "-i", file, "-map", "0:a:1", "-c", "copy", single])
        let track = try ReceivedAudio(single, end: end)
        #expect((track.sound.duration - received.sound.duration) / .milliseconds(1) > -100, "\(track.sound.duration)")
        #expect(abs(track.between(both.0, both.1).level(at: 1000) + 20) < 1 && track.between(both.0, both.1).level(at: 400) < -65)
        #expect(track.between(again.0, again.1).level(at: 1000) < -65)
    }

    @Test func theDesktopComesAndGoes() throws {
        let (screen, target) = (try XvfbServer(width: 320, height: 180), try RTMPServer())
        let sound = try AudioFixture(feeding: .tone(440))
        let player = try sound.play(.tone(1000, level: -26))
        defer { withExtendedLifetime((screen, player)) {} }
        let stream = try Stream.sounding(screen, on: sound, to: target.url("sounds"), "--mic", "none")
        try stream.waitUntilLive()
        #expect(try stream.refusal("audio", "processing", "echo").contains("no microphone to process: add one"))
        #expect(try stream.refusal("audio", "gain", "desktop", "50").contains("add the desktop's audio"))
        let added = try stream.command("audio", "add", "--desktop-audio")
        #expect(String(decoding: added, as: UTF8.self) == "desktop: added to the mix\n")
        try stream.waitUntilHeard("desktop")
        #expect(try stream.refusal("audio", "add", "--desktop-audio", "app=Firefox").contains("in the mix already"))
        // It is the echo's reference, and something stands in for it when it leaves.
        try stream.command("audio", "add", "--mic", "default", "--processing", "echo")
        try stream.waitUntilHeard("mic", "desktop")
        let both = aWhile()
        try stream.command("audio", "remove", "desktop")
        let alone = aWhile()
        try stream.command("audio", "add", "--desktop-audio", "app=SoundFeed")
        try stream.waitUntilHeard("desktop")
        try stream.command("audio", "monitor", "on", "--sink", "speakers")
        #expect(try stream.refusal("audio", "remove", "mic").contains("turn the monitor off"))
        try stream.command("audio", "monitor", "off")
        try stream.command("audio", "remove", "mic")
        let (end, late) = (MediaTime.now(), try stream.audioLateness())
        try stream.stop()
        let received = try ReceivedAudio(try #require(try target.recordings(of: "sounds").first), end: end)
        for (span, wanted) in [(both, [-20.0, -26]), (alone, [-20, -200])] {
            let found = [440, 1000].map { received.between(span.0, span.1).level(at: $0) }
            let fits = zip(found, wanted).allSatisfy { $1 < -90 ? $0 < -65 : abs($0 - $1) < 1.5 }
            if late == 0 { #expect(fits, "\(found)") } else { expectInTime(fits, "\(late) times late: \(found)") }
        }
    }
}
