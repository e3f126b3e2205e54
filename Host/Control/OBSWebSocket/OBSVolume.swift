import Glibc
import Session

/// How loud an input is, as the protocol has it: a factor, or decibels.
struct OBSVolume: Equatable {
    /// −100 for silence.
    let decibels: Double

    static let decibelRange = -100.0...26.0
    static let factorRange = 0.0...20.0

    init(decibels: Double) { self.decibels = max(Self.decibelRange.lowerBound, decibels) }
    init(factor: Double) { self.init(decibels: factor > 0 ? 20 * log10(factor) : -.infinity) }
    init(of source: AudioStatus.Source) { self.init(decibels: source.gain > 0 ? source.gainDecibels : -.infinity) }

    var factor: Double { decibels <= Self.decibelRange.lowerBound ? 0 : pow(10, decibels / 20) }

    /// As `AudioGain` reads it. What is softer than the mixer can have is silence.
    var gain: String {
        guard decibels >= -60 else { return "0" }
        let rounded = (decibels * 10_000).rounded() / 10_000
        return abs(rounded) < 0.001 ? "0dB" : "\(rounded)dB"
    }

    var fields: [String: JSONValue] { ["inputVolumeMul": .number(factor), "inputVolumeDb": .number(decibels)] }
}
