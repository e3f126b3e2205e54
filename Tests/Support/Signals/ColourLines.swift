import Fixtures
import Foundation

/// Lines of one colour on another, a pixel wide, and what became of their colours.
public struct ColourLines: Sendable {
    /// As 0xRRGGBB.
    public let ink, paper: UInt32
    public init(ink: UInt32, paper: UInt32) { (self.ink, self.paper) = (ink, paper) }

    /// Next to nothing apart in luma: colour alone tells them apart.
    public static let redOnBlue = ColourLines(ink: 0xd00000, paper: 0x3030ff)

    var arguments: [String] { [ink, paper].map { String(format: "%06x", $0) } }

    /// As StampStimulus draws them.
    private func colour(_ x: Int, _ y: Int, width: Int) -> UInt32 { (x < width / 2 ? x : y) % 4 == 1 ? ink : paper }

    /// How far the channels of the last frame of a recording are from those of the screen on average, 0...255, in the lines.
    ///
    /// - Parameter rows: of the picture, within its upper half.
    public func deviation(in recording: String, width: Int, height: Int, rows: Range<Int>) throws -> Double {
        let raw = try runTool([
            "ffmpeg", "-nostdin", "-v", "error", "-i", recording, "-map", "0:v:0", "-fps_mode", "passthrough", "-vf",
            "scale=flags=accurate_rnd+full_chroma_int+full_chroma_inp,format=rgb24", "-f", "rawvideo", "pipe:1",
        ])
        let frameBytes = width * height * 3
        guard raw.count >= frameBytes, raw.count.isMultiple(of: frameBytes) else {
            throw FixtureError("no frame of \(width)x\(height) in \(recording)")
        }
        let frame = [UInt8](raw.suffix(frameBytes))
        var sum = 0
        for y in rows {
            for x in 0..<width {
                let wanted = colour(x, y, width: width)
                for channel in 0..<3 {
                    sum += abs(Int(frame[(y * width + x) * 3 + channel]) - Int(wanted >> (16 - 8 * UInt32(channel)) & 0xff))
                }
            }
        }
        return Double(sum) / Double(rows.count * width * 3)
    }
}
