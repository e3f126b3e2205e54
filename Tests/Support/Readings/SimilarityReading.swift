import Fixtures
import Foundation
import Platform

/// How like the drawn pictures the received ones are: structural similarity (SSIM) of their brightness, picture by picture.
///
/// The stamp in a picture tells which one was drawn; the stimulus draws that one once more, without a window. What lies below the stamp is
/// compared, since the stamp has the time in it. A reading takes about as long as the recording.
public struct SimilarityReading: Sendable {
    public struct Picture: Hashable, Sendable {
        /// In the recording, from its start.
        public let position: Duration
        /// 1 for the same picture.
        public let similarity: Double

        public init(position: Duration, similarity: Double) { (self.position, self.similarity) = (position, similarity) }
    }

    public let pictures: [Picture]

    public init(_ pictures: [Picture]) { self.pictures = pictures }

    /// Reads what `recording` has from `start` on of `workload` on a screen of `width` × `height`, which the picture has to have as well.
    ///
    /// - Throws: `FixtureError` where no picture has a stamp, or their numbers fall.
    public init(
        _ recording: String, of workload: Stimulus.Workload, width: Int, height: Int, from start: Duration = .zero,
        timeout: Duration = .seconds(600)
    ) throws {
        let frames = try StampReader(recording, timeout: timeout).frames
        guard let begin = frames.first?.position,
            let first = frames.firstIndex(where: { $0.position - begin >= start && $0.stamp != nil })
        else { throw FixtureError("\(recording) has no picture with a stamp after \(start)") }
        let seen = frames[first...]
        let scratch = Scratch()
        try scratch.write(Self.numbers(seen.map { $0.stamp?.number }).map { "\($0)\n" }.joined(), to: "numbers")
        let below = "crop=\(width):\(height - 80):0:80,settb=1/30,setpts=N"
        let drawn = "scale=out_color_matrix=\(try Self.matrix(of: recording)):out_range=tv:flags=accurate_rnd+full_chroma_int,format=yuv420p"
        let filter = "[0:v]select=gte(n\\,\(first)),format=yuv420p,\(below)[received];[1:v]\(drawn),\(below)[drawn];"
        let compare = "[received][drawn]ssim=stats_file=\(scratch.file("similarities"))"
        let raw = ["-f", "rawvideo", "-pixel_format", "bgr0", "-video_size", "\(width)x\(height)", "-framerate", "30", "-i", "pipe:0"]
        try runTool(
            [
                "bash", "-o", "pipefail", "-c", #""$0" render "$1" "$2" "$3" <"$4" | "${@:5}""#, try builtProduct("StampStimulus"),
                workload.rawValue, "\(width)", "\(height)", scratch.file("numbers"),
            ] + ["ffmpeg", "-nostdin", "-v", "error", "-i", recording] + raw
                + ["-filter_complex", filter + compare, "-fps_mode", "passthrough", "-f", "null", "-"], timeout: timeout)
        let similarities = Self.similarities(in: textOfFile(scratch.file("similarities")))
        guard similarities.count == seen.count else {
            throw FixtureError("\(recording): \(similarities.count) similarities for \(seen.count) pictures")
        }
        pictures = zip(seen, similarities).map { Picture(position: $0.position, similarity: $1) }
    }

    /// The mean over the time that each picture but the last was shown; the last one's where there is no other.
    public var mean: Double {
        let shown = shown
        let whole = shown.reduce(0) { $0 + $1.time }
        guard whole > 0 else { return pictures.last?.similarity ?? 0 }
        return shown.reduce(0) { $0 + $1.similarity * $1.time } / whole
    }

    /// What the similarity was below for `share` (0...1) of the time.
    public func level(at share: Double) -> Double {
        let rising = shown.sorted { $0.similarity < $1.similarity }
        var left = rising.reduce(0) { $0 + $1.time } * share
        for one in rising {
            left -= one.time
            if left < 0 { return one.similarity }
        }
        return rising.last?.similarity ?? pictures.last?.similarity ?? 0
    }

    private var shown: [(similarity: Double, time: Double)] {
        zip(pictures, pictures.dropFirst()).map { ($0.similarity, ($1.position - $0.position).inSeconds) }
    }

    /// A picture whose stamp cannot be read is held against the one before: it is torn, or worse.
    static func numbers(_ stamps: [UInt32?]) -> [UInt32] {
        var last: UInt32 = 0
        return stamps.map { number in
            last = number ?? last
            return last
        }
    }

    /// The similarity of the brightness, from lines such as `n:1 Y:0.99 U:1.00 V:1.00 All:0.99 (22.1)`.
    static func similarities(in statistics: String) -> [Double] {
        statistics.split(separator: "\n").compactMap { line in
            line.split(separator: " ").first { $0.hasPrefix("Y:") }.flatMap { Double($0.dropFirst(2)) }
        }
    }

    /// How colours became brightness: as the recording says, or as ffmpeg does by itself where it says nothing.
    private static func matrix(of recording: String) throws -> String {
        let told = try runTool(
            ["ffprobe", "-v", "error", "-select_streams", "v:0", "-show_entries", "stream=color_space", "-of", "csv=p=0", recording])
        return String(decoding: told, as: UTF8.self).contains("bt709") ? "bt709" : "bt601"
    }
}
