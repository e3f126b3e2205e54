import CVoice
import Glibc
import Synchronization

/// By how much the echo is lowered, written by the mixer's thread and read by any.
final class EchoFigures: @unchecked Sendable {
    // @unchecked: the powers belong to the mixer's thread.
    private let published = Atomic<UInt32>(Float.nan.bitPattern)
    private var powerIn: Float = 0
    private var powerOut: Float = 0
    private var quanta = 0

    /// Echo return loss enhancement in dB over the last second or so of pure echo; `nil` until there was half a second of it.
    var reductionDecibels: Double? {
        let value = Float(bitPattern: published.load(ordering: .relaxed))
        return value.isNaN ? nil : Double(value)
    }

    func forget() {
        (powerIn, powerOut, quanta) = (0, 0, 0)
        published.store(Float.nan.bitPattern, ordering: .relaxed)
    }

    /// Only quanta count that are echo for the most part: during speech there is nothing to measure.
    func count(_ report: cvoice_echo_report) {
        let audible = 1e-7 * Float(AudioFormat.quantumSampleFrames)
        guard report.is_active, report.echo_share > 0.5, report.power_in > audible else { return }
        powerIn += 0.01 * (report.power_in - powerIn)
        powerOut += 0.01 * (report.power_out - powerOut)
        quanta += 1
        guard quanta >= 50 else { return }
        let reduction = 10 * log10(powerIn / max(powerOut, powerIn * 1e-9))
        published.store(reduction.bitPattern, ordering: .relaxed)
    }
}
