import AppGroup
import Foundation
import Judging
import TestSupport
import Testing

/// From a real sound server's microphone to what an RTMP server received.
@Suite(.serialized, .steadyMachine) struct MicrophoneTests {
    @Test func theToneOfTheMicrophoneArrivesAtItsLevel() throws {
        let (screen, sound, server) = (try XvfbServer(width: 640, height: 360), try AudioFixture(feeding: .tone), try RTMPServer())
        let stream = try Stream.live(screen, sound: sound, to: [server.url("tone")])
        try stream.waitUntilLive()
        try waitUntil("the microphone") {
            let microphone = try stream.status()["microphone"] as? [String: Any]
            return microphone?["rmsDbfs"] as? Double ?? -120 > -30
        }
        letRun(for: .seconds(6))
        try stream.stop()
        let received = try DecodedAudio(of: try #require(try server.recordings(of: "tone").first))
        let steady = received.part(from: received.duration - .seconds(4), for: .seconds(3))
        let tone = ToneMeter(steady)
        #expect(abs(tone.level + 20) < 0.5, "\(tone)")
        #expect(abs(tone.frequency - 1000) < 1, "\(tone)")
    }

    /// For hours with `splitcast-bench sound --only step,drift`.
    @Test func flashAndClickAreTogether() throws {
        var course = StepScenario()
        course.duration = .seconds(22)
        let result = try course.run()
        #expect(result.all.offsets.count >= 8)
        // The screen's grid is 17 ms either way; the bed is a few milliseconds late.
        #expect(abs(result.settled.median - result.bedOffset) <= 25, "\(result)")
        #expect(result.all.size(at: 0.8) <= 40, "\(result)")
    }

    @Test func aSoundCardThatIsOffKeepsStepToo() throws {
        var course = StepScenario()
        (course.duration, course.source) = (.seconds(20), .card(ppm: 200))
        let result = try course.run()
        #expect(result.all.offsets.count >= 7)
        #expect(abs(result.settled.median - result.bedOffset) <= 25, "\(result)")
        #expect(result.settled.size(at: 0.8) <= 40, "\(result)")
    }

    @Test func aMicrophoneThatVanishesIsSilenceAndComesBack() throws {
        let (screen, sound) = (try XvfbServer(width: 640, height: 360), try AudioFixture(feeding: .tone))
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
