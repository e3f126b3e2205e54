import Glibc

/// How much louder or softer: in decibels, or 0...100 as volume knobs have it, where 100 leaves the audio alone and 50 halves
/// its amplitude (−6.02 dB).
public struct AudioGain: Hashable, Sendable {
    public static let unchanged = AudioGain(linear: 1)
    private static let decibelRange = -60.0...24.0

    /// Factor of the amplitude, 0...15.85.
    public let linear: Float

    private init(linear: Float) { self.linear = linear }

    /// From what the mixer has.
    public init(of source: MixerSource) { linear = source.gain }

    /// −120 for silence.
    public var decibels: Double { linear > 0 ? max(-120, 20 * log10(Double(linear))) : -120 }

    /// As `init(parsing:)` reads it.
    public var text: String { linear <= 1 ? "\(percent)" : "\(min(Self.decibelRange.upperBound, decibels))dB" }

    /// 0...100, and beyond it for what is amplified.
    public var percent: Double { Double(linear) * 100 }

    /// Reads `-6dB`, `+3 dB`, `50` or `50%`.
    ///
    /// - Throws: `badSetting`, naming what is wrong and the right form.
    public init(parsing text: String) throws(AudioError) {
        let trimmed = text.filter { $0 != " " }.lowercased()
        if trimmed.hasSuffix("db") {
            guard let decibels = Self.number(trimmed.dropLast(2)) else { throw Self.malformed(text) }
            guard Self.decibelRange.contains(decibels) else {
                throw AudioError(.badSetting, "a gain of \(text) is out of range: from -60dB to +24dB, or 0 to 100")
            }
            linear = Float(pow(10, decibels / 20))
        } else {
            guard let percent = Self.number(trimmed.hasSuffix("%") ? trimmed.dropLast() : trimmed[...]) else { throw Self.malformed(text) }
            guard (0...100).contains(percent) else {
                throw AudioError(.badSetting, "a gain of \(text) is out of range: from 0 to 100, or -60dB to +24dB (-6 needs its unit: -6dB)")
            }
            linear = Float(percent / 100)
        }
    }

    private static func number(_ text: Substring) -> Double? {
        guard !text.isEmpty, text.count <= 40, text.allSatisfy({ $0.isASCII && $0.isNumber || "+-.".contains($0) }) else { return nil }
        return Double(text)
    }

    private static func malformed(_ text: String) -> AudioError {
        AudioError(.badSetting, "\"\(text.prefix(20))\" is not a gain: give decibels such as -6dB, or 0 to 100")
    }
}
