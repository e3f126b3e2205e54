import Fixtures
import Judging
import ServerFixtures
import Testing

@testable import Audio

/// A microphone of a real sound server, through the mixer.
@Suite(.serialized, .rerunWhenLate) struct PulseMicrophoneTests {
    private let recording = MixRecording()

    /// Runs `body` with a microphone in a running mixer.
    @available(*, noasync)
    private func withMix(
        _ fixture: AudioFixture, _ choice: MicrophoneChoice, _ body: (PulseMicrophone, Mixer) throws -> Void
    ) throws {
        let microphone = PulseMicrophone(choice, server: fixture.address)
        let mixer = try Mixer { [recording] samples, time in recording.receive(samples, time) }
        try mixer.add(microphone)
        try mixer.start()
        defer {
            mixer.stop()
            microphone.stop()
        }
        try microphone.start()
        try body(microphone, mixer)
        #expect(recording.isRegular)
    }

    private func expectTone(_ what: String, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(Watchdog.until { recording.recentPeak() > 0.09 }, "the tone: \(what)", sourceLocation: sourceLocation)
    }

    private func expectSilence(_ what: String, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(Watchdog.until { recording.recentPeak() == 0 }, "silence: \(what)", sourceLocation: sourceLocation)
    }

    @Test(arguments: AudioServer.allCases) func aToneComesThrough(_ kind: AudioServer) throws {
        try withHeardTone(kind) { _, samples in
            // What feeds the server is late now and then on a busy machine.
            let right = Tone.rightQuarters(samples, largestClick: 2e-4)
            #expect(right >= 12, "\(Tone.levels(samples))")
        }
    }

    /// To the last sample, which takes a machine that does nothing else.
    @Test(arguments: AudioServer.allCases) func aToneComesThroughUnchanged(_ kind: AudioServer) throws {
        try withHeardTone(kind) { late, samples in
            let (levels, hertz, click) = (Tone.levels(samples), Tone.hertz(samples), Tone.largestClick(samples))
            // What the sound server did not deliver in time is a hole, and the one thing that a stall of the machine explains.
            expectInTime(late == 0, "\(late) underruns: \(levels), \(hertz) Hz, largest click \(click)")
            guard late == 0 else { return }
            #expect(levels.count == 24 && levels.allSatisfy { abs($0 + 20) < 0.3 }, "\(levels)")
            #expect(abs(hertz - 1000) < 0.5)
            #expect(click < 2e-4)
        }
    }

    /// - Parameter body: gets six seconds of what the mixer made of a tone, and how often the microphone had nothing meanwhile.
    @available(*, noasync)
    private func withHeardTone(_ kind: AudioServer, _ body: (_ late: Int, _ samples: [Float]) -> Void) throws {
        let fixture = try AudioFixture(kind)
        try fixture.feed(.tone)
        try withMix(fixture, .systemDefault) { microphone, mixer in
            expectTone("at the start")
            // The clock follower settles.
            try waitUntil("two seconds", timeout: .seconds(20)) { [end = recording.quanta + 200] in recording.quanta >= end }
            let before = microphone.statistics
            try waitUntil("six seconds", timeout: .seconds(20)) { [end = recording.quanta + 610] in recording.quanta >= end }
            body(Int(microphone.statistics.underruns - before.underruns), recording.tail(seconds: 6))
            let all = recording.all
            let areEqual = all.left.suffix(48_000) == all.right.suffix(48_000)
            #expect(areEqual, "the left and the right side")
            #expect(microphone.status.state == .live)
            #expect(microphone.status.device?.name == "mic")
            let source = try #require(mixer.sources.first)
            #expect(!source.isMuted)
            #expect(abs(source.level.peakDecibels - mixer.level.peakDecibels) < 0.3)
        }
    }

    @Test(arguments: AudioServer.allCases) func anUnpluggedMicrophoneIsSilentAndComesBack(_ kind: AudioServer) throws {
        let fixture = try AudioFixture(kind)
        try fixture.feed(.tone)
        try withMix(fixture, .named("mic")) { microphone, _ in
            expectTone("before")
            try fixture.unplug()
            expectSilence("unplugged")
            try waitUntil("it is lost") { microphone.status.state == .lost }
            try fixture.plug()
            expectTone("plugged in again")
            #expect(microphone.status.state == .live)
        }
    }

    @Test(arguments: AudioServer.allCases) func aKilledServerIsSilentAndComesBack(_ kind: AudioServer) throws {
        let fixture = try AudioFixture(kind)
        try fixture.feed(.tone)
        try withMix(fixture, .systemDefault) { microphone, _ in
            expectTone("before")
            fixture.kill()
            expectSilence("killed")
            try waitUntil("it is lost") { microphone.status.state == .lost }
            #expect(microphone.status.error?.code == .noServer)
            try fixture.start()
            try fixture.feed(.tone)
            expectTone("started again")
            #expect(microphone.status.state == .live)
        }
    }

    @Test(arguments: AudioServer.allCases) func aDefaultThatIsAMonitorIsNoMicrophone(_ kind: AudioServer) throws {
        let fixture = try AudioFixture(kind, microphone: .none)
        try fixture.feed(.tone)
        try withMix(fixture, .systemDefault) { microphone, _ in
            try waitUntil("it is absent") { microphone.status.state == .absent }
            #expect(microphone.status.words.contains("no microphone"))
            #expect(recording.recentPeak() == 0)
            try fixture.plugMicrophone("mic", description: "Microphone")
            try fixture.control("set-default-source", "mic")
            expectTone("a microphone appears")
        }
    }

    /// Both hear the same tone; where one takes over from the other, the phase may jump but nothing clicks or is missing.
    @Test(arguments: AudioServer.allCases) func theDefaultIsFollowedUnderACrossFade(_ kind: AudioServer) throws {
        let fixture = try AudioFixture(kind)
        try fixture.plugMicrophone("second", description: "Second")
        try fixture.feed(.tone)
        try withMix(fixture, .systemDefault) { microphone, _ in
            expectTone("the first")
            try waitUntil("the first is live") { microphone.status.state == .live && microphone.status.device?.name == "mic" }
            let underruns = microphone.statistics.underruns
            let before = recording.quanta
            try fixture.control("set-default-source", "second")
            try waitUntil("the second is live") { microphone.status.state == .live && microphone.status.device?.name == "second" }
            try waitUntil("it is heard alone") { [end = recording.quanta + 100] in recording.quanta > end }
            expectTone("the second")
            // The old one runs dry once, unheard; more of it is samples that came too late.
            let late = microphone.statistics.underruns - underruns - 1
            expectInTime(late <= 0, "\(late) underruns too many")
            guard late <= 0 else { return }
            let samples = recording.all.left.dropFirst(before * 480)
            #expect(Tone.largestClick(Array(samples)) < 2e-3)
            var (quiet, longest) = (0, 0)
            for sample in samples {
                quiet = abs(sample) < 0.002 ? quiet + 1 : 0
                longest = max(longest, quiet)
            }
            #expect(longest < 480)
        }
    }

    /// Both names belong to one headset, of which there is one at a time.
    @Test(arguments: AudioServer.allCases) func aHeadsetThatChangesItsProfileIsKept(_ kind: AudioServer) throws {
        let fixture = try AudioFixture(kind, microphone: .none)
        let headset = ["device.bus=bluetooth", "device.string=00:11:22:33:44:55"]
        try fixture.feed(.tone)
        try fixture.plugMicrophone("bluez_wide", description: "Wide", properties: headset)
        try withMix(fixture, .named("bluez_wide")) { microphone, _ in
            expectTone("before")
            try fixture.unplug()
            try waitUntil("it is lost") { microphone.status.state == .lost }
            try fixture.plugMicrophone("bluez_narrow", description: "Narrow", properties: headset)
            try waitUntil("it is found under its other name") { microphone.status.state == .live && microphone.status.device?.name == "bluez_narrow" }
            expectTone("again")
        }
    }

    @Test(arguments: AudioServer.allCases) func anUnknownNameIsAbsentAndTakenWhenItAppears(_ kind: AudioServer) throws {
        let fixture = try AudioFixture(kind)
        try fixture.feed(.tone)
        try withMix(fixture, .named("headset")) { microphone, _ in
            try waitUntil("it is absent") { microphone.status.state == .absent }
            #expect(microphone.status.error?.code == .unknownDevice)
            try fixture.plugMicrophone("usb_headset", description: "Headset")
            expectTone("it appears")
        }
    }

    @Test(arguments: AudioServer.allCases) func withoutAServerTheMixRunsOnSilence(_ kind: AudioServer) throws {
        let fixture = try AudioFixture(kind)
        fixture.kill()
        try withMix(fixture, .systemDefault) { microphone, _ in
            try waitUntil("half a second of silence") { recording.quanta >= 50 }
            #expect(recording.recentPeak(quanta: 50) == 0)
            try waitUntil("it is lost") { microphone.status.state == .lost }
        }
    }
}
