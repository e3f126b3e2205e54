import Fixtures
import Foundation
import ServerFixtures

/// Every picture of a recording, made small, and which of them are a slate of a known colour.
struct SlateRecording {
    /// Red, green, blue, row by row; 160x90.
    typealias Small = [UInt8]
    private static let (width, height) = (160, 90)
    private static let filter = "scale=\(width):\(height):flags=area+accurate_rnd+full_chroma_int,format=rgb24"

    let pictures: [Small]
    /// Presentation times, in seconds.
    let times: [Double]
    let keyTimes: [Double]

    init(_ path: String) throws {
        let raw = try runTool([
            "ffmpeg", "-nostdin", "-v", "error", "-i", path, "-map", "0:v:0", "-fps_mode", "passthrough", "-vf", Self.filter, "-f", "rawvideo",
            "pipe:1",
        ])
        let frameBytes = Self.width * Self.height * 3
        pictures = stride(from: 0, to: raw.count, by: frameBytes).map { Small(raw[raw.startIndex + $0..<raw.startIndex + $0 + frameBytes]) }
        // What the container says: libavformat's parser takes a picture that refers to none for a key frame too.
        let rows = String(
            decoding: try runTool([
                "ffprobe", "-v", "error", "-fflags", "+nofillin+noparse", "-select_streams", "v", "-show_entries", "packet=pts_time,flags", "-of",
                "csv=p=0", path,
            ]), as: UTF8.self
        ).split(separator: "\n").map { $0.split(separator: ",") }
        times = rows.compactMap { Double($0[0]) }
        keyTimes = rows.filter { $0[1].contains("K") }.compactMap { Double($0[0]) }
        guard times.count == pictures.count else { throw FixtureError("\(path): \(pictures.count) pictures, \(times.count) times") }
    }

    /// From each packet of sound to the next, in seconds.
    static func soundGaps(of path: String) throws -> [Double] {
        let rows = try runTool(["ffprobe", "-v", "error", "-select_streams", "a", "-show_entries", "packet=pts_time", "-of", "csv=p=0", path])
        let times = String(decoding: rows, as: UTF8.self).split(whereSeparator: { $0 == "\n" || $0 == "," }).compactMap { Double($0) }
        return zip(times, times.dropFirst()).map { $1 - $0 }
    }

    /// What an X screen shows now, as small.
    static func screen(_ screen: XvfbServer, _ size: String) throws -> Small {
        Small(
            try runTool([
                "ffmpeg", "-nostdin", "-v", "error", "-f", "x11grab", "-video_size", size, "-i", screen.display, "-frames:v", "1",
                "-vf", filter, "-f", "rawvideo", "pipe:1",
            ]))
    }

    /// Whether a picture has the colour along all its edges, which no text reaches.
    func isSlate(_ index: Int, _ colour: [Int]) -> Bool {
        let picture = pictures[index]
        let edge = (0..<Self.width).flatMap { [($0, 0), ($0, Self.height - 1)] } + (0..<Self.height).flatMap { [(0, $0), (Self.width - 1, $0)] }
        return edge.allSatisfy { x, y in
            (0..<3).allSatisfy { abs(Int(picture[(y * Self.width + x) * 3 + $0]) - colour[$0]) <= 4 }
        }
    }

    /// How many small pixels are nearly white: those of a dark slate's text.
    func inkCount(_ index: Int) -> Int {
        stride(from: 0, to: pictures[index].count, by: 3).count { at in (0..<3).allSatisfy { pictures[index][at + $0] > 180 } }
    }

    /// The mean and the largest difference of two pictures' channels.
    static func difference(_ left: Small, _ right: Small) -> (mean: Double, most: Int) {
        let differences = zip(left, right).map { abs(Int($0) - Int($1)) }
        return (Double(differences.reduce(0, +)) / Double(max(1, differences.count)), differences.max() ?? 0)
    }

    var gaps: [Double] { zip(times, times.dropFirst()).map { $1 - $0 } }
}
