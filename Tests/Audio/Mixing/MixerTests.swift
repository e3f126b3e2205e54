import Fixtures
import Platform
import Synchronization
import Testing

@testable import Audio

@Suite struct MixerTests {
    private let recording = MixRecording()

    private func mixer() throws(AudioError) -> Mixer {
        try Mixer { [recording] samples, time in recording.receive(samples, time) }
    }

    @Test func withoutSourcesItRunsOnSilenceFromTheFirstMoment() throws {
        let mixer = try mixer()
        let before = MediaTime.now()
        try mixer.start()
        try waitUntil("a second of silence") { recording.quanta >= 100 }
        mixer.stop()
        let recorded = recording.all
        #expect(recording.isRegular)
        #expect(recorded.left.allSatisfy { $0 == 0 })
        #expect(recorded.times[0] >= before - mixer.settings.delay - MixLimiter.lookahead)
        // As much audio as time: the last quantum was due, and the next one not long before it.
        #expect(recorded.times.last! + mixer.settings.delay <= .now())
        #expect(mixer.statistics.quanta == recorded.times.count)
    }

    /// Of three quanta nothing comes before the last: the first two are mixed with it, and bear their own times.
    @Test func quantaAreMixedTogetherWhenTheLastOfThemIsDue() throws {
        let calls = Mutex<[(time: MediaTime, at: MediaTime)]>([])
        let mixer = try Mixer(patience: { calls.withLock { 3 - $0.count % 3 } }) { [recording] samples, time in
            calls.withLock { $0.append((time, .now())) }
            recording.receive(samples, time)
        }
        let source = SteadySource(0.5)
        try mixer.add(source)
        try mixer.start()
        try waitUntil("a second of it") { recording.quanta >= 99 }
        mixer.stop()
        #expect(recording.isRegular)
        let delay = mixer.settings.delay + MixLimiter.lookahead
        for (index, call) in calls.withLock({ $0 }).enumerated() {
            // However late it comes: never before the last of the three is due.
            #expect(call.at - call.time >= delay + .milliseconds(10 * (2 - index % 3)))
        }
    }

    @Test func aStallLosesNoTime() throws {
        nonisolated(unsafe) let counter = UnsafeMutablePointer<Int>.allocate(capacity: 1)
        counter.initialize(to: 0)
        defer { counter.deallocate() }
        let mixer = try Mixer { [recording] samples, time in
            counter.pointee += 1
            if counter.pointee == 20 { letRun(for: .milliseconds(400)) }
            recording.receive(samples, time)
        }
        try mixer.add(SteadySource(0.5, hertz: 1000))
        let before = MediaTime.now()
        try mixer.start()
        try waitUntil("it has caught up") { recording.quanta >= 100 }
        mixer.stop()
        let recorded = recording.all
        #expect(recording.isRegular)
        #expect(mixer.statistics.filledQuanta >= 20)
        #expect(recorded.times.last! + mixer.settings.delay + MixLimiter.lookahead - before >= .milliseconds(990))
        #expect(recording.recentPeak() > 0.49)
    }

    @Test func sourcesComeAndGoWhileItRuns() throws {
        let mixer = try mixer()
        try mixer.start()
        defer { mixer.stop() }
        for round in 0..<20 {
            let source = SteadySource(0.01 * Float(round + 1))
            let placed = try mixer.add(source)
            try waitUntil("it is pulled") { source.pulls.load(ordering: .relaxed) > 0 }
            mixer.remove(placed)
        }
        try waitUntil("silence again") { recording.recentPeak(quanta: 3) == 0 }
        #expect(mixer.sources.isEmpty)
        #expect(recording.isRegular)
        let left = recording.all.left
        #expect(zip(left, left.dropFirst()).allSatisfy { abs($0 - $1) < 0.005 })
    }

    @Test func aSourceLetGoIsFreed() throws {
        let mixer = try mixer()
        try mixer.start()
        defer { mixer.stop() }
        weak var gone: SteadySource?
        do {
            let source = SteadySource(0.1)
            gone = source
            mixer.remove(try mixer.add(source))
        }
        let other = try mixer.add(SteadySource(0))
        try waitUntil("the mixer has let go") {
            mixer.remove(other)
            return gone == nil
        }
    }

    @Test func thereIsRoomForSixteenAndEachOnce() throws {
        let mixer = try mixer()
        let first = SteadySource(0)
        let placed = try mixer.add(first)
        #expect(throws: AudioError.self) { try mixer.add(first) }
        for _ in 1..<16 { try mixer.add(SteadySource(0)) }
        let error = #expect(throws: AudioError.self) { try mixer.add(SteadySource(0)) }
        #expect(error?.code == .tooManySources)
        mixer.remove(placed)
        try mixer.add(SteadySource(0))
    }

    @Test func mutingIsARampAndGainIsLinear() throws {
        let mixer = try mixer()
        let source = try mixer.add(SteadySource(1), SourceSettings(gain: 0.5))
        try mixer.start()
        defer { mixer.stop() }
        try waitUntil("half") { recording.recentPeak() == 0.5 && recording.quanta > 10 }
        source.isMuted = true
        try waitUntil("muted") { recording.recentPeak() == 0 }
        #expect(source.level == .silence || source.isMuted)
        source.gain = 0.25
        source.isMuted = false
        try waitUntil("a quarter") { recording.recentPeak() == 0.25 }
        source.gain = 0.8
        try waitUntil("louder") { abs(recording.recentPeak() - 0.8) < 1e-6 }
        let left = recording.all.left
        // 5 ms from end to end, at its steepest 1.5 / 240 of the value.
        #expect(zip(left, left.dropFirst()).allSatisfy { abs($0 - $1) < 0.5 * 1.6 / 240 })
    }

    @Test func theSumStaysWithinFullScale() throws {
        let mixer = try mixer()
        for _ in 0..<3 { try mixer.add(SteadySource(0.7)) }
        try mixer.start()
        try waitUntil("limited") { recording.recentPeak() > 0.85 && mixer.statistics.limitedSamples > 0 }
        mixer.stop()
        #expect(recording.all.left.allSatisfy { $0 < 1 })
        #expect(mixer.statistics.limitedSamples > 0)
    }

    @Test func aMixerStartsOnce() throws {
        let mixer = try mixer()
        try mixer.start()
        #expect(throws: AudioError.self) { try mixer.start() }
        mixer.stop()
        mixer.stop()
        #expect(throws: AudioError.self) { try mixer.start() }
    }

    @Test func mutingAllIsARampAndLeavesTheSourcesMutesAlone() throws {
        let mixer = try mixer()
        let (heard, muted) = (try mixer.add(SteadySource(0.5)), try mixer.add(SteadySource(0.25), SourceSettings(isMuted: true)))
        try mixer.start()
        defer { mixer.stop() }
        try waitUntil("one is heard") { recording.recentPeak() == 0.5 && recording.quanta > 10 }
        mixer.isMuted = true
        try waitUntil("silence") { recording.recentPeak() == 0 }
        mixer.isMuted = false
        try waitUntil("the same one again") { recording.recentPeak() == 0.5 }
        #expect(!heard.isMuted && muted.isMuted)
        let left = recording.all.left
        #expect(zip(left, left.dropFirst()).allSatisfy { abs($0 - $1) < 0.5 * 1.6 / 240 })
    }

    @Test func aMutedSourceIsStillMetered() throws {
        let mixer = try mixer()
        let source = try mixer.add(SteadySource(0.5), SourceSettings(isMuted: true))
        try mixer.start()
        defer { mixer.stop() }
        try waitUntil("its level shows") { abs(source.level.peakDecibels + 6.02) < 0.01 }
        #expect(recording.recentPeak() == 0)
    }

    @Test func anInsertHearsTheReferenceAsTheSpeakersPlayIt() throws {
        let mixer = try mixer()
        let insert = CancellingInsert()
        // The reference is muted and turned down: what the speakers play is what it was before that.
        try mixer.add(SteadySource(0.5), SourceSettings(insert: insert))
        try mixer.add(SteadySource(0.25), SourceSettings(gain: 0.1, isMuted: true, isEchoReference: true))
        try mixer.start()
        defer { mixer.stop() }
        try waitUntil("the difference") { recording.recentPeak() == 0.25 && recording.quanta > 10 }
    }

    @Test func aTapHearsASourceAfterGainAndMute() throws {
        let mixer = try mixer()
        let tap = PeakTap()
        let source = try mixer.add(SteadySource(0.5), SourceSettings(gain: 0.5, tap: tap))
        try mixer.add(SteadySource(0.1))
        try mixer.start()
        defer { mixer.stop() }
        try waitUntil("the source alone") { tap.peak == 0.25 }
        source.isMuted = true
        try waitUntil("nothing") { tap.peak == 0 }
    }

    @Test func aSourceWithChannelsSwappedIsHeardSwapped() throws {
        let mixer = try mixer()
        let source = try mixer.add(SteadySource(0.5))
        source.channels = .left
        try mixer.start()
        defer { mixer.stop() }
        try waitUntil("it is heard") { recording.recentPeak() == 0.5 }
        #expect(source.channels == .left)
    }
}

/// Subtracts the reference from the source.
private final class CancellingInsert: AudioInsert {
    let delay = Duration.zero

    func process(_ samples: UnsafeMutablePointer<Float>, reference: UnsafePointer<Float>?) {
        guard let reference else { return }
        for index in 0..<AudioFormat.quantumFloats { samples[index] -= reference[index] }
    }
}

private final class PeakTap: AudioTap {
    private let bits = Atomic<UInt32>(Float(-1).bitPattern)
    var peak: Float { Float(bitPattern: bits.load(ordering: .relaxed)) }

    func play(_ samples: UnsafePointer<Float>, at time: MediaTime) {
        bits.store((0..<AudioFormat.quantumFloats).reduce(Float(0)) { max($0, abs(samples[$1])) }.bitPattern, ordering: .relaxed)
    }
}
