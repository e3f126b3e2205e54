import Foundation

/// Something short and sharp in a sound that should have nothing of the kind.
public struct AudioClick: Hashable, Sendable, CustomStringConvertible {
    /// From the start of the recording.
    public let position: Duration
    /// The loudest sample of it above 4 kHz, dBFS, so that a single sample has its own level.
    public let level: Double

    public var description: String { "\(Int(level.rounded())) dBFS at \(Int(position / .milliseconds(1))) ms" }
}

extension DecodedAudio {
    /// What is above 4 kHz, where tones below 1.5 kHz are 68 dB down and more (1 kHz: 96 dB): clicks, hard cuts, steps and torn
    /// blocks, of which nothing is left out, while a fade of 5 ms leaves nothing.
    public var sharp: DecodedAudio {
        // Butterworth of the eighth order: four second-order parts, which leave 0.69 of a single sample.
        var rest = samples.map { Double($0) / 0.687 }
        for part in 0..<4 {
            let quality = 1 / (2 * cos(Double.pi * (2 * Double(part) + 1) / 16))
            let angle = 2 * Double.pi * 4000 / Double(Self.rate)
            let alpha = sin(angle) / (2 * quality)
            let scale = 1 / (1 + alpha)
            let (b, a1, a2) = ((1 + cos(angle)) / 2 * scale, -2 * cos(angle) * scale, (1 - alpha) * scale)
            var (one, two) = (0.0, 0.0)
            rest.withUnsafeMutableBufferPointer { values in
                for index in 0..<values.count {
                    let value = values[index]
                    let filtered = b * value + one
                    one = -2 * b * value - a1 * filtered + two
                    two = b * value - a2 * filtered
                    values[index] = filtered
                }
            }
        }
        return DecodedAudio(samples: rest.map(Float.init))
    }

    /// Clicks louder than `threshold` dBFS; those closer than 50 ms count as one. Positions are within this sound.
    ///
    /// For sound that is otherwise low: tones below 1.5 kHz.
    public func sharpClicks(above threshold: Double = -60) -> [AudioClick] {
        let limit = Float(pow(10, threshold / 20))
        var found: [(index: Int, peak: Float)] = []
        // The filter rings when the sound sets in.
        for (index, sample) in sharp.samples.enumerated().dropFirst(Self.rate / 50) where abs(sample) > limit {
            if let last = found.last, index - last.index < Self.rate / 20 {
                found[found.count - 1].peak = max(last.peak, abs(sample))
            } else {
                found.append((index, abs(sample)))
            }
        }
        return found.map { AudioClick(position: .seconds(Double($0.index) / Double(Self.rate)), level: decibels(Double($0.peak))) }
    }
}
