import Glibc
import Platform

/// The loudness of a whole programme without its pauses, as EBU R 128 gates it: blocks of 400 ms, every 100 ms, above −70 LUFS, and
/// of those the ones less than 10 LU below their mean.
///
/// Remembers sums for every tenth of a unit, not blocks, so that hours take no memory. Storage is made once.
struct LoudnessGate: ~Copyable {
    private static let floor = -70.0
    private static let binsPerUnit = 10.0
    private static let bins = 1000
    private let counts: UnsafeMutablePointer<Double>
    private let powers: UnsafeMutablePointer<Double>
    private(set) var blocks = 0.0
    private var total = 0.0

    init() {
        counts = .allocate(capacity: Self.bins)
        powers = .allocate(capacity: Self.bins)
        counts.initialize(repeating: 0, count: Self.bins)
        powers.initialize(repeating: 0, count: Self.bins)
    }

    deinit {
        counts.deallocate()
        powers.deallocate()
    }

    static func loudness(_ power: Double) -> Double { power > 0 ? -0.691 + 10 * log10(power) : -.infinity }

    /// Adds the weighted power (sum over both channels of the mean square) of a block.
    mutating func add(_ power: Double) {
        let loudness = Self.loudness(power)
        guard loudness > Self.floor else { return }
        let bin = Self.bin(loudness)
        counts[bin] += 1
        powers[bin] += power
        blocks += 1
        total += power
    }

    var integrated: Double? {
        guard blocks > 0 else { return nil }
        let threshold = max(Self.floor, Self.loudness(total / blocks) - 10)
        var (count, sum) = (0.0, 0.0)
        for bin in Self.bin(threshold)..<Self.bins {
            count += counts[bin]
            sum += powers[bin]
        }
        return count > 0 ? Self.loudness(sum / count) : nil
    }

    private static func bin(_ loudness: Double) -> Int { min(max(Int(clamping: (loudness - floor) * binsPerUnit), 0), bins - 1) }
}
