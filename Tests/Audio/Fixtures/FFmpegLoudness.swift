import Fixtures
import Foundation

/// What `ffmpeg -af ebur128` makes of the same samples.
enum FFmpegLoudness {
    /// Integrated loudness of interleaved stereo at 48 kHz, in LUFS.
    static func integrated(_ samples: [Float]) throws -> Double? {
        let scratch = Scratch()
        let path = scratch.file("samples")
        try samples.withUnsafeBytes { try Data($0).write(to: URL(fileURLWithPath: path)) }
        let format = ["-f", "f32le", "-ar", "48000", "-ac", "2", "-i", path]
        let text = try messagesOfTool(["ffmpeg", "-nostdin", "-hide_banner"] + format + ["-af", "ebur128", "-f", "null", "-"])
        // The summary comes last: "    I:         -20.3 LUFS".
        let line = text.split(separator: "\n").last { $0.contains(" I: ") && $0.contains("LUFS") && !$0.contains("TARGET") }
        return line?.split(separator: " ").compactMap { Double($0) }.first
    }
}
