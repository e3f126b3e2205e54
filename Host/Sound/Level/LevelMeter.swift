import Synchronization

/// Measures peak and RMS over 100 ms and publishes both at once, ten times a second.
///
/// `measure` belongs to one thread (the mixer's) and allocates nothing; `level` may be read from any.
final class LevelMeter: @unchecked Sendable {
    // @unchecked: the sums belong to the measuring thread; only `snapshot` is shared.
    private static let quantaPerReading = 10
    /// Peak in the upper half, RMS in the lower: one word, so that both are of the same tenth of a second.
    private let snapshot = Atomic<UInt64>(0)
    private var peak: Float = 0
    private var leftPower: Float = 0
    private var rightPower: Float = 0
    private var quanta = 0

    var level: SoundLevel {
        let bits = snapshot.load(ordering: .relaxed)
        return SoundLevel(
            peak: Float(bitPattern: UInt32(truncatingIfNeeded: bits >> 32)), rms: Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
    }

    /// Takes one quantum of interleaved stereo.
    func measure(_ samples: UnsafePointer<Float>) {
        var (left, right): (Float, Float) = (0, 0)
        var loudest: Float = 0
        for index in 0..<SoundFormat.quantumSampleFrames {
            let (l, r) = (samples[2 * index], samples[2 * index + 1])
            left += l * l
            right += r * r
            loudest = max(loudest, max(abs(l), abs(r)))
        }
        peak = max(peak, loudest)
        leftPower += left
        rightPower += right
        quanta += 1
        guard quanta == Self.quantaPerReading else { return }
        let count = Float(quanta * SoundFormat.quantumSampleFrames)
        publish(peak: peak, rms: (max(leftPower, rightPower) / count).squareRoot())
        (peak, leftPower, rightPower, quanta) = (0, 0, 0, 0)
    }

    private func publish(peak: Float, rms: Float) {
        snapshot.store(UInt64(peak.bitPattern) << 32 | UInt64(rms.bitPattern), ordering: .relaxed)
    }
}
