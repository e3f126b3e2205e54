import Glibc

/// How loud something was over a tenth of a second; the louder channel counts.
///
/// Decibels are relative to full scale (dBFS): a full-scale sine has a peak of 0 and an RMS of −3.01. Silence is −120.
public struct AudioLevel: Hashable, Sendable {
    public static let silence = AudioLevel(peak: 0, rms: 0)
    static let floorDecibels = -120.0

    public let peakDecibels: Double
    public let rmsDecibels: Double
    /// A sample reached full scale within the last second.
    public let isClipping: Bool

    /// From linear values, 1 being full scale.
    init(peak: Float, rms: Float, isClipping: Bool = false) {
        peakDecibels = Self.decibels(peak)
        rmsDecibels = Self.decibels(rms)
        self.isClipping = isClipping
    }

    /// 0...100 for a meter on screen: −60 dBFS and below is 0, 0 dBFS is 100, linear in decibels between them.
    public var rmsPercent: Double { min(max((rmsDecibels + 60) / 60 * 100, 0), 100) }

    private static func decibels(_ linear: Float) -> Double {
        linear > 0 ? max(floorDecibels, 20 * log10(Double(linear))) : floorDecibels
    }
}
