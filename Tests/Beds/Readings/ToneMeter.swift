import Foundation

/// How loud and how high a tone is, and what else there is.
public struct ToneMeter: Sendable {
    /// Amplitude of the tone, dBFS (a sine of full scale is 0).
    public let level: Double
    /// Measured, Hz.
    public let frequency: Double
    /// Everything but the tone, as the amplitude of a sine of the same power, dBFS.
    public let rest: Double

    private static let window = DecodedSound.rate / 20

    /// Measures a steady tone within 9 Hz of `frequency`; the sound should be at least 0.2 s long and free of clicks.
    public init(_ sound: DecodedSound, near frequency: Double = 1000) {
        let count = sound.samples.count / Self.window
        guard count >= 2 else {
            (level, self.frequency, rest) = (-200, 0, -200)
            return
        }
        // The phase against the reference advances from window to window by the difference in frequency.
        let rough = Self.spectrum(of: sound, at: frequency)
        let advance = zip(rough, rough.dropFirst()).reduce(0) { sum, pair in
            sum + atan2(pair.1.y * pair.0.x - pair.1.x * pair.0.y, pair.1.x * pair.0.x + pair.1.y * pair.0.y)
        }
        let windows = Double(count - 1) * Double(Self.window) / Double(DecodedSound.rate)
        let measured = frequency + advance / windows / (2 * Double.pi)
        self.frequency = measured
        let amplitude = Self.spectrum(of: sound, at: measured).map { ($0.x * $0.x + $0.y * $0.y).squareRoot() }.reduce(0, +) / Double(count)
        level = decibels(amplitude)
        let power = sound.samples.prefix(count * Self.window).reduce(0) { $0 + Double($1) * Double($1) } / Double(count * Self.window)
        rest = decibels((2 * max(0, power - amplitude * amplitude / 2)).squareRoot())
    }

    /// The complex amplitude at `frequency` in each window of 50 ms, its phase counted from the start of the sound.
    private static func spectrum(of sound: DecodedSound, at frequency: Double) -> [(x: Double, y: Double)] {
        let step = 2 * Double.pi * frequency / Double(DecodedSound.rate)
        return (0..<sound.samples.count / window).map { index in
            var (x, y) = (0.0, 0.0)
            for at in index * window..<(index + 1) * window {
                x += Double(sound.samples[at]) * cos(step * Double(at))
                y -= Double(sound.samples[at]) * sin(step * Double(at))
            }
            return (x * 2 / Double(window), y * 2 / Double(window))
        }
    }
}
