import Fixtures
import Foundation

/// When a recording of a stimulus in flash mode turns white.
public struct FlashReader: Sendable {
    /// Position in the recording of the first frame of each flash.
    public let flashes: [Duration]

    public init(_ recording: String, timeout: Duration = .seconds(120)) throws {
        let scratch = Scratch()
        let raw = scratch.file("raw")
        // The middle of the picture, since a canvas may have borders.
        let messages = try messagesOfTool(
            [
                "ffmpeg", "-nostdin", "-hide_banner", "-loglevel", "info", "-nostats", "-i", recording, "-map", "0:v:0",
                "-fps_mode", "passthrough", "-vf", "crop=iw/2:ih/2,scale=1:1:flags=area,format=gray,showinfo", "-f", "rawvideo", raw,
            ], timeout: timeout)
        let positions = framePositions(inShowinfo: messages)
        let brightness = FileManager.default.contents(atPath: raw) ?? Data()
        guard brightness.count == positions.count else { throw FixtureError("\(recording): \(brightness.count) of \(positions.count) frames") }
        var isBright = true  // a recording that starts within a flash does not tell when that flash began
        var found: [Duration] = []
        for (position, value) in zip(positions, brightness) {
            if value > 127, !isBright { found.append(position) }
            isBright = value > 127
        }
        flashes = found
    }

    /// How much later than the nearest flash each click is; negative when it is earlier. Clicks without a flash
    /// within a second are left out.
    public func offsets(of clicks: [Duration]) -> [Duration] {
        clicks.compactMap { click in
            flashes.map { click - $0 }.filter { abs($0 / .seconds(1)) < 1 }.min { abs($0 / .seconds(1)) < abs($1 / .seconds(1)) }
        }
    }
}
