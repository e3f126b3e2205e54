import Codec
import Fixtures
import Foundation
import Platform

@testable import Session

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

    /// The process that decodes it, which never is interrupted.
    static func decoder(_ path: String, isLooping: Bool = false, limits: MusicLimits = .init()) throws(CodecError) -> MusicDecoder {
        let location = try AudioLocation(path)
        let wakeup: Wakeup
        do throws(SystemError) { wakeup = try Wakeup() } catch { throw CodecError(.system, operation: "eventfd", message: "\(error)") }
        return try MusicDecoder(location, isLooping: isLooping, limits: limits, settings: DecoderSettings(), wakeup: wakeup) { false }
    }

    /// Everything that is read, left and right; stops by itself when there is no end.
    static func read(
        _ path: String, isLooping: Bool = false, atMost most: Int = 1_000_000, limits: MusicLimits = .init()
    ) throws(CodecError) -> (left: [Float], right: [Float]) {
        let reader = try decoder(path, isLooping: isLooping, limits: limits)
        var (left, right): ([Float], [Float]) = ([], [])
        while left.count < most, let samples = try reader.next() {
            for index in 0..<samples.count / 2 {
                left.append(samples[2 * index])
                right.append(samples[2 * index + 1])
            }
        }
        return (left, right)
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
