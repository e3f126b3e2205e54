import Fixtures
import Glibc

/// Something like a voice, the same in every run: pulses and breath through moving formants, in syllables, words and pauses.
enum Speech {
    /// - Parameter levelDecibels: RMS of what is spoken, pauses left out.
    static func samples(seconds: Double, pitchHertz: Double = 120, seed: UInt64 = 1, levelDecibels: Double = -20) -> [Float] {
        var random = SeededRandom(seed: seed)
        let count = Int(seconds * 48_000)
        var result = [Float](repeating: 0, count: count)
        var at = 0
        while at < count {
            let syllables = Int.random(in: 3...8, using: &random)
            for _ in 0..<syllables {
                let length = Int(Double.random(in: 0.09...0.22, using: &random) * 48_000)
                speak(&result, from: at, length: min(length, count - at), pitchHertz: pitchHertz, &random)
                at = min(count, at + length)
            }
            at += Int(Double.random(in: 0.15...0.5, using: &random) * 48_000)
        }
        let spoken = result.filter { abs($0) > 1e-4 }
        let factor = Float(pow(10, levelDecibels / 20)) / (spoken.reduce(0) { $0 + $1 * $1 } / Float(spoken.count)).squareRoot()
        return result.map { $0 * factor }
    }

    private static func speak(_ result: inout [Float], from: Int, length: Int, pitchHertz: Double, _ random: inout SeededRandom) {
        guard length > 0 else { return }
        let pitch = pitchHertz * Double.random(in: 0.85...1.2, using: &random)
        let breath = Float.random(in: 0.02...0.1, using: &random)
        var formants = [
            Resonator(hertz: Double.random(in: 300...800, using: &random), width: 80),
            Resonator(hertz: Double.random(in: 900...2200, using: &random), width: 120),
            Resonator(hertz: Double.random(in: 2400...3200, using: &random), width: 200),
            Resonator(hertz: Double.random(in: 4000...7000, using: &random), width: 800),
        ]
        var phase = 0.0
        for index in 0..<length {
            phase += pitch / 48_000
            var pulse: Float = 0
            if phase >= 1 {
                phase -= 1
                pulse = 1
            }
            let source = pulse + breath * Float.random(in: -1...1, using: &random)
            let envelope = Float(sin(Double.pi * (Double(index) + 0.5) / Double(length)))
            var sum: Float = 0
            for formant in formants.indices { sum += formants[formant].step(source) }
            result[from + index] = sum * envelope
        }
    }

    private struct Resonator {
        let a1: Float, a2: Float, gain: Float
        var y1: Float = 0, y2: Float = 0

        init(hertz: Double, width: Double) {
            let radius = exp(-Double.pi * width / 48_000)
            a1 = Float(2 * radius * cos(2 * Double.pi * hertz / 48_000))
            a2 = Float(-radius * radius)
            gain = Float(1 - radius)
        }

        mutating func step(_ x: Float) -> Float {
            let y = gain * x + a1 * y1 + a2 * y2
            (y2, y1) = (y1, y)
            return y
        }
    }
}

/// A tenth of the power in every octave.
enum Pink {
    static func samples(seconds: Double, seed: UInt64 = 9, levelDecibels: Double) -> [Float] {
        var random = SeededRandom(seed: seed)
        // One pole an octave apart, each with its own noise held back.
        var poles = [Float](repeating: 0, count: 10)
        let noise = (0..<Int(seconds * 48_000)).map { _ -> Float in
            let white = Float.random(in: -1...1, using: &random)
            var sum = white * 0.1
            for pole in poles.indices {
                let pace = Float(exp2(-Double(pole)))
                poles[pole] += pace * 0.5 * (white - poles[pole])
                sum += poles[pole] * Float(exp2(Double(pole) / 2)) * 0.25
            }
            return sum
        }
        let rms = (noise.reduce(0) { $0 + $1 * $1 } / Float(noise.count)).squareRoot()
        return noise.map { $0 * Float(pow(10, levelDecibels / 20)) / rms }
    }
}
