import CSamples
import Synchronization

/// Measures loudness by EBU R 128: weighted by ITU-R BS.1770, over 0.4 s, 3 s and the whole programme.
///
/// `measure` belongs to the mixer's thread, allocates nothing and takes some 4 µs; `reading` may be read from any.
/// Ours instead of libebur128, which takes 20 µs a quantum and half a millisecond for each look at 3 s.
final class LoudnessMeter: @unchecked Sendable {
    // @unchecked: all but the published figures belongs to the measuring thread.
    private static let quantaPerBlock = 10
    private static let blocksOfMomentary = 4
    private static let blocksOfShortTerm = 30

    // --- the mixer's thread ---
    private var weighting = csamples_weighting()
    private var gate = LoudnessGate()
    /// Powers of the last 30 tenths of a second, in a ring.
    private let recent: UnsafeMutablePointer<Double>
    private var tenths = 0
    private var sum = 0.0
    private var quanta = 0

    // --- published ---
    private let momentary = Atomic<UInt64>(Double.nan.bitPattern)
    private let shortTerm = Atomic<UInt64>(Double.nan.bitPattern)
    private let integrated = Atomic<UInt64>(Double.nan.bitPattern)
    private let blocks = Atomic<Int>(0)
    private let isWarned = Atomic<Bool>(false)

    init() {
        recent = .allocate(capacity: Self.blocksOfShortTerm)
        recent.initialize(repeating: 0, count: Self.blocksOfShortTerm)
    }

    deinit { recent.deallocate() }

    var reading: LoudnessReading {
        LoudnessReading(
            momentary: Self.read(momentary), shortTerm: Self.read(shortTerm), integrated: Self.read(integrated),
            measured: .milliseconds(100 * blocks.load(ordering: .relaxed)), wasWarned: isWarned.load(ordering: .relaxed))
    }

    /// Measures one quantum of interleaved stereo.
    func measure(_ samples: UnsafePointer<Float>) {
        sum += csamples_weigh(&weighting, samples, AudioFormat.quantumSampleFrames)
        quanta += 1
        guard quanta == Self.quantaPerBlock else { return }
        let power = sum / Double(Self.quantaPerBlock * AudioFormat.quantumSampleFrames)
        recent[tenths % Self.blocksOfShortTerm] = power.isFinite ? power : 0
        tenths += 1
        (sum, quanta) = (0, 0)
        if tenths >= Self.blocksOfMomentary {
            let power = mean(ofLast: Self.blocksOfMomentary)
            gate.add(power)
            publish(LoudnessGate.loudness(power), in: momentary)
            publish(gate.integrated ?? .nan, in: integrated)
            blocks.store(Int(gate.blocks), ordering: .relaxed)
            isWarned.store(reading.isToWarn, ordering: .relaxed)
        }
        if tenths >= Self.blocksOfShortTerm { publish(LoudnessGate.loudness(mean(ofLast: Self.blocksOfShortTerm)), in: shortTerm) }
    }

    private func mean(ofLast count: Int) -> Double {
        var total = 0.0
        for back in 1...count { total += recent[(tenths - back) % Self.blocksOfShortTerm] }
        return total / Double(count)
    }

    private func publish(_ loudness: Double, in figure: borrowing Atomic<UInt64>) {
        figure.store((loudness > -120 ? loudness : .nan).bitPattern, ordering: .relaxed)
    }

    private static func read(_ figure: borrowing Atomic<UInt64>) -> Double? {
        let value = Double(bitPattern: figure.load(ordering: .relaxed))
        return value.isNaN ? nil : value
    }
}
