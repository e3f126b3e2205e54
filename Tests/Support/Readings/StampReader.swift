import Fixtures
import Foundation

/// The stamps in a recording, frame by frame.
public struct StampReader: Sendable {
    public struct Frame: Hashable, Sendable {
        /// In the recording, from its start.
        public let position: Duration
        /// Nil when the picture has no whole stamp there.
        public let stamp: Stamp?
    }

    public let frames: [Frame]

    /// Decodes all of `recording` (anything ffmpeg reads).
    ///
    /// - Parameters:
    ///   - scale: width of the screen in the picture ÷ width of the screen.
    ///   - x: where the screen's left edge is in the picture, pixels; `y` its top.
    public init(_ recording: String, scale: Double = 1, x: Int = 0, y: Int = 0, timeout: Duration = .seconds(120)) throws {
        let scratch = Scratch()
        let raw = scratch.file("raw")
        let messages = try messagesOfTool(
            [
                "ffmpeg", "-nostdin", "-hide_banner", "-loglevel", "info", "-nostats", "-i", recording, "-map", "0:v:0",
                "-fps_mode", "passthrough", "-vf", StampCrop(x: x, y: y, scale: scale).filter + ",showinfo", "-f", "rawvideo", raw,
            ], timeout: timeout)
        let positions = framePositions(inShowinfo: messages)
        let bytes = FileManager.default.contents(atPath: raw) ?? Data()
        guard bytes.count == positions.count * StampCrop.frameBytes else {
            throw FixtureError("\(recording): \(bytes.count) bytes for \(positions.count) frames")
        }
        frames = positions.enumerated().map { index, position in
            let start = index * StampCrop.frameBytes
            return Frame(position: position, stamp: StampCrop.stamp(in: bytes[start..<start + StampCrop.frameBytes]))
        }
    }

    public var tally: StampTally { StampTally(frames.map(\.stamp)) }
}

/// The `pts_time` of each frame that ffmpeg's showinfo filter printed.
func framePositions(inShowinfo messages: String) -> [Duration] {
    messages.split(separator: "\n").compactMap { line in
        guard line.contains("Parsed_showinfo"), let mark = line.range(of: " pts_time:") else { return nil }
        let digits = line[mark.upperBound...].prefix { $0 == "-" || $0 == "." || $0.isNumber }
        return Double(digits).map { .seconds($0) }
    }
}
