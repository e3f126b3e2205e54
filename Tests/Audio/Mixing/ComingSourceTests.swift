import Fixtures
import Platform
import Synchronization
import Testing

@testable import Audio

/// Sources that come and go beside others, sample by sample.
@Suite struct ComingSourceTests {
    @Test func whatIsThereDoesNotChangeByASample() throws {
        let (mix, track) = (MixRecording(), MixRecording())
        let mixer = try Mixer { mix.receive($0, $1) }
        try mixer.add(SteadySource(0.1, hertz: 1000), SourceSettings(recorder: { track.receive($0, $1) }))
        try mixer.start()
        defer { mixer.stop() }
        for _ in 0..<10 {
            let source = SteadySource(0.2)
            let placed = try mixer.add(source)
            try waitUntil("it is pulled") { source.pulls.load(ordering: .relaxed) > 2 }
            mixer.remove(placed)
            let before = mix.quanta
            try waitUntil("it has left") { mix.quanta > before + 2 }
        }
        let recorded = track.all.left
        let tone = Tone.samples(hertz: 1000, amplitude: 0.1, count: 48_000)
        // The first quantum fades in.
        let isSame = recorded.indices.dropFirst(480).allSatisfy { recorded[$0] == tone[$0 % 48_000] }
        #expect(isSame && recorded.count > 480 * 30 && track.isRegular && mix.isRegular)
    }

    @Test func oneThatComesInTheMiddleOfAQuantumFadesInToo() throws {
        let mix = MixRecording()
        let mixer = try Mixer { mix.receive($0, $1) }
        let insert = CountingInsert(20) { [unowned mixer] in _ = try? mixer.add(SteadySource(0.5)) }  // there is room
        try mixer.add(SteadySource(0), SourceSettings(insert: insert))
        try mixer.start()
        try waitUntil("the other one is heard") { mix.recentPeak() == 0.5 }
        mixer.stop()
        let left = mix.all.left
        #expect(zip(left, left.dropFirst()).allSatisfy { abs($0 - $1) < 0.5 * 1.6 / 240 })
    }

    @Test func aTrackGoesOnInSilenceWhenItsSourceLeaves() throws {
        let (mix, track) = (MixRecording(), MixRecording())
        let mixer = try Mixer { mix.receive($0, $1) }
        let placed = try mixer.add(SteadySource(0.5), SourceSettings(recorder: { track.receive($0, $1) }))
        try mixer.start()
        try waitUntil("it is recorded") { track.recentPeak() == 0.5 && track.quanta > 10 }
        mixer.remove(placed)
        try waitUntil("silence") { track.recentPeak() == 0 }
        // Another one has no track, whatever it is called.
        try mixer.add(SteadySource(0.25))
        try waitUntil("the other one is heard") { mix.recentPeak() == 0.25 }
        mixer.stop()
        let recorded = track.all
        #expect(track.isRegular && track.quanta == mix.quanta && track.recentPeak() == 0)
        #expect(zip(recorded.left, recorded.left.dropFirst()).allSatisfy { abs($0 - $1) < 0.5 * 1.6 / 240 })
    }
}

/// Changes nothing, and does something at a certain quantum, in its middle.
private final class CountingInsert: AudioInsert {
    let delay = Duration.zero
    private let left: Atomic<Int>
    private let body: @Sendable () -> Void

    init(_ quantum: Int, _ body: @escaping @Sendable () -> Void) {
        left = Atomic(quantum)
        self.body = body
    }

    func process(_ samples: UnsafeMutablePointer<Float>, reference: UnsafePointer<Float>?) {
        if left.subtract(1, ordering: .relaxed).newValue == 0 { body() }
    }
}
