import Platform
import Synchronization

/// One stream's audio, heard through a gate.
///
/// libpulse's thread writes the ring, opens and retires; `pull` belongs to the mixer's thread.
final class RecordingSlot: @unchecked Sendable {
    // @unchecked: what is under "the mixer's thread" belongs to it; all else is constant or atomic.
    let followed: FollowedSource
    private let opened = Atomic<Bool>(false)
    private let retiring = Atomic<Bool>(false)
    private let openings = Atomic<Int>(0)

    // --- the mixer's thread ---
    let samples: UnsafeMutablePointer<Float>
    /// `samples` holds this quantum.
    var isPulled = false
    private var isHeard = true
    private var seenOpenings = 0
    /// Length of the gate's fades, 5 ms: as long as a followed source's own, so that one makes up for the other.
    private static let fade = 240

    init(name: String) {
        followed = FollowedSource(name: name)
        samples = .allocate(capacity: AudioFormat.quantumFloats)
        samples.initialize(repeating: 0, count: AudioFormat.quantumFloats)
    }

    deinit { samples.deallocate() }

    /// A stream writes here from now on.
    func open() {
        retiring.store(false, ordering: .relaxed)
        openings.wrappingAdd(1, ordering: .relaxed)
        opened.store(true, ordering: .relaxed)
    }

    /// It writes no more; what it has written is played out.
    func close() { opened.store(false, ordering: .relaxed) }
    func retire(_ isRetiring: Bool) { retiring.store(isRetiring, ordering: .relaxed) }

    /// A stream writes here.
    var isOpen: Bool { opened.load(ordering: .relaxed) }
    /// Something may be heard from it.
    var isAwake: Bool { isOpen || followed.isPlaying }
    /// Audio of a stream that stays is being heard.
    var isEstablished: Bool { isOpen && !retiring.load(ordering: .relaxed) && followed.isPlaying }

    /// Pulls one quantum into `samples`.
    func pull(_ time: MediaTime, isCatchingUp: Bool) {
        let openings = openings.load(ordering: .relaxed)
        if openings != seenOpenings { followed.forgetArrival() }
        seenOpenings = openings
        followed.pull(time, isCatchingUp: isCatchingUp, into: samples)
    }

    /// Adds what was pulled to `sum`. Where the slot retires, its gate closes in the quantum in which another stream is heard.
    func add(to sum: UnsafeMutablePointer<Float>, isReplaced: Bool) {
        // Once shut, a retiring slot stays shut.
        let wasHeard = isHeard
        isHeard = !retiring.load(ordering: .relaxed) || isHeard && !isReplaced
        switch (wasHeard, isHeard) {
        case (true, true):
            for index in 0..<AudioFormat.quantumFloats { sum[index] += samples[index] }
        case (false, false): break
        case (true, false):
            for index in 0..<Self.fade { add(index, weight: Fade.down(index, of: Self.fade), to: sum) }
        case (false, true):
            for index in 0..<AudioFormat.quantumSampleFrames {
                add(index, weight: index < Self.fade ? 1 - Fade.down(index, of: Self.fade) : 1, to: sum)
            }
        }
    }

    private func add(_ index: Int, weight: Float, to sum: UnsafeMutablePointer<Float>) {
        sum[2 * index] += samples[2 * index] * weight
        sum[2 * index + 1] += samples[2 * index + 1] * weight
    }
}
