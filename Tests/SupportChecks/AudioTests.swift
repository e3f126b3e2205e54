import Fixtures
import Foundation
import ServerFixtures
import TestSupport
import Testing

@Suite struct AudioTests {
    private func record(_ server: AudioFixture, seconds: Int) throws -> DecodedAudio {
        let scratch = Scratch()
        let file = scratch.file("mic.wav")
        try runTool(
            ["ffmpeg", "-nostdin", "-v", "error", "-f", "pulse", "-channels", "1", "-i", "mic", "-t", "\(seconds)", "-c:a", "pcm_f32le", file],
            environment: server.environment)
        return try DecodedAudio(of: file)
    }

    @Test func theMicrophoneHearsTheTone() throws {
        let meter = ToneMeter(try record(try AudioFixture(feeding: .tone), seconds: 2))
        #expect(abs(meter.level + 20) < 0.2)
        #expect(abs(meter.frequency - 1000) < 0.5)
        #expect(meter.rest < -60)
    }

    @Test func silenceIsSilent() throws {
        #expect(try record(try AudioFixture(), seconds: 1).peak < -90)
    }

    /// A machine that is busy for long loses sound; clicks that are this close show that no one plays at a wrong rate.
    @Test func ticksAreOneSecondApart() throws {
        let clicks = try record(try AudioFixture(feeding: .ticks), seconds: 4).clicks
        #expect(clicks.count >= 3)
        for (early, late) in zip(clicks, clicks.dropFirst()) { #expect(abs((late - early).inMilliseconds - 1000) < 30) }
    }

    @Test func clicksComeAtTheirMoments() throws {
        let server = try AudioFixture(feeding: .click)
        // The first may be heard before the listener knows its latency.
        let errors = try server.clickTimes(count: 4).dropFirst().map { FlashMoment.offset(of: $0).inMilliseconds }
        // The fixture's own error is a few milliseconds, on a busy machine a scheduling period more: half of the 40 ms that it serves to judge.
        #expect(errors.sorted()[errors.count / 2].magnitude < 20)
    }

    @Test func aPulledPlugTakesTheMicrophoneAway() throws {
        let server = try AudioFixture()
        func hasMicrophone() throws -> Bool { try server.control("list", "short", "sources").contains("\tmic\t") }
        #expect(try hasMicrophone())
        try server.unplug()
        #expect(try !hasMicrophone())
        try server.plug()
        #expect(try hasMicrophone())
        #expect(try server.control("get-default-source") == "mic\n")
    }

    @Test func aRestartedServerAnswersAgain() throws {
        let server = try AudioFixture(feeding: .tone)
        try server.restart()
        try server.feed(.tone)
        #expect(abs(ToneMeter(try record(server, seconds: 1).part(from: .milliseconds(300), for: .milliseconds(500))).level + 20) < 0.5)
    }

    @Test(arguments: [1, 2]) func theLevelDoesNotDependOnTheNumberOfChannels(channels: Int) throws {
        let scratch = Scratch()
        let file = scratch.file("tone.flv")
        let tone = "aevalsrc=" + Array(repeating: "0.1*sin(2*PI*1000*t)", count: channels).joined(separator: "|") + ":s=44100"
        try runTool(["ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", tone, "-t", "2", "-c:a", "aac", "-b:a", "192k", file])
        let sound = try DecodedAudio(of: file)
        #expect(abs(sound.duration.inSeconds - 2) < 0.1)
        #expect(abs(ToneMeter(sound.part(from: .milliseconds(500), for: .seconds(1))).level + 20) < 0.2)
    }

    @Test func theMeterKnowsToneFromNoise() {
        let tone = (0..<48000).map { Float(0.5 * sin(2 * Double.pi * 998 * Double($0) / 48000)) }
        let meter = ToneMeter(DecodedAudio(samples: tone))
        #expect(abs(meter.level + 6.02) < 0.1)
        #expect(abs(meter.frequency - 998) < 0.01)
        #expect(ToneMeter(DecodedAudio(samples: [])).level == -200)
        #expect(ToneMeter(DecodedAudio(samples: (0..<48000).map { $0 % 2 == 0 ? 0.1 : -0.1 })).rest > -18)
    }
}
