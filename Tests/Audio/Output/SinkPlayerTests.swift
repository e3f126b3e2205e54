import Fixtures
import Judging
import ServerFixtures
import Testing

@testable import Audio

/// Playing to a sink of a real sound server, heard at its monitor.
@Suite(.serialized, .rerunWhenLate) struct SinkPlayerTests {
    /// Runs `body` with a tone of 1 kHz that a mixer plays to a sink.
    @available(*, noasync)
    private func withTone(_ fixture: AudioFixture, sink: String?, _ body: (SinkPlayer) throws -> Void) throws {
        let player = try SinkPlayer(sink: sink, server: fixture.address)
        let mixer = try Mixer { samples, time in player.play(samples, at: time) }
        try mixer.add(SteadySource(0.1, hertz: 1000))
        try mixer.start()
        defer {
            mixer.stop()
            player.stop()
        }
        try player.start()
        try body(player)
    }

    @Test(arguments: AudioServer.allCases) func aToneIsHeard(_ kind: AudioServer) throws {
        try withHeardTone(kind) { _, samples in
            // The server plays through a sink without a clock of its own: on a busy machine it is late now and then.
            let right = Tone.rightQuarters(samples, largestClick: 1e-3)
            #expect(right >= 12, "\(Tone.levels(samples)), \(Tone.holes(samples)) holes")
        }
    }

    /// To the last sample, which takes a machine that does nothing else.
    @Test(arguments: AudioServer.allCases) func aToneIsHeardWithoutClicks(_ kind: AudioServer) throws {
        try withHeardTone(kind) { underruns, samples in
            let (levels, hertz, click) = (Tone.levels(samples), Tone.hertz(samples), Tone.largestClick(samples))
            // What was not there in time, of ours or within the sound server, is a hole: the one thing that a stall of the machine
            // explains.
            let late = underruns + Tone.holes(samples)
            expectInTime(late == 0, "\(late) underruns and holes: \(levels), \(hertz) Hz, largest click \(click)")
            guard late == 0 else { return }
            #expect(levels.count == 24 && levels.allSatisfy { abs($0 + 20) < 0.3 }, "\(levels)")
            #expect(abs(hertz - 1000) < 0.5)
            #expect(click < 1e-3)
        }
    }

    /// - Parameter body: gets six seconds of a tone as it is heard, and how often the player and the monitor had nothing meanwhile.
    @available(*, noasync)
    private func withHeardTone(_ kind: AudioServer, _ body: (_ underruns: Int, _ samples: [Float]) -> Void) throws {
        let fixture = try AudioFixture(kind)
        let ear = try Monitor(of: "speakers", server: fixture.address)
        defer { ear.stop() }
        try withTone(fixture, sink: nil) { player in
            try waitUntil("it is heard") { ear.recentPeak() > 0.09 }
            let (played, heard) = (player.feed.followed.figures.underruns, ear.underruns)
            try waitUntil("six seconds", timeout: .seconds(20)) { [end = ear.quanta + 610] in ear.quanta > end }
            let samples = ear.tail(seconds: 6)
            body(Int(player.feed.followed.figures.underruns - played) + Int(ear.underruns - heard), samples)
            #expect(player.status.state == .live)
            #expect(player.status.device?.name == "speakers")
        }
        try waitUntil("it is over") { ear.recentPeak() == 0 }
    }

    @Test(arguments: AudioServer.allCases) func headphonesThatGoAreNotReplacedBySpeakersAndComeBack(_ kind: AudioServer) throws {
        let fixture = try AudioFixture(kind)
        let ear = try Monitor(of: "headphones", server: fixture.address)
        let speakers = try Monitor(of: "speakers", server: fixture.address)
        defer {
            ear.stop()
            speakers.stop()
        }
        try withTone(fixture, sink: "headphones") { player in
            try waitUntil("it is heard") { ear.recentPeak() > 0.09 }
            try fixture.unplugSink("headphones")
            try waitUntil("it is lost") { player.status.state == .lost }
            try waitUntil("half a second", timeout: .seconds(20)) { [end = speakers.quanta + 50] in speakers.quanta > end }
            try fixture.plugSink("headphones", description: "Headphones")
            try waitUntil("it is heard again") { player.status.state == .live && ear.recentPeak() > 0.09 }
            #expect(speakers.peak == 0)
        }
    }

    @Test(arguments: AudioServer.allCases) func aKilledServerIsSurvived(_ kind: AudioServer) throws {
        let fixture = try AudioFixture(kind)
        let ear = try Monitor(of: "speakers", server: fixture.address)
        defer { ear.stop() }
        try withTone(fixture, sink: nil) { player in
            try waitUntil("it is heard") { ear.recentPeak() > 0.09 }
            fixture.kill()
            try waitUntil("it is lost") { player.status.state == .lost }
            #expect(player.status.error?.code == .noServer)
            try fixture.start()
            try waitUntil("it is heard again") { player.status.state == .live && ear.recentPeak() > 0.09 }
        }
    }

    @Test func anUnknownSinkIsAbsent() throws {
        let fixture = try AudioFixture()
        try withTone(fixture, sink: "nowhere") { player in
            try waitUntil("it is absent") { player.status.state == .absent }
            #expect(player.status.error?.code == .unknownDevice)
        }
    }
}
