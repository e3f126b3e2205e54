import CSamples

/// The recent samples of one stream, channel by channel, addressed by position; what the interpolator reads.
///
/// Belongs to one thread. Storage is made once: appending moves what is kept to the front when the end is reached, and
/// forgets the oldest when there is more than a second.
final class SampleHistory {
    static let keptSampleFrames = 48_000
    private static let capacity = 2 * 65_536
    private let left: UnsafeMutablePointer<Float>
    private let right: UnsafeMutablePointer<Float>
    private var count = 0

    /// Position of the oldest sample frame held, and the one after the newest.
    private(set) var start: Int64 = 0
    var end: Int64 { start + Int64(count) }

    init() {
        left = .allocate(capacity: Self.capacity)
        right = .allocate(capacity: Self.capacity)
        left.initialize(repeating: 0, count: Self.capacity)
        right.initialize(repeating: 0, count: Self.capacity)
    }

    deinit {
        left.deallocate()
        right.deallocate()
    }

    /// Appends interleaved stereo. What is not a finite number becomes 0 here, so that one broken driver cannot poison
    /// the mix.
    func append(_ interleaved: UnsafeBufferPointer<Float>) {
        let added = interleaved.count / AudioFormat.channels
        if count + added > Self.capacity { forget(before: end - Int64(Self.keptSampleFrames)) }
        guard let samples = interleaved.baseAddress, count + added <= Self.capacity else { return }
        let (l, r) = (left + count, right + count)
        for index in 0..<added {
            let (a, b) = (samples[2 * index], samples[2 * index + 1])
            l[index] = a.isFinite ? a : 0
            r[index] = b.isFinite ? b : 0
        }
        count += added
    }

    /// The sample frames around `position` that one interpolation needs are all here.
    func holds(from position: Double, to last: Double) -> Bool {
        Int64(clamping: position.rounded(.down)) - Int64(SincTable.tapsBefore) >= start
            && Int64(clamping: last.rounded(.down)) - Int64(SincTable.tapsBefore) + Int64(SincTable.taps) <= end
    }

    /// Writes `sampleFrames` interleaved sample frames, read at `position`, `position + step` and so on.
    /// All of them must be held.
    func interpolate(
        from position: Double, step: Double, sampleFrames: Int, into target: UnsafeMutablePointer<Float>
    ) {
        let offset = position - Double(start) - Double(SincTable.tapsBefore)
        csamples_interpolate(
            left, right, offset, step, sampleFrames, SincTable.shared.coefficients, Int32(SincTable.taps), Int32(SincTable.phases), target)
    }

    private func forget(before position: Int64) {
        let gone = Int(max(0, min(position - start, Int64(count))))
        guard gone > 0 else { return }
        count -= gone
        left.update(from: left + gone, count: count)
        right.update(from: right + gone, count: count)
        start += Int64(gone)
    }
}
