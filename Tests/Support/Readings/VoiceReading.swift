import Foundation

/// What became of a known voice: found again in what was received, told from what is there in its pauses, and from what else sounds.
public struct VoiceReading: Sendable, CustomStringConvertible {
    /// Where in the known voice the received sound starts, to 10 ms.
    public let delay: Duration
    /// Root mean square while the voice speaks, and in its pauses (away from their edges), dBFS.
    public let voice: Double
    public let pauses: Double
    /// How much louder than in the original the voice itself is, dB: the part of the received sound that has its shape.
    public let retained: Double

    /// The voice against what is heard in its pauses, dB.
    public var ratio: Double {
        let (all, rest) = (pow(10, voice / 10), pow(10, pauses / 10))
        return 10 * log10(max(1e-12, all - rest) / max(1e-12, rest))
    }

    private static let window = DecodedAudio.rate / 100
    /// Around each change, left out: the lag is known to a window, and filters smear.
    private static let guardWindows = 3

    /// - Parameter original: the voice from its start, longer than what was received.
    public init(_ received: DecodedAudio, as original: DecodedAudio) {
        let (heard, known) = (Self.powers(of: received), Self.powers(of: original))
        let lag = Self.lag(of: heard, in: known)
        let active = Self.activity(of: original)
        var (loud, quiet) = ((power: 0.0, count: 0.0), (power: 0.0, count: 0.0))
        for (index, power) in heard.enumerated() {
            let around = max(0, index + lag - Self.guardWindows)...max(0, index + lag + Self.guardWindows)
            guard around.upperBound < active.count else { break }
            let states = active[around]
            if states.allSatisfy({ $0 }) { loud = (loud.power + power, loud.count + 1) }
            if states.allSatisfy({ !$0 }) { quiet = (quiet.power + power, quiet.count + 1) }
        }
        delay = .milliseconds(10 * lag)
        voice = decibels((loud.power / max(1, loud.count)).squareRoot())
        pauses = decibels((quiet.power / max(1, quiet.count)).squareRoot())
        retained = Self.likeness(of: received, to: original, near: lag * Self.window)
    }

    public var description: String {
        func words(_ value: Double) -> String { String(format: "%.1f", value) }
        return "voice \(words(voice)) dBFS, pauses \(words(pauses)) dBFS, ratio \(words(ratio)) dB, retained \(words(retained)) dB, at \(delay)"
    }

    /// Whether somebody speaks, for every 10 ms: louder than 35 dB below the loudest.
    public static func activity(of voice: DecodedAudio) -> [Bool] {
        let powers = powers(of: voice)
        let limit = (powers.max() ?? 0) * 3e-4
        return powers.map { $0 > limit }
    }

    private static func powers(of sound: DecodedAudio) -> [Double] {
        sound.samples.withUnsafeBufferPointer { samples in
            (0..<samples.count / window).map { index in
                var sum = 0.0
                for at in index * window..<(index + 1) * window { sum += Double(samples[at]) * Double(samples[at]) }
                return sum / Double(window)
            }
        }
    }

    /// How many windows into `known` the received sound starts: where the loudnesses, as people hear them, go together best.
    private static func lag(of heard: [Double], in known: [Double]) -> Int {
        func heights(_ powers: [Double]) -> [Double] {
            let levels = powers.map { pow($0, 0.3) }
            let middle = levels.reduce(0, +) / Double(max(1, levels.count))
            return levels.map { $0 - middle }
        }
        let (part, whole) = (heights(heard), heights(known))
        var best = (lag: 0, likeness: -Double.infinity)
        guard whole.count >= part.count else { return 0 }
        for lag in 0...whole.count - part.count {
            var (product, energy) = (0.0, 1e-30)
            for index in part.indices {
                product += part[index] * whole[lag + index]
                energy += whole[lag + index] * whole[lag + index]
            }
            if product / energy.squareRoot() > best.likeness { best = (lag, product / energy.squareRoot()) }
        }
        return best.lag
    }

    /// The amplitude of `original` in `received`, dB: the median of pieces of a second, each with the shift that suits it best.
    private static func likeness(of received: DecodedAudio, to original: DecodedAudio, near lag: Int) -> Double {
        let (piece, reach) = (DecodedAudio.rate, 600)
        var found: [Double] = []
        received.samples.withUnsafeBufferPointer { heard in
            original.samples.withUnsafeBufferPointer { known in
                for start in stride(from: 0, to: heard.count - piece, by: piece) {
                    guard start + lag - reach >= 0, start + lag + reach + piece < known.count else { continue }
                    var best = 0.0
                    func amplitude(_ shift: Int, step: Int) -> Double {
                        var (product, energy) = (0.0, 1e-30)
                        let from = start + lag + shift
                        for at in stride(from: 0, to: piece, by: step) {
                            product += Double(heard[start + at]) * Double(known[from + at])
                            energy += Double(known[from + at]) * Double(known[from + at])
                        }
                        return energy > 1e-6 ? product / energy : 0
                    }
                    var place = 0
                    // Roughly first, with every seventh sample; then exactly around it.
                    for shift in stride(from: -reach, through: reach, by: 4) {
                        let value = amplitude(shift, step: 7)
                        if value > best { (best, place) = (value, shift) }
                    }
                    found.append((place - 4...place + 4).map { amplitude($0, step: 1) }.max() ?? 0)
                }
            }
        }
        return decibels(found.sorted().dropFirst(found.count / 2).first ?? 0)
    }
}
