import AppGroup
import Judging
import Testing

@testable import Audio

/// What a real sound server plays, through the mixer.
@Suite(.serialized, .rerunWhenLate) struct DesktopAudioTests {
    private let recording = MixRecording()

    /// Runs `body` with desktop audio in a running mixer; where `player` is given, the mix has a quiet 3 kHz in it and is played.
    @available(*, noasync)
    private func withMix(_ fixture: AudioFixture, _ choice: DesktopChoice, player: SinkPlayer? = nil, _ body: (DesktopAudio) throws -> Void) throws {
        let desktop = DesktopAudio(choice, server: fixture.server)
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
        let isHeard = eventually("the tones are right: \(what)", sourceLocation: sourceLocation) {
            let tail = recording.tail(seconds: 0.2)
            guard tail.count == 9600 else { return false }
            for hertz in [1000.0, 1700, 3000] { heard[hertz] = Spectrum.amplitude(tail, hertz) }
            return heard.allSatisfy { abs($1 - (tones[$0] ?? 0)) < (tones[$0] == nil ? 0.002 : 0.01) }
        }
        if !isHeard { Issue.record("heard \(heard)", sourceLocation: sourceLocation) }
    }

    @Test(arguments: AudioServerKind.allCases) func everythingOnTheDefaultSinkIsHeard(_ kind: AudioServerKind) throws {
        let fixture = try kind.makeFixture()
        try fixture.play("AppA", hertz: 1000)
        try withMix(fixture, .everything(sink: nil)) { desktop in
            expectTones("one", [1000: 0.1])
            #expect(desktop.status.state == .live)
            #expect(desktop.status.device?.name == "speakers.monitor")
            try fixture.play("AppB", hertz: 3000, amplitude: 0.2)
            expectTones("two", [1000: 0.1, 3000: 0.2])
            fixture.stopPlaying("AppA")
            expectTones("the other", [3000: 0.2])
        }
    }

    @Test(arguments: AudioServerKind.allCases) func theDefaultSinkIsFollowed(_ kind: AudioServerKind) throws {
        let fixture = try kind.makeFixture()
        try fixture.plugSink("second", description: "Second")
        try fixture.play("AppB", hertz: 3000, to: "second")
        try withMix(fixture, .everything(sink: nil)) { desktop in
            eventually("the first is live") { desktop.status.state == .live && desktop.status.device?.name == "speakers.monitor" }
            expectTones("the first", [:])
            try fixture.control("set-default-sink", "second")
            expectTones("the second", [3000: 0.1])
            #expect(desktop.status.device?.name == "second.monitor")
        }
    }

    @Test(arguments: AudioServerKind.allCases) func aNamedSinkIsHeardWhateverTheDefaultIs(_ kind: AudioServerKind) throws {
        let fixture = try kind.makeFixture()
        try fixture.plugSink("second", description: "Second")
        try fixture.control("set-default-sink", "second")
        try fixture.play("AppA", hertz: 1000)
        try fixture.play("AppB", hertz: 3000, to: "second")
        try withMix(fixture, .everything(sink: "speak")) { _ in expectTones("the one named", [1000: 0.1]) }
    }

    @Test(arguments: AudioServerKind.allCases) func aNamedSinkThatGoesIsSilenceAndComesBack(_ kind: AudioServerKind) throws {
        let fixture = try kind.makeFixture()
        try fixture.plugSink("second", description: "Second")
        try fixture.play("AppB", hertz: 3000, to: "second")
        try withMix(fixture, .everything(sink: "second")) { desktop in
            expectTones("before", [3000: 0.1])
            fixture.stopPlaying("AppB")
            try fixture.unplugSink("second")
            eventually("it is lost") { desktop.status.state == .lost && desktop.status.error?.code == .unknownDevice }
            expectTones("gone", [:])
            try fixture.plugSink("second", description: "Second")
            try fixture.play("AppB", hertz: 3000, to: "second")
            expectTones("back", [3000: 0.1])
            #expect(desktop.status.state == .live)
        }
    }

    @Test(arguments: AudioServerKind.allCases) func onlyTheApplicationsNamedAreHeardAndTheyComeAndGo(_ kind: AudioServerKind) throws {
        let fixture = try kind.makeFixture()
        try fixture.plugSink("second", description: "Second")
        try withMix(fixture, .applications(["appa", "AppB"])) { desktop in
            eventually("it waits") { desktop.status.state == .absent }
            try fixture.play("Other", hertz: 1700, amplitude: 0.3)
            try fixture.play("AppA", hertz: 1000)
            expectTones("one", [1000: 0.1])
            #expect(desktop.status.state == .live)
            try fixture.play("AppB", hertz: 3000, amplitude: 0.2, to: "second")
            expectTones("two, of two sinks", [1000: 0.1, 3000: 0.2])
            fixture.stopPlaying("AppA")
            expectTones("the other", [3000: 0.2])
            try fixture.play("AppA", hertz: 1000)
            expectTones("both again", [1000: 0.1, 3000: 0.2])
            fixture.stopPlaying("AppA")
            fixture.stopPlaying("AppB")
            expectTones("none", [:])
            eventually("it waits again") { desktop.status.state == .absent }
            #expect(desktop.status.words.contains("now playing: Other"))
        }
    }

    @Test(arguments: AudioServerKind.allCases) func anApplicationExcludedIsNotHeard(_ kind: AudioServerKind) throws {
        let fixture = try kind.makeFixture()
        try fixture.play("AppA", hertz: 1000)
        try fixture.play("AppB", hertz: 3000, amplitude: 0.2)
        try withMix(fixture, .allBut(["AppB"])) { desktop in
            expectTones("one", [1000: 0.1])
            try fixture.play("Other", hertz: 1700, amplitude: 0.3)
            expectTones("another", [1000: 0.1, 1700: 0.3])
            fixture.stopPlaying("Other")
            fixture.stopPlaying("AppA")
            expectTones("none left", [:])
            #expect(desktop.status.state == .live)
        }
    }

    /// Neither an application's coming nor its going is a click in another's tone.
    @Test(arguments: AudioServerKind.allCases) func comingsAndGoingsDoNotClick(_ kind: AudioServerKind) throws {
        let fixture = try kind.makeFixture()
        try fixture.play("AppA", hertz: 1000)
        try withMix(fixture, .applications(["AppA", "AppB"])) { desktop in
            expectTones("before", [1000: 0.1])
            let underruns = desktop.statistics.underruns
            // Silent, so that any click is one of ours.
            try fixture.play("AppB", hertz: 3000, amplitude: 0)
            eventually("a second while it comes", within: .seconds(30)) { [end = recording.quanta + 100] in recording.quanta > end }
            fixture.stopPlaying("AppB")
            eventually("a second while it goes", within: .seconds(30)) { [end = recording.quanta + 100] in recording.quanta > end }
            let click = Tone.largestClick(recording.tail(seconds: 2))
            // The one that goes runs dry once; more of it is samples that came too late.
            let late = desktop.statistics.underruns - underruns - 1
            expectInTime(late <= 0, "\(late) underruns too many: largest click \(click)")
            if late <= 0 { #expect(click < 1e-3) }
            #expect(desktop.status.state == .live)
        }
    }

    @Test(arguments: AudioServerKind.allCases) func aKilledServerIsSilenceAndComesBack(_ kind: AudioServerKind) throws {
        let fixture = try kind.makeFixture()
        try fixture.play("AppA", hertz: 1000)
        try withMix(fixture, .applications(["AppA"])) { desktop in
            expectTones("before", [1000: 0.1])
            fixture.killServer()
            eventually("it is lost") { desktop.status.state == .lost }
            #expect(desktop.status.error?.code == .noServer)
            expectTones("killed", [:])
            try fixture.startServer()
            try fixture.play("AppA", hertz: 1000)
            expectTones("started again", [1000: 0.1])
        }
    }

    /// The whole desktop in the mix, and the mix on the same sink: what is heard does not come around again.
    @Test(arguments: AudioServerKind.allCases) func hearingOneselfOnTheSameSinkMakesNoLoop(_ kind: AudioServerKind) throws {
        let fixture = try kind.makeFixture()
        try fixture.play("AppA", hertz: 1000)
        let player = try SinkPlayer(sink: nil, server: fixture.server)
        defer { player.stop() }
        let monitor = try Monitor(of: "speakers", server: fixture.server)
        defer { monitor.stop() }
        try withMix(fixture, .everything(sink: nil), player: player) { desktop in
            expectTones("before", [1000: 0.1, 3000: 0.05])
            try player.start()
            eventually("it is heard on the sink") { Spectrum.amplitude(monitor.tail(seconds: 0.2), 3000) > 0.04 }
            for _ in 0..<20 {
                eventually("a while", within: .seconds(30)) { [end = recording.quanta + 10] in recording.quanta > end }
                #expect(abs(Spectrum.amplitude(recording.tail(seconds: 0.1), 3000) - 0.05) < 0.003)
            }
            expectTones("meanwhile", [1000: 0.1, 3000: 0.05])
            player.stop()
            eventually("the monitor is taken again") { desktop.status.device?.name == "speakers.monitor" && desktop.status.state == .live }
            expectTones("after", [1000: 0.1, 3000: 0.05])
        }
    }
}
