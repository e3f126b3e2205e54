import Fixtures
import Foundation

/// The decoded sound of a recording: mono, 48 kHz, full scale ±1, from the recording's start (gaps are silence).
public struct DecodedAudio: Sendable {
    public static let rate = 48000
    public let samples: [Float]

    public init(samples: [Float]) { self.samples = samples }

    /// Which part of a stereo sound.
    public enum Side: Int, Sendable {
        case left, right
    }

    /// Decodes the first sound track of anything ffmpeg reads: one side of it, or the mean of both.
    public init(of recording: String, side: Side? = nil, timeout: Duration = .seconds(120)) throws {
        let choice = side.map { "pan=mono|c0=c\($0.rawValue)," } ?? ""
        // rematrix_maxval: channels are averaged; ffmpeg otherwise makes a mono sum 3 dB louder.
        let raw = try runTool(
            [
                "ffmpeg", "-nostdin", "-v", "error", "-i", recording, "-map", "0:a:0", "-af",
                "\(choice)aresample=async=1:first_pts=0:rematrix_maxval=1,aformat=channel_layouts=mono:sample_rates=\(Self.rate):sample_fmts=flt",
                "-f", "f32le", "pipe:1",
            ], timeout: timeout)
        samples = raw.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    }

    public var duration: Duration { .seconds(Double(samples.count) / Double(Self.rate)) }

    /// A part of it; what lies outside is left out.
    public func part(from start: Duration, for length: Duration) -> DecodedAudio {
        func index(_ time: Duration) -> Int { min(samples.count, max(0, Int(time / .seconds(1) * Double(Self.rate)))) }
        return DecodedAudio(samples: Array(samples[index(start)..<index(start + length)]))
    }

    /// Where clicks start: the first sample above half of full scale, at least half a second after the one before.
    public var clicks: [Duration] {
        var found: [Int] = []
        for (index, sample) in samples.enumerated() where abs(sample) > 0.4 {
            if let last = found.last, index - last < Self.rate / 2 { continue }
            found.append(index)
        }
        return found.map { .seconds(Double($0) / Double(Self.rate)) }
    }

    /// Root mean square, dBFS (a square wave of full scale is 0); −200 for silence.
    public var loudness: Double {
        let power = samples.reduce(0) { $0 + Double($1) * Double($1) }
        return decibels((power / Double(max(1, samples.count))).squareRoot())
    }

    /// The last part of it.
    public func last(_ length: Duration) -> DecodedAudio { part(from: duration - length, for: length) }

    /// The loudest sample, dBFS; −200 for silence.
    public var peak: Double { decibels(Double(samples.lazy.map { abs($0) }.max() ?? 0)) }
}

func decibels(_ amplitude: Double) -> Double { amplitude > 1e-10 ? 20 * log10(amplitude) : -200 }
