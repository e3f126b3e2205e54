import Fixtures
import Foundation

/// Patches of known colour, and what became of them.
public struct ColourChart: Sendable {
    /// As 0xRRGGBB, row by row.
    public let colours: [UInt32]
    public init(colours: [UInt32]) { self.colours = colours }

    /// As StampStimulus lays them out.
    public static let columns = 6

    /// Primaries, greys, skin and the corners where conversions go wrong.
    public static let standard = ColourChart(colours: [
        0x000000, 0xffffff, 0xff0000, 0x00ff00, 0x0000ff, 0xffff00,
        0x00ffff, 0xff00ff, 0x808080, 0x404040, 0xc0c0c0, 0x102030,
        0xe0b090, 0x805030, 0x306090, 0x609030, 0x903060, 0xf08020,
    ])

    /// As a camera without colours shows them: their luma, by BT.709.
    public var grey: ColourChart {
        ColourChart(
            colours: colours.map { colour in
                func part(_ shift: UInt32) -> Double { Double(colour >> shift & 0xff) }
                let luma = UInt32((0.2126 * part(16) + 0.7152 * part(8) + 0.0722 * part(0)).rounded())
                return luma << 16 | luma << 8 | luma
            })
    }

    var argument: String { colours.map { String(format: "%06x", $0) }.joined(separator: ",") }

    /// The largest difference of any channel, 0...255, of each patch in the last frame of a recording.
    ///
    /// The recording's own tags say how its colours are to be read, as in a player.
    ///
    /// - Parameter place: where the chart stands in the picture; nil: all over it.
    public func deviations(in recording: String, at place: (x: Int, y: Int, width: Int, height: Int)? = nil) throws -> [Int] {
        let crop = place.map { "crop=\($0.width):\($0.height):\($0.x):\($0.y):exact=1," } ?? ""
        let (width, height) = (Self.columns * 8, (colours.count + Self.columns - 1) / Self.columns * 8)
        let raw = try runTool([
            "ffmpeg", "-nostdin", "-v", "error", "-i", recording, "-map", "0:v:0", "-fps_mode", "passthrough",
            "-vf", crop + "scale=\(width):\(height):flags=area+accurate_rnd+full_chroma_int,format=rgb24", "-f", "rawvideo", "pipe:1",
        ])
        let frameBytes = width * height * 3
        guard raw.count >= frameBytes else { throw FixtureError("no frame in \(recording)") }
        let frame = [UInt8](raw.suffix(frameBytes))
        return colours.enumerated().map { index, colour in
            // The middle of the patch, away from its neighbours.
            let x = index % Self.columns * 8 + 3
            let y = index / Self.columns * 8 + 3
            return (0..<3).map { channel in
                let wanted = Int(colour >> (16 - 8 * UInt32(channel)) & 0xff)
                let found = [0, 1].flatMap { dy in [0, 1].map { dx in Int(frame[((y + dy) * width + x + dx) * 3 + channel]) } }
                return found.map { abs($0 - wanted) }.max()!
            }.max()!
        }
    }
}
