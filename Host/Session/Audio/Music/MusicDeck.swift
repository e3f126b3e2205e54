import Audio
import Synchronization

/// What the mixer's thread holds of the music: the track that is heard and, for the 10 ms of a cross-fade, the one before.
///
/// Everything but `offer`, `withdraw`, `transport` and the figures belongs to the mixer's thread, which neither waits nor
/// allocates here.
final class MusicDeck: @unchecked Sendable {
    // @unchecked: see above.
    private static let quantum = AudioFormat.quantumSampleFrames
    /// A fade takes one quantum.
    private static let step: Float = 1 / Float(quantum)
    /// What begins or ends abruptly gets this much to come from, or go to, silence.
    private static let edge = 240

    private struct Held {
        let track: Unmanaged<MusicTrack>
        /// 0 is silent, 1 is open; between them on a curve.
        var openness: Float
        /// Ran dry, and waits until enough is there.
        var isStarved = false

        var buffer: TrackBuffer { track._withUnsafeGuaranteedRef { $0.buffer } }
        func letGo(isDrained: Bool = false) { track._withUnsafeGuaranteedRef { $0.letGo(isDrained: isDrained) } }
    }

    private let offered = Atomic<UnsafeRawPointer?>(nil)
    private let wanted = Atomic<UInt8>(MusicMachine.Transport.stopped.rawValue)
    private let underrunCount = Atomic<Int>(0)
    private let silent = Atomic<Int>(0)

    private var heard: Held?
    private var leaving: Held?
    private let scratch: UnsafeMutablePointer<Float>
    /// Values that die away after an abrupt end, or are taken off an abrupt beginning, and how far that is.
    private var (tailLeft, tailRight, tailAt): (Float, Float, Int) = (0, 0, edge)
    /// Where in this quantum the tail begins.
    private var tailFrom = 0
    private var (lastLeft, lastRight): (Float, Float) = (0, 0)
    private var (headLeft, headRight, headAt): (Float, Float, Int) = (0, 0, edge)

    init() {
        scratch = .allocate(capacity: AudioFormat.quantumFloats)
        scratch.initialize(repeating: 0, count: AudioFormat.quantumFloats)
    }

    deinit { scratch.deallocate() }

    // --- any thread but the mixer's ---

    /// Gives the next track; the one that the mixer has not taken yet is given back. The caller keeps both alive until they are let go.
    func offer(_ track: MusicTrack?) -> Unmanaged<MusicTrack>? {
        // SYNC POINT track-offered
        let old = offered.exchange(track.map { UnsafeRawPointer(Unmanaged.passUnretained($0).toOpaque()) }, ordering: .acquiringAndReleasing)
        return old.map { Unmanaged<MusicTrack>.fromOpaque($0) }
    }

    /// After `offer`, so that a track that is to play is there when it is told.
    func set(_ transport: MusicMachine.Transport) { wanted.store(transport.rawValue, ordering: .releasing) }

    /// When no mixer's thread runs: lets go of everything.
    func abandon() {
        offer(nil)?._withUnsafeGuaranteedRef { $0.letGo(isDrained: false) }
        heard.take()?.letGo()
        leaving.take()?.letGo()
    }

    var underruns: Int { underrunCount.load(ordering: .relaxed) }
    var silence: Duration { AudioFormat.span(ofSampleFrames: silent.load(ordering: .relaxed)) }

    // --- the mixer's thread ---

    func pull(isCatchingUp: Bool, into samples: UnsafeMutablePointer<Float>) {
        samples.update(repeating: 0, count: AudioFormat.quantumFloats)
        let transport = wanted.load(ordering: .acquiring)
        let isOpen = transport == MusicMachine.Transport.playing.rawValue && !isCatchingUp
        exchange(isStopped: transport == MusicMachine.Transport.stopped.rawValue, isOpen: isOpen)
        if var old = leaving.take(), !add(&old, isOpen: false, to: samples) {
            if old.openness > 0 { leaving = old } else { old.letGo() }
        }
        if var now = heard.take(), !add(&now, isOpen: isOpen, to: samples) { heard = now }
        dieAway(in: samples)
    }

    /// Takes what is offered, or gives up what is to stop.
    private func exchange(isStopped: Bool, isOpen: Bool) {
        guard leaving == nil else { return }
        // SYNC POINT track-offered
        let new = offered.exchange(nil, ordering: .acquiringAndReleasing)
        guard new != nil || isStopped else { return }
        if let old = heard.take() {
            if old.openness > 0 { leaving = old } else { old.letGo() }
        }
        guard let new else { return }
        // Alone it begins with its first sample, else it rises while the other falls.
        let isAlone = leaving == nil && isOpen
        heard = Held(track: Unmanaged.fromOpaque(new), openness: isAlone ? 1 : 0)
        headAt = isAlone ? -1 : Self.edge
    }

    /// Adds up to a quantum of a track. True when its last sample was taken, and the track let go.
    private func add(_ held: inout Held, isOpen: Bool, to samples: UnsafeMutablePointer<Float>) -> Bool {
        let buffer = held.buffer
        let isFinished = buffer.isFinished
        let available = buffer.available
        if held.isStarved { held.isStarved = !isFinished && available < MusicTrack.prefillSampleFrames }
        // One quantum is always kept, so that running dry is a fade and not a cut.
        if isOpen, !held.isStarved, !isFinished, available < 2 * Self.quantum {
            held.isStarved = true
            underrunCount.wrappingAdd(1, ordering: .relaxed)
        }
        if isOpen, held.isStarved { silent.wrappingAdd(Self.quantum, ordering: .relaxed) }
        let opens = isOpen && !held.isStarved
        guard opens || held.openness > 0 else { return false }
        // Nothing is taken that is not heard: a track goes on where it was paused.
        let requests = opens ? Self.quantum : Int(clamping: (held.openness * Float(Self.quantum)).rounded(.up))
        let count = min(requests, available)
        buffer.copy(count, into: scratch)
        let isDrained = isFinished && count == available
        mix(count, &held.openness, opens: opens, into: samples)
        if isDrained || count < requests { cut(after: count, &held.openness) }
        if buffer.room > TrackBuffer.capacitySampleFrames / 2, !isFinished { held.track._withUnsafeGuaranteedRef { $0.wakeup.signal() } }
        if isDrained { held.letGo(isDrained: true) }
        return isDrained
    }

    private func mix(_ count: Int, _ openness: inout Float, opens: Bool, into samples: UnsafeMutablePointer<Float>) {
        if headAt < 0, count > 0 { (headLeft, headRight, headAt) = (scratch[0], scratch[1], 0) }
        for index in 0..<count {
            if openness < 1 || !opens { openness = opens ? min(1, openness + Self.step) : max(0, openness - Self.step) }
            let factor = openness == 1 ? 1 : Fade.smooth(openness)
            var (left, right) = (scratch[2 * index], scratch[2 * index + 1])
            if headAt < Self.edge {
                let weight = Fade.down(headAt, of: Self.edge)
                (left, right, headAt) = (left - headLeft * weight, right - headRight * weight, headAt + 1)
            }
            samples[2 * index] += left * factor
            samples[2 * index + 1] += right * factor
            (lastLeft, lastRight) = (left * factor, right * factor)
        }
        // Rounding leaves next to nothing; a fade that is done is done.
        if !opens, openness < Self.step { openness = 0 }
    }

    /// There is nothing after sample frame `count` of this quantum: the last value dies away.
    private func cut(after count: Int, _ openness: inout Float) {
        if openness > 0 { (tailLeft, tailRight, tailAt, tailFrom) = (lastLeft, lastRight, 0, count) }
        openness = 0
    }

    /// Over what is left of this quantum, and the next.
    private func dieAway(in samples: UnsafeMutablePointer<Float>) {
        var index = tailFrom
        while tailAt < Self.edge, index < Self.quantum {
            let weight = Fade.down(tailAt, of: Self.edge)
            samples[2 * index] += tailLeft * weight
            samples[2 * index + 1] += tailRight * weight
            (index, tailAt) = (index + 1, tailAt + 1)
        }
        tailFrom = 0
    }
}
