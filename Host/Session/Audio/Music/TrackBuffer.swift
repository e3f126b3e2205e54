import Audio
import Synchronization

/// The decoded part of a track that lies ahead: a bounded ring of stereo sample frames between the track's thread, which
/// writes, and the mixer's, which reads. Neither side allocates or waits.
final class TrackBuffer: @unchecked Sendable {
    // @unchecked: each position of `samples` belongs to one side at a time, as the counters say.
    /// 0.68 s.
    static let capacitySampleFrames = 32_768
    private static let mask = capacitySampleFrames - 1

    private let samples: UnsafeMutablePointer<Float>
    /// Sample frames written and taken so far.
    private let written = Atomic<Int>(0)
    private let read = Atomic<Int>(0)
    private let finished = Atomic<Bool>(false)

    init() {
        samples = .allocate(capacity: Self.capacitySampleFrames * AudioFormat.channels)
        samples.initialize(repeating: 0, count: Self.capacitySampleFrames * AudioFormat.channels)
    }

    deinit { samples.deallocate() }

    /// Sample frames that have been taken. Any thread.
    var taken: Int { read.load(ordering: .relaxed) }

    /// Nothing comes after what is here. Ask this before `available`: then an empty buffer is the end.
    // SYNC POINT track-finished
    var isFinished: Bool { finished.load(ordering: .acquiring) }

    /// What can be taken now.
    // SYNC POINT track-written: samples are read only after they were written.
    var available: Int { written.load(ordering: .acquiring) - read.load(ordering: .relaxed) }

    /// What can be written now.
    // SYNC POINT track-taken: a position is written only after it was read.
    var room: Int { Self.capacitySampleFrames - (written.load(ordering: .relaxed) - read.load(ordering: .acquiring)) }

    /// Writer. Interleaved; takes what there is room for and says how many sample frames that was.
    func write(_ source: UnsafeBufferPointer<Float>) -> Int {
        let count = min(source.count / AudioFormat.channels, room)
        guard count > 0, let from = source.baseAddress else { return 0 }
        let end = written.load(ordering: .relaxed)
        let first = min(count, Self.capacitySampleFrames - (end & Self.mask))
        address(end).update(from: from, count: first * AudioFormat.channels)
        samples.update(from: from + first * AudioFormat.channels, count: (count - first) * AudioFormat.channels)
        // SYNC POINT track-written
        written.store(end + count, ordering: .releasing)
        return count
    }

    /// Writer. There is no more.
    // SYNC POINT track-finished: a thread that sees it sees all that was written.
    func finish() { finished.store(true, ordering: .releasing) }

    /// Reader. `count` must be available.
    func copy(_ count: Int, into target: UnsafeMutablePointer<Float>) {
        let start = read.load(ordering: .relaxed)
        let first = min(count, Self.capacitySampleFrames - (start & Self.mask))
        target.update(from: address(start), count: first * AudioFormat.channels)
        (target + first * AudioFormat.channels).update(from: samples, count: (count - first) * AudioFormat.channels)
        // SYNC POINT track-taken
        read.store(start + count, ordering: .releasing)
    }

    private func address(_ position: Int) -> UnsafeMutablePointer<Float> { samples + (position & Self.mask) * AudioFormat.channels }
}
