import AppGroup
import Foundation
import TestBeds
import Testing

/// From a real sound server's microphone to what an RTMP server received.
@Suite(.serialized) struct MicrophoneTests {
    @Test func theToneOfTheMicrophoneArrivesAtItsLevel() throws {
        let (screen, sound, server) = (try XvfbBed(width: 640, height: 360), try SoundBed(feeding: .tone), try RtmpBed())
        let stream = try Stream.live(screen, sound: sound, to: [server.url("tone")])
        try stream.waitUntilLive()
        try waitUntil("the microphone") {
            let microphone = try stream.status()["microphone"] as? [String: Any]
            return microphone?["rmsDbfs"] as? Double ?? -120 > -30
        }
        letRun(for: .seconds(6))
        try stream.stop()
        let received = try DecodedSound(of: try #require(try server.recordings(of: "tone").first))
        let steady = received.part(from: received.duration - .seconds(4), for: .seconds(3))
        let tone = ToneMeter(steady)
        #expect(abs(tone.level + 20) < 0.5, "\(tone)")
        #expect(abs(tone.frequency - 1000) < 1, "\(tone)")
    }

    @Test func flashAndClickAreTogetherForAMinute() throws {
        let (screen, sound, server) = (try XvfbBed(width: 640, height: 360), try SoundBed(feeding: .click), try RtmpBed())
        let pump = try Pump(.flash, on: screen)
        let stream = try Stream.live(screen, sound: sound, to: [server.url("sync")])
        try stream.waitUntilLive()
        letRun(for: .seconds(62))
        try stream.stop()
        pump.stop()
        let recording = try #require(try server.recordings(of: "sync").first)
        let offsets = try FlashReader(recording).offsets(of: DecodedSound(of: recording).clicks).map { $0 / .milliseconds(1) }
        #expect(offsets.count >= 25)
        // The first clicks come while sound server and clock follower settle on each other.
        let settled = offsets.dropFirst(3).sorted()
        #expect(settled.isEmpty == false && abs(settled[settled.count / 2]) <= 40, "\(offsets)")
        #expect(settled.count(where: { abs($0) > 40 }) <= settled.count / 20, "\(offsets)")
    }

    @Test func aMicrophoneThatVanishesIsSilenceAndComesBack() throws {
        let (screen, sound) = (try XvfbBed(width: 640, height: 360), try SoundBed(feeding: .tone))
        let scratch = try Scratch()
        let stream = try Stream.live(screen, sound: sound, to: [scratch.file("mic.mkv")])
        try stream.waitUntilLive()
        func level() throws -> Double { (try stream.status()["microphone"] as? [String: Any])?["rmsDbfs"] as? Double ?? -120 }
        try waitUntil("the tone") { try level() > -30 }
        try sound.unplug()
        try waitUntil("silence") { try level() < -90 }
        try sound.plug()
        try waitUntil("the tone again") { try level() > -30 }
        try stream.stop()
        #expect(try decodingErrors(of: scratch.file("mic.mkv")) == "")
    }
}
