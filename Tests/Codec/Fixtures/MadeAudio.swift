import Codec
import Fixtures
import Foundation

/// Audio files made by a stranger (ffmpeg), and what is read from them.
struct MadeAudio {
    let scratch = Scratch()

    /// A tone of 1 kHz at −6 dBFS, one second or `seconds`, with `more` for the encoder.
    func tone(_ name: String, seconds: Double = 1, rate: Int = 48_000, channels: Int = 2, _ more: String...) throws -> String {
        let path = scratch.file(name)
        let graph = "aevalsrc=\(Array(repeating: "0.5*sin(2*PI*1000*t)", count: channels).joined(separator: "|")):d=\(seconds):s=\(rate)"
        let run = Program.run("ffmpeg", ["-v", "error", "-f", "lavfi", "-i", graph] + more + ["-y", path])
        guard run.status == 0 else { throw CodecError(.library, operation: "ffmpeg", message: run.complaints) }
        return path
    }

    /// Everything that is read, left and right; stops by itself when there is no end.
    static func read(
        _ path: String, isLooping: Bool = false, atMost most: Int = 1_000_000, limits: AudioReader.Limits = .init()
    ) throws(CodecError) -> (left: [Float], right: [Float]) {
        let reader = try AudioReader(try AudioLocation(path), isLooping: isLooping, watch: CallWatch(), limits: limits)
        var (left, right): ([Float], [Float]) = ([], [])
        while left.count < most, let samples = try reader.next() {
            for index in 0..<samples.count / 2 {
                left.append(samples[2 * index])
                right.append(samples[2 * index + 1])
            }
        }
        return (left, right)
    }

    /// The largest departure from "a sine of this frequency": three neighbours of one obey a(n+1) + a(n−1) = 2 cos(w) a(n).
    static func largestClick(_ samples: some RandomAccessCollection<Float>, hertz: Double = 1000) -> Double {
        let (samples, factor) = (Array(samples), 2 * cos(2 * Double.pi * hertz / 48_000))
        guard samples.count > 2 else { return 0 }
        var largest = 0.0
        for index in 1..<samples.count - 1 {
            let neighbours = Double(samples[index + 1]) + Double(samples[index - 1])
            largest = max(largest, abs(neighbours - factor * Double(samples[index])))
        }
        return largest
    }

    /// The largest error against the tone at half of full scale that begins at 0.
    static func error(_ samples: [Float], in range: Range<Int>) -> Double {
        var largest = 0.0
        for index in range {
            let right = 0.5 * sin(2 * Double.pi * Double(index) / 48)
            largest = max(largest, abs(Double(samples[index]) - right))
        }
        return largest
    }

    static func peak(_ samples: some Sequence<Float>) -> Float { samples.reduce(0) { max($0, abs($1)) } }
}
