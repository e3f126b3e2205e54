import Foundation

/// How loud and how high a tone is, and what else there is.
public struct ToneMeter: Sendable {
    /// Amplitude of the tone, dBFS (a sine of full scale is 0).
    public let level: Double
    /// Measured, Hz.
    public let frequency: Double
    /// Everything but the tone, as the amplitude of a sine of the same power, dBFS.
    public let rest: Double

    /// Measures a steady tone near `frequency`; the sound should be at least 0.2 s long and free of clicks.
    public init(_ sound: Sound, near frequency: Double = 1000) {
        let window = Sound.rate / 20
        let count = sound.samples.count / window
        guard count >= 2 else {
            (level, self.frequency, rest) = (-200, 0, -200)
            return
        }
        // The phase against the reference advances from window to window by the difference in frequency.
        var advance = 0.0
        var loudness = 0.0
        var power = 0.0
        var last: (Double, Double)?
        for index in 0..<count {
            let part = sound.samples[index * window..<(index + 1) * window]
            var (real, imaginary) = (0.0, 0.0)
            for at in part.indices {
                let angle = 2 * Double.pi * frequency * Double(at) / Double(Sound.rate)
                real += Double(part[at]) * cos(angle)
                imaginary -= Double(part[at]) * sin(angle)
                power += Double(part[at]) * Double(part[at])
            }
            loudness += (real * real + imaginary * imaginary).squareRoot() * 2 / Double(window)
            if let last {
                advance += atan2(imaginary * last.0 - real * last.1, real * last.0 + imaginary * last.1)
            }
            last = (real, imaginary)
        }
        let amplitude = loudness / Double(count)
        level = decibels(amplitude)
        self.frequency = frequency + advance / Double(count - 1) / (2 * Double.pi) * Double(Sound.rate) / Double(window)
        let mean = power / Double(count * window)
        rest = decibels((2 * max(0, mean - amplitude * amplitude / 2)).squareRoot())
    }
}
