/// Delays one channel by a whole number of samples, quantum by quantum. Belongs to one thread; storage is made once.
final class DelayBuffer {
    let samples: Int
    private let held: UnsafeMutablePointer<Float>
    private let scratch: UnsafeMutablePointer<Float>
    private static let quantum = AudioFormat.quantumSampleFrames

    /// 0...480.
    init(samples: Int) {
        precondition((0...Self.quantum).contains(samples))
        self.samples = samples
        held = .allocate(capacity: Self.quantum)
        held.initialize(repeating: 0, count: Self.quantum)
        scratch = .allocate(capacity: Self.quantum)
        scratch.initialize(repeating: 0, count: Self.quantum)
    }

    deinit {
        held.deallocate()
        scratch.deallocate()
    }

    /// In place.
    func process(_ values: UnsafeMutablePointer<Float>) {
        guard samples > 0 else { return }
        scratch.update(from: values, count: Self.quantum)
        values.update(from: held, count: samples)
        (values + samples).update(from: scratch, count: Self.quantum - samples)
        held.update(from: scratch + Self.quantum - samples, count: samples)
    }

    func copy(from other: DelayBuffer) { held.update(from: other.held, count: min(samples, other.samples)) }
}
