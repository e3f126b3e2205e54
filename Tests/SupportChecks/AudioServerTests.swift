import Fixtures
import Foundation
import Platform
import ServerFixtures
import TestSupport
import Testing

/// The sound fixtures give what they promise, on either server.
@Suite(.serialized) struct AudioServerTests {
    /// One side, recorded in stereo: the servers differ in how loud they make one channel out of two.
    private func record(_ source: String, of fixture: AudioFixture, seconds: Int, side: DecodedAudio.Side = .left) throws -> DecodedAudio {
        let scratch = Scratch()
        let file = scratch.file("heard.wav")
        let input = ["-f", "pulse", "-channels", "2", "-i", source, "-t", "\(seconds)", "-c:a", "pcm_f32le", file]
        try runTool(["ffmpeg", "-nostdin", "-v", "error"] + input, environment: fixture.environment)
        return try DecodedAudio(of: file, side: side)
    }

    @Test(arguments: AudioServer.allCases) func microphoneAndDesktopAreApart(server: AudioServer) throws {
        let fixture = try AudioFixture(server, feeding: .tone(440))
        let desktop = try fixture.play(.tone(1000), as: "Player")
        defer { withExtendedLifetime(desktop) {} }
        let microphone = try record("mic", of: fixture, seconds: 2).last(.seconds(1))
        #expect(abs(microphone.level(at: 440) + 20) < 0.2)
        #expect(microphone.level(at: 1000) < -80)
        let heard = try record("speakers.monitor", of: fixture, seconds: 2).last(.seconds(1))
        #expect(abs(heard.level(at: 1000) + 20) < 0.2)
        #expect(heard.level(at: 440) < -80)
        #expect(try record("headphones.monitor", of: fixture, seconds: 1).peak < -90)
        #expect(try fixture.control("list", "sink-inputs").contains("application.name = \"Player\""))
    }

    @Test(arguments: AudioServer.allCases) func theMicrophoneGoesAndComesAndSoDoesTheServer(server: AudioServer) throws {
        let fixture = try AudioFixture(server)
        func hasMicrophone() throws -> Bool { try fixture.control("list", "short", "sources").contains("\tmic\t") }
        #expect(try hasMicrophone())
        try fixture.unplug()
        #expect(try !hasMicrophone())
        try fixture.plug()
        #expect(try hasMicrophone())
        try fixture.restart()
        try fixture.feed(.tone)
        let heard = try record("mic", of: fixture, seconds: 2).last(.milliseconds(800))
        #expect(abs(heard.level(at: 1000) + 20) < 0.5)
    }

    @Test func clicksComeAtTheirMomentsOnPipeWireToo() throws {
        let errors = try AudioFixture(.pipewire, feeding: .click).clickTimes(count: 6).dropFirst().map { FlashMoment.offset(of: $0).inMilliseconds }
            .sorted()
        // On a busy machine its graph is late by one or two of its steps of 21 ms, which scenarios measure and take off; most are so alike.
        #expect(errors[2].magnitude < 60 && min(errors[3] - errors[1], errors[2] - errors[0], errors[4] - errors[2]) < 15, "\(errors)")
    }

    @Test func aStereoMicrophoneHasTwoSides() throws {
        let fixture = try AudioFixture(microphone: .virtual(channels: 2))
        let feed = try fixture.play(left: .tone(440), right: .tone(1000), to: "mic_feed")
        defer { withExtendedLifetime(feed) {} }
        let left = try record("mic", of: fixture, seconds: 2).last(.seconds(1))
        #expect(abs(left.level(at: 440) + 20) < 0.2)
        #expect(left.level(at: 1000) < -80)
    }

    @Test func aSoundCardRunsAtItsOwnRate() throws {
        // Two hundred times what the scenario asks for: seconds tell it.
        let fixture = try AudioFixture(microphone: .card(ppm: 40_000), feeding: .ticks)
        let clicks = try record("mic", of: fixture, seconds: 5).clicks
        #expect(clicks.count >= 4)
        for (early, late) in zip(clicks, clicks.dropFirst()) {
            #expect(abs((late - early).inMilliseconds - 1000) < 5, "its samples are what they are")
        }
        let times = try AudioFixture(microphone: .card(ppm: 40_000), feeding: .ticks).clickTimes(count: 6).dropFirst()
        let period = ((times.last! - times.first!) / (times.count - 1)).inMilliseconds
        #expect(abs(period - 1000 / 1.04) < 15, "\(period)")
    }

    @Test func theLoudspeakerIsHeardLaterAndLower() throws {
        let fixture = try AudioFixture()
        let room = try AudioFeeder(milliseconds: 80, decibels: -10, near: .tone(3000, level: -40), on: fixture)
        let player = try fixture.play(.speech(1, level: -20))
        defer { withExtendedLifetime((room, player)) {} }
        let scratch = Scratch()
        // Both at once by one program: what is between the two is the room's.
        let file = scratch.file("both.wav")
        let inputs = ["speakers.monitor", "mic"].flatMap { ["-f", "pulse", "-channels", "1", "-i", $0] }
        let mono = "aresample=async=1,aformat=channel_layouts=mono:sample_fmts=flt:sample_rates=48000"
        let graph = ["-filter_complex", "[0:a]\(mono)[a];[1:a]\(mono)[b];[a][b]amerge=inputs=2", "-t", "8", "-c:a", "pcm_f32le", file]
        try runTool(["ffmpeg", "-nostdin", "-v", "error"] + inputs + graph, environment: fixture.environment)
        let (far, echo) = (try DecodedAudio(of: file, side: .left), try DecodedAudio(of: file, side: .right))
        #expect(abs(echo.level(at: 3000) + 40) < 1)
        let reading = VoiceReading(echo.part(from: .seconds(2), for: .seconds(5)), as: far)
        #expect(abs(reading.retained + 10) < 1, "\(reading)")
    }
}
