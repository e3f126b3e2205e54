public import Codec
import Foundation
import Platform

/// Audio alone, quantum by quantum, as the mixer delivers it.
public enum TestAudio {
    /// Everything that an encoder makes of `seconds` of a signal which starts at time zero.
    ///
    /// - Parameter signal: left and right at a sample's number.
    public static func packets(_ encoder: AudioEncoder, seconds: Double, signal: (Int) -> (Float, Float)) throws(CodecError) -> [Packet] {
        var packets: [Packet] = []
        var samples = [Float](repeating: 0, count: 960)
        for quantum in 0..<Int(seconds * 100) {
            for index in 0..<480 { (samples[2 * index], samples[2 * index + 1]) = signal(quantum * 480 + index) }
            var failure: CodecError?
            samples.withUnsafeBufferPointer { samples in
                do throws(CodecError) {
                    try encoder.encode(samples, at: .zero + .milliseconds(quantum * 10)) { packets.append($0) }
                } catch { failure = error }
            }
            if let failure { throw failure }
        }
        try encoder.flush { packets.append($0) }
        return packets
    }

    /// A sine of 1 kHz.
    public static func tone(_ sample: Int, amplitude: Float) -> Float {
        amplitude * Float(sin(Double(sample % 48) * 2 * .pi / 48))
    }
}
