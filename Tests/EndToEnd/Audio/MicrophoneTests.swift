import Fixtures
import Foundation
import Judging
import ServerFixtures
import TestSupport
import Testing

/// From a real sound server's microphone to what an RTMP server received.
@Suite(.serialized, .rerunWhenLate) struct MicrophoneTests {
    @Test func theToneOfTheMicrophoneArrivesAtItsLevelWithoutABreak() throws {
        let (screen, sound, server) = (try XvfbServer(width: 640, height: 360), try AudioFixture(feeding: .tone), try RTMPServer())
        let stream = try Stream.live(screen, sound: sound, to: [server.url("tone")])
        try stream.waitUntilLive()
        try waitUntil("the microphone") {
            let microphone = try stream.status()["microphone"] as? [String: Any]
            return microphone?["rmsDbfs"] as? Double ?? -120 > -30
        }
        // The clock follower settles.
        letRun(for: .seconds(3))
        let before = try stream.audioLateness()
        letRun(for: .seconds(9))
        let late = try stream.audioLateness() - before
        try stream.stop()
        let received = try DecodedAudio(of: try #require(try server.recordings(of: "tone").first))
        let steady = received.part(from: .zero, for: received.duration - .seconds(1)).last(.seconds(8))
        let tone = ToneMeter(steady)
        let breaks = steady.toneBreaks(from: .zero)
        // A hole where the sound server or the mixer was late is the one thing that a stall of the machine explains.
        expectInTime(late == 0, "\(late) times late: \(tone) \(breaks)")
        guard late == 0 else { return }
        #expect(abs(tone.level + 20) < 0.5, "\(tone)")
        #expect(abs(tone.frequency - 1000) < 1, "\(tone)")
        #expect(breaks.isEmpty, "\(breaks)")
        #expect(steady.sharpClicks().isEmpty, "\(steady.sharpClicks())")
    }

    /// How far the median may be from where it belongs, in milliseconds: flashes are spread over the frame grid, so it tells less
    /// than a picture.
    private static let step = 9.0
    /// Where it belongs: a flash's picture is taken up to some milliseconds after it was drawn.
    private static let usual = -3.0

    /// For hours with `splitcast-bench sound --only step,drift`.
    @Test func flashAndClickAreTogether() throws {
        var scenario = StepScenario()
        scenario.duration = .seconds(42)
        let result = try scenario.run()
        #expect(result.settled.offsets.count >= 12)
        #expect(abs(result.settled.median - result.fixtureOffset - Self.usual) <= Self.step, "\(result)")
        expectInTime(result.all.size(at: 0.8) <= 40, "\(result)")
    }

    /// The speakers' server is some 150 ms ahead of them, and tells so in steps.
    @Test func aSoundCardAndSpeakersThatAreOffKeepStepToo() throws {
        var scenario = StepScenario()
        (scenario.duration, scenario.source) = (.seconds(42), .devices(microphone: 500, speakers: -200))
        let microphone = try scenario.run()
        let desktop = try #require(microphone.ofDesktop)
        for result in [microphone, desktop] {
            #expect(result.settled.offsets.count >= 12)
            #expect(abs(result.settled.median - result.fixtureOffset - Self.usual) <= Self.step, "\(result)")
            expectInTime(result.settled.size(at: 0.8) <= 40, "\(result)")
        }
        #expect(abs(microphone.driftPPM - 500) < 100, "\(microphone)")
    }

    @Test func aMicrophoneThatVanishesIsSilenceAndComesBack() throws {
        let (screen, sound) = (try XvfbServer(width: 640, height: 360), try AudioFixture(feeding: .tone))
        let scratch = Scratch()
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
