import Fixtures
import Judging
import ServerFixtures
import Testing

@testable import Audio

/// What a real sound server plays, through the mixer.
@Suite(.serialized, .rerunWhenLate) struct DesktopAudioTests {
    private let recording = MixRecording()

    /// Runs `body` with desktop audio in a running mixer; where `player` is given, the mix has a quiet 3 kHz in it and is played.
    @available(*, noasync)
    private func withMix(_ fixture: AudioFixture, _ choice: DesktopChoice, player: SinkPlayer? = nil, _ body: (DesktopAudio) throws -> Void) throws {
        let desktop = DesktopAudio(choice, server: fixture.address)
        let mixer = try Mixer { [recording] samples, time in
            recording.receive(samples, time)
            player?.play(samples, at: time)
        }
        try mixer.add(desktop)
        if player != nil { try mixer.add(SteadySource(0.05, hertz: 3000)) }
        try mixer.start()
        defer {
            mixer.stop()
            desktop.stop()
        }
        try desktop.start()
        try body(desktop)
        #expect(recording.isRegular)
    }

    /// Waits until exactly the tones given are heard, at these amplitudes.
    @available(*, noasync)
    private func expectTones(_ what: String, _ tones: [Double: Double], sourceLocation: SourceLocation = #_sourceLocation) {
        var heard: [Double: Double] = [:]
        let isHeard = Watchdog.until {
            let tail = recording.tail(seconds: 0.2)
            guard tail.count == 9600 else { return false }
            for hertz in [1000.0, 1700, 3000] { heard[hertz] = Tone.amplitude(tail, hertz) }
            return heard.allSatisfy { abs($1 - (tones[$0] ?? 0)) < (tones[$0] == nil ? 0.002 : 0.01) }
        }
        #expect(isHeard, "\(what): heard \(heard)", sourceLocation: sourceLocation)
    }

    @Test(arguments: AudioServer.allCases) func everythingOnTheDefaultSinkIsHeard(_ kind: AudioServer) throws {
        let fixture = try AudioFixture(kind)
        try fixture.keepPlaying(.tone, as: "AppA")
        try withMix(fixture, .everything(sink: nil)) { desktop in
            expectTones("one", [1000: 0.1])
            #expect(desktop.status.state == .live)
            #expect(desktop.status.device?.name == "speakers.monitor")
            try fixture.keepPlaying(.tone(3000, level: -14), as: "AppB")
            expectTones("two", [1000: 0.1, 3000: 0.2])
            fixture.stopPlaying("AppA")
            expectTones("the other", [3000: 0.2])
        }
    }

    @Test(arguments: AudioServer.allCases) func theDefaultSinkIsFollowed(_ kind: AudioServer) throws {
        let fixture = try AudioFixture(kind)
        try fixture.plugSink("second", description: "Second")
        try fixture.keepPlaying(.tone(3000), to: "second", as: "AppB")
        try withMix(fixture, .everything(sink: nil)) { desktop in
            try waitUntil("the first is live") { desktop.status.state == .live && desktop.status.device?.name == "speakers.monitor" }
            expectTones("the first", [:])
            try fixture.control("set-default-sink", "second")
            expectTones("the second", [3000: 0.1])
            #expect(desktop.status.device?.name == "second.monitor")
        }
    }

    @Test(arguments: AudioServer.allCases) func aNamedSinkIsHeardWhateverTheDefaultIs(_ kind: AudioServer) throws {
        let fixture = try AudioFixture(kind)
        try fixture.plugSink("second", description: "Second")
        try fixture.control("set-default-sink", "second")
        try fixture.keepPlaying(.tone, as: "AppA")
        try fixture.keepPlaying(.tone(3000), to: "second", as: "AppB")
        try withMix(fixture, .everything(sink: "speak")) { _ in expectTones("the one named", [1000: 0.1]) }
    }

    @Test(arguments: AudioServer.allCases) func aNamedSinkThatGoesIsSilenceAndComesBack(_ kind: AudioServer) throws {
        let fixture = try AudioFixture(kind)
        try fixture.plugSink("second", description: "Second")
        try fixture.keepPlaying(.tone(3000), to: "second", as: "AppB")
        try withMix(fixture, .everything(sink: "second")) { desktop in
            expectTones("before", [3000: 0.1])
            fixture.stopPlaying("AppB")
            try fixture.unplugSink("second")
            try waitUntil("it is lost") { desktop.status.state == .lost && desktop.status.error?.code == .unknownDevice }
            expectTones("gone", [:])
            try fixture.plugSink("second", description: "Second")
            try fixture.keepPlaying(.tone(3000), to: "second", as: "AppB")
            expectTones("back", [3000: 0.1])
            #expect(desktop.status.state == .live)
        }
    }

    @Test(arguments: AudioServer.allCases) func onlyTheApplicationsNamedAreHeardAndTheyComeAndGo(_ kind: AudioServer) throws {
        let fixture = try AudioFixture(kind)
        try fixture.plugSink("second", description: "Second")
        try withMix(fixture, .applications(["appa", "AppB"])) { desktop in
            try waitUntil("it waits") { desktop.status.state == .absent }
            try fixture.keepPlaying(.tone(1700, level: -10.5), as: "Other")
            try fixture.keepPlaying(.tone, as: "AppA")
            expectTones("one", [1000: 0.1])
            #expect(desktop.status.state == .live)
            try fixture.keepPlaying(.tone(3000, level: -14), to: "second", as: "AppB")
            expectTones("two, of two sinks", [1000: 0.1, 3000: 0.2])
            fixture.stopPlaying("AppA")
            expectTones("the other", [3000: 0.2])
            try fixture.keepPlaying(.tone, as: "AppA")
            expectTones("both again", [1000: 0.1, 3000: 0.2])
            fixture.stopPlaying("AppA")
            fixture.stopPlaying("AppB")
            expectTones("none", [:])
            try waitUntil("it waits again") { desktop.status.state == .absent }
            #expect(desktop.status.words.contains("now playing: Other"))
        }
    }

    @Test(arguments: AudioServer.allCases) func anApplicationExcludedIsNotHeard(_ kind: AudioServer) throws {
        let fixture = try AudioFixture(kind)
        try fixture.keepPlaying(.tone, as: "AppA")
        try fixture.keepPlaying(.tone(3000, level: -14), as: "AppB")
        try withMix(fixture, .allBut(["AppB"])) { desktop in
            expectTones("one", [1000: 0.1])
            try fixture.keepPlaying(.tone(1700, level: -10.5), as: "Other")
            expectTones("another", [1000: 0.1, 1700: 0.3])
            fixture.stopPlaying("Other")
            fixture.stopPlaying("AppA")
            expectTones("none left", [:])
            #expect(desktop.status.state == .live)
        }
    }

    /// Neither an application's coming nor its going is a click in another's tone.
    @Test(arguments: AudioServer.allCases) func comingsAndGoingsDoNotClick(_ kind: AudioServer) throws {
        let fixture = try AudioFixture(kind)
        try fixture.keepPlaying(.tone, as: "AppA")
        try withMix(fixture, .applications(["AppA", "AppB"])) { desktop in
            expectTones("before", [1000: 0.1])
            let underruns = desktop.statistics.underruns
            // Silent, so that any click is one of ours.
            try fixture.keepPlaying(.silence, as: "AppB")
            try waitUntil("a second while it comes", timeout: .seconds(30)) { [end = recording.quanta + 100] in recording.quanta > end }
            fixture.stopPlaying("AppB")
            try waitUntil("a second while it goes", timeout: .seconds(30)) { [end = recording.quanta + 100] in recording.quanta > end }
            let click = Tone.largestClick(recording.tail(seconds: 2))
            // The one that goes runs dry once; more of it is samples that came too late.
            let late = desktop.statistics.underruns - underruns - 1
            expectInTime(late <= 0, "\(late) underruns too many: largest click \(click)")
            if late <= 0 { #expect(click < 1e-3) }
            #expect(desktop.status.state == .live)
        }
    }

    @Test(arguments: AudioServer.allCases) func aKilledServerIsSilenceAndComesBack(_ kind: AudioServer) throws {
        let fixture = try AudioFixture(kind)
        try fixture.keepPlaying(.tone, as: "AppA")
        try withMix(fixture, .applications(["AppA"])) { desktop in
            expectTones("before", [1000: 0.1])
            fixture.kill()
            try waitUntil("it is lost") { desktop.status.state == .lost }
            #expect(desktop.status.error?.code == .noServer)
            expectTones("killed", [:])
            try fixture.start()
            try fixture.keepPlaying(.tone, as: "AppA")
            expectTones("started again", [1000: 0.1])
        }
    }

    /// The whole desktop in the mix, and the mix on the same sink: what is heard does not come around again.
    @Test(arguments: AudioServer.allCases) func hearingOneselfOnTheSameSinkMakesNoLoop(_ kind: AudioServer) throws {
        let fixture = try AudioFixture(kind)
        try fixture.keepPlaying(.tone, as: "AppA")
        let player = try SinkPlayer(sink: nil, server: fixture.address)
        defer { player.stop() }
        let monitor = try Monitor(of: "speakers", server: fixture.address)
        defer { monitor.stop() }
        try withMix(fixture, .everything(sink: nil), player: player) { desktop in
            expectTones("before", [1000: 0.1, 3000: 0.05])
            try player.start()
            try waitUntil("it is heard on the sink") { Tone.amplitude(monitor.tail(seconds: 0.2), 3000) > 0.04 }
            for _ in 0..<20 {
                try waitUntil("a while", timeout: .seconds(30)) { [end = recording.quanta + 10] in recording.quanta > end }
                #expect(abs(Tone.amplitude(recording.tail(seconds: 0.1), 3000) - 0.05) < 0.003)
            }
            expectTones("meanwhile", [1000: 0.1, 3000: 0.05])
            player.stop()
            try waitUntil("the monitor is taken again") { desktop.status.device?.name == "speakers.monitor" && desktop.status.state == .live }
            expectTones("after", [1000: 0.1, 3000: 0.05])
        }
    }
}
