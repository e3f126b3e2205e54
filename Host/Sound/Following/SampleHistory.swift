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
        let added = interleaved.count / SoundFormat.channels
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
        Int64(position.rounded(.down)) - Int64(SincTable.tapsBefore) >= start
            && Int64(last.rounded(.down)) - Int64(SincTable.tapsBefore) + Int64(SincTable.taps) <= end
    }

    /// Writes `sampleFrames` interleaved sample frames, read at `position`, `position + step` and so on.
    /// All of them must be held.
    func interpolate(
        from position: Double, step: Double, sampleFrames: Int, into target: UnsafeMutablePointer<Float>
    ) {
        let table = SincTable.shared.coefficients
        let offset = position - Double(start) - Double(SincTable.tapsBefore)
        for index in 0..<sampleFrames {
            let at = offset + Double(index) * step
            let whole = Int(at)
            let phase = Float(at - Double(whole)) * Float(SincTable.phases)
            let row = min(Int(phase), SincTable.phases - 1)
            let blend = phase - Float(row)
            let low = table + row * SincTable.taps
            let high = low + SincTable.taps
            let (l, r) = (left + whole, right + whole)
            // Four sums a channel, so that the compiler may put them in one vector.
            var (l0, l1, l2, l3): (Float, Float, Float, Float) = (0, 0, 0, 0)
            var (r0, r1, r2, r3): (Float, Float, Float, Float) = (0, 0, 0, 0)
            var tap = 0
            while tap < SincTable.taps {
                let c0 = low[tap] + blend * (high[tap] - low[tap])
                let c1 = low[tap + 1] + blend * (high[tap + 1] - low[tap + 1])
                let c2 = low[tap + 2] + blend * (high[tap + 2] - low[tap + 2])
                let c3 = low[tap + 3] + blend * (high[tap + 3] - low[tap + 3])
                l0 += c0 * l[tap]
                l1 += c1 * l[tap + 1]
                l2 += c2 * l[tap + 2]
                l3 += c3 * l[tap + 3]
                r0 += c0 * r[tap]
                r1 += c1 * r[tap + 1]
                r2 += c2 * r[tap + 2]
                r3 += c3 * r[tap + 3]
                tap &+= 4
            }
            target[2 * index] = (l0 + l2) + (l1 + l3)
            target[2 * index + 1] = (r0 + r2) + (r1 + r3)
        }
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
