import CSamples
import Synchronization

/// Measures peak, RMS and clipping over 100 ms and publishes them at once, ten times a second.
///
/// `measure` belongs to one thread (the mixer's) and allocates nothing; `level` may be read from any.
final class LevelMeter: @unchecked Sendable {
    // @unchecked: the sums belong to the measuring thread; only `snapshot` is shared.
    private static let quantaPerReading = 10
    /// A clipped sample is over in 20 µs and shown for a second.
    private static let readingsOfClipping = 10
    /// Peak in the upper half, RMS in the lower, with clipping where RMS has no sign: one word, so that all are of the same
    /// tenth of a second.
    private let snapshot = Atomic<UInt64>(0)
    private static let clippingBit: UInt64 = 1 << 31
    private var peak: Float = 0
    private var leftPower: Float = 0
    private var rightPower: Float = 0
    private var quanta = 0
    private var isOver = false
    private var clippingLeft = 0

    var level: AudioLevel {
        let bits = snapshot.load(ordering: .relaxed)
        return AudioLevel(
            peak: Float(bitPattern: UInt32(truncatingIfNeeded: bits >> 32)),
            rms: Float(bitPattern: UInt32(truncatingIfNeeded: bits & ~Self.clippingBit)), isClipping: bits & Self.clippingBit != 0)
    }

    /// Measures one quantum of interleaved stereo.
    ///
    /// - Parameter isClipped: it was beyond full scale before the limiter; what is at full scale now counts by itself.
    func measure(_ samples: UnsafePointer<Float>, isClipped: Bool = false) {
        let measured = csamples_measure(samples, AudioFormat.quantumSampleFrames)
        peak = max(peak, measured.peak)
        leftPower += measured.left
        rightPower += measured.right
        isOver = isOver || isClipped || measured.peak >= 1
        quanta += 1
        guard quanta == Self.quantaPerReading else { return }
        clippingLeft = isOver ? Self.readingsOfClipping : max(0, clippingLeft - 1)
        let count = Float(quanta * AudioFormat.quantumSampleFrames)
        publish(peak: peak, rms: (max(leftPower, rightPower) / count).squareRoot())
        (peak, leftPower, rightPower, quanta, isOver) = (0, 0, 0, 0, false)
    }

    private func publish(peak: Float, rms: Float) {
        let clipping = clippingLeft > 0 ? Self.clippingBit : 0
        snapshot.store(UInt64(peak.bitPattern) << 32 | UInt64(rms.bitPattern) | clipping, ordering: .relaxed)
    }
}
