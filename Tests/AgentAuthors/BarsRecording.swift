import Fixtures
import Foundation

/// What the examples' pictures show in a recording: who drew each frame, and its counter.
struct BarsRecording {
    struct Frame {
        /// The counter's value, modulo 65,536.
        let number: Int
        /// Whose bars stand where that number says; nil when no agent's do.
        let painter: ExampleAgent?
    }

    let frames: [Frame]
    /// What a decoder had to say of the recording; empty when nothing.
    let complaints: String

    private static let (width, height, bars, cells, counterY) = (640, 360, 8, 16, 340)

    init(_ path: String) throws {
        let scratch = Scratch()
        let raw = scratch.file("raw")
        // Two rows say all: one through the bars, one through the counter.
        complaints = try messagesOfTool([
            "ffmpeg", "-nostdin", "-v", "warning", "-i", path, "-map", "0:v:0", "-fps_mode", "passthrough", "-vf",
            "scale=in_color_matrix=bt709:out_range=full,format=rgb24,split[a][b];[a]crop=\(Self.width):1:0:160[bars];"
                + "[b]crop=\(Self.width):1:0:\(Self.counterY)[cells];[bars][cells]vstack", "-f", "rawvideo", raw,
        ])
        let bytes = FileManager.default.contents(atPath: raw) ?? Data()
        let frameBytes = Self.width * 2 * 3
        frames = stride(from: 0, to: bytes.count, by: frameBytes).map { Self.read([UInt8](bytes[$0..<min($0 + frameBytes, bytes.count)])) }
    }

    private static func read(_ rows: [UInt8]) -> Frame {
        func pixel(_ x: Int, _ row: Int) -> [UInt8] { Array(rows[(row * width + x) * 3..<(row * width + x) * 3 + 3]) }
        var number = 0
        for cell in 0..<cells where pixel(cell * width / cells + width / cells / 2, 1)[1] > 127 { number |= 1 << cell }
        let painter = ExampleAgent.allCases.first { agent in
            agent.bars.indices.allSatisfy { bar in
                // The middle of that bar, in the picture that is shifted to the left by two pixels a frame.
                let x = (bar * width / bars + width / bars / 2 - number * 2) % width
                let seen = pixel(x < 0 ? x + width : x, 0)
                return zip(seen, agent.bars[bar]).allSatisfy { abs(Int($0) - Int($1)) < 40 }
            }
        }
        return Frame(number: number, painter: painter)
    }

    /// Who painted, one after the other, repetitions left out.
    var painters: [ExampleAgent] {
        frames.compactMap(\.painter).reduce(into: []) { if $0.last != $1 { $0.append($1) } }
    }
}
