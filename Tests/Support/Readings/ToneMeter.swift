import Foundation

/// How loud and how high a tone is, and what else there is.
public struct ToneMeter: Sendable {
    /// Amplitude of the tone, dBFS (a sine of full scale is 0).
    public let level: Double
    /// Measured, Hz.
    public let frequency: Double
    /// Everything but the tone, as the amplitude of a sine of the same power, dBFS.
    public let rest: Double

    /// Total harmonic distortion and noise: everything but the tone, against the tone, dB; unweighted, up to 24 kHz.
    public var distortion: Double { rest - level }

    private static let window = DecodedAudio.rate / 20

    /// Measures a steady tone within 9 Hz of `frequency`; the sound should be at least 0.2 s long and free of clicks.
    public init(_ sound: DecodedAudio, near frequency: Double = 1000) {
        let count = sound.samples.count / Self.window
        guard count >= 2 else {
            (level, self.frequency, rest) = (-200, 0, -200)
            return
        }
        // The phase advances from window to window by what the frequency says, and by the difference.
        let rough = Self.fits(of: sound, at: frequency)
        let known = 2 * Double.pi * (frequency * Double(Self.window) / Double(DecodedAudio.rate)).truncatingRemainder(dividingBy: 1)
        let advance = zip(rough, rough.dropFirst()).reduce(0) { sum, pair in
            let turn = atan2(pair.1.y, pair.1.x) - atan2(pair.0.y, pair.0.x) - known
            return sum + turn - 2 * Double.pi * (turn / (2 * Double.pi)).rounded()
        }
        let seconds = Double(count - 1) * Double(Self.window) / Double(DecodedAudio.rate)
        self.frequency = frequency + advance / seconds / (2 * Double.pi)
        let fits = Self.fits(of: sound, at: self.frequency)
        level = decibels(fits.map(\.amplitude).reduce(0, +) / Double(count))
        rest = decibels((2 * fits.map(\.restPower).reduce(0, +) / Double(count)).squareRoot())
    }

    private static func fits(of sound: DecodedAudio, at frequency: Double) -> [ToneFit.Found] {
        let fit = ToneFit(frequency, count: window)
        return sound.samples.withUnsafeBufferPointer { samples in
            (0..<samples.count / window).map { fit.find(in: samples.baseAddress! + $0 * window) }
        }
    }
}
