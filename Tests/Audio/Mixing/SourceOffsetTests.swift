import Fixtures
import Platform
import Testing

@testable import Audio

@Suite struct SourceOffsetTests {
    @Test(arguments: [("+40ms", 40.0), ("-40ms", -40), ("40 ms", 40), ("1.5s", 1500), ("0", 0), ("-500ms", -500), ("2s", 2000)])
    func aTimeIsRead(text: String, milliseconds: Double) throws {
        #expect(try AudioOffset(parsing: text).milliseconds == milliseconds)
    }

    @Test(arguments: ["", "40", "ms", "late", "-501ms", "2001ms", "1e3ms", "nan", "++4ms", "40min"]) func nonsenseIsRefused(text: String) {
        let error = #expect(throws: AudioError.self) { try AudioOffset(parsing: text) }
        #expect(error?.code == .badSetting && error?.message.contains("ms") == true)
    }

    /// Sample frame n of the signal is n + 1: what is heard says how old it is.
    private struct Run {
        let line: OffsetLine
        var next: Float = 1

        init() throws { line = try OffsetLine("test") }

        /// Takes a quantum and, unless it is held, gives what is heard of the left side.
        mutating func step(delay: Int, isHeld: Bool = false) -> [Float] {
            var samples = (0..<AudioFormat.quantumFloats).map { next + Float($0 / 2) }
            next += Float(AudioFormat.quantumSampleFrames)
            line.write(samples, isHeld: isHeld)
            guard !isHeld else { return [] }
            line.read(delay: delay, into: &samples)
            return stride(from: 0, to: samples.count, by: 2).map { samples[$0] }
        }
    }

    @Test func whatIsLaterIsExactlySoMuchLater() throws {
        var run = try Run()
        for _ in 0..<10 { _ = run.step(delay: 1000) }
        let heard = run.step(delay: 1000)
        #expect(heard[0] == Float(10 * 480 - 1000 + 1) && heard[479] == heard[0] + 479)
    }

    @Test func nothingIsLostWhileQuantaAreHeld() throws {
        var run = try Run()
        for _ in 0..<3 { _ = run.step(delay: 0, isHeld: true) }
        let heard = (0..<5).flatMap { _ in run.step(delay: 3 * 480) }
        #expect(heard == (1...5 * 480).map { Float($0) })
    }

    @Test func aChangeIsACrossFadeOfFiveMilliseconds() throws {
        var run = try Run()
        for _ in 0..<20 { _ = run.step(delay: 2400) }
        let heard = run.step(delay: 4800)
        // From what goes on at the old place to what is at the new one, 2400 sample frames before it.
        let (old, new) = (Float(20 * 480 - 2400 + 1), Float(20 * 480 - 4800 + 1))
        #expect(abs(heard[0] - old) < 3 && heard[240] == new + 240 && heard[479] == new + 479)
        let steps = zip(heard, heard.dropFirst()).map { $1 - $0 }
        #expect(steps.allSatisfy { abs($0) < 2400 * 1.6 / 240 + 1 })
        #expect(run.step(delay: 4800)[0] == new + 480)
    }

    @Test func aFirstOffsetFadesOutAndInAgain() throws {
        let mixer = try Mixer { [recording] samples, time in recording.receive(samples, time) }
        let source = try mixer.add(SteadySource(0.5))
        try mixer.start()
        defer { mixer.stop() }
        try waitUntil("it is heard") { recording.recentPeak() == 0.5 && recording.quanta > 10 }
        source.setOffset(try AudioOffset(milliseconds: 200))
        try waitUntil("it is silent") { recording.recentPeak(quanta: 3) == 0 }
        try waitUntil("it is heard again") { recording.recentPeak(quanta: 3) == 0.5 }
        let left = recording.all.left
        #expect(zip(left, left.dropFirst()).allSatisfy { abs($0 - $1) < 0.5 * 1.6 / 240 })
        #expect(recording.isRegular)
    }

    private let recording = MixRecording()

    @Test func aSourceThatIsEarlierLeavesTheOthersWhereTheyAre() throws {
        let mixer = try Mixer { [recording] samples, time in recording.receive(samples, time) }
        let (tone, other) = (try mixer.add(SteadySource(0.25, hertz: 100)), try mixer.add(SteadySource(0)))
        try mixer.start()
        defer { mixer.stop() }
        try waitUntil("it is heard") { recording.quanta > 20 }
        let before = MediaTime.now() - recording.all.times.last!
        other.setOffset(try AudioOffset(milliseconds: -305))
        try waitUntil("the mix is later") { MediaTime.now() - recording.all.times.last! > before + .milliseconds(250) }
        let held = recording.quanta
        try waitUntil("it goes on") { recording.quanta > held + 40 }
        // Neither the times nor the tone have a gap.
        #expect(recording.isRegular)
        let left = Array(recording.all.left.dropFirst(960))
        let largestStep: Float = 0.25 * 2 * .pi * 100 / 48_000
        #expect(zip(left, left.dropFirst()).allSatisfy { abs($0 - $1) < largestStep * 1.01 })
        #expect(tone.offsetSampleFrames == 0)
    }

    @Test func whatIsSaidIntoAMutedSourceIsNotHeardLater() throws {
        let mixer = try Mixer { [recording] samples, time in recording.receive(samples, time) }
        let source = try mixer.add(SteadySource(0.5), SourceSettings(isMuted: true, offset: try AudioOffset(milliseconds: 500)))
        try mixer.start()
        defer { mixer.stop() }
        try waitUntil("the line is full") { recording.quanta > 60 }
        source.isMuted = false
        let opened = recording.quanta
        try waitUntil("half of the offset has gone by") { recording.quanta > opened + 25 }
        #expect(recording.all.left.prefix((opened + 25) * 480).allSatisfy { $0 == 0 })
        try waitUntil("it is heard") { recording.recentPeak() == 0.5 }
        mixer.isMuted = true
        try waitUntil("all is silent") { recording.recentPeak() == 0 && recording.quanta > opened + 150 }
        let all = recording.quanta
        mixer.isMuted = false
        try waitUntil("half of the offset has gone by") { recording.quanta > all + 25 }
        #expect(recording.all.left.dropFirst((all - 1) * 480).prefix(25 * 480).allSatisfy { $0 == 0 })
    }
}
