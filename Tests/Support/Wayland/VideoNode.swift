public import Fixtures
import Foundation

/// A video node of PipeWire with known pictures: the standard `ColourChart` under a stamp at the top left.
///
/// Its functions return when the node has taken the command; the next frame shows it.
public final class VideoNode: Sendable {
    public enum Format: String, CaseIterable, Sendable {
        case bgrx = "BGRx"
        case bgra = "BGRA"
        case rgbx = "RGBx"
        case rgba = "RGBA"
        case xrgb = "xRGB"
        case xbgr = "xBGR"
        case rgb = "RGB"
        case bgr = "BGR"
        case i420 = "I420"
        case y42b = "Y42B"
        case nv12 = "NV12"
        case nv21 = "NV21"
        case p010 = "P010_10LE"
        case yuyv = "YUY2"
        case uyvy = "UYVY"
        case yvyu = "YVYU"
        /// Luma alone, in full range.
        case grey = "GRAY8"
        /// Which no one needs to take.
        case deepGrey = "GRAY16_LE"
    }

    public let process: FixtureProcess
    /// As PipeWire numbers it now.
    public let id: UInt32
    private let scratch: Scratch

    /// Returns when the node is there. Frames come once somebody reads.
    ///
    /// - Parameters:
    ///   - pool: how many buffers there are; nil leaves it to the reader.
    ///   - environment: of the desktop or sound server whose PipeWire it is.
    public init(
        _ format: Format = .bgrx, width: Int = 640, height: Int = 360, framesPerSecond: Double = 30, pool: Int? = nil,
        name: String = "video-node", in environment: [String: String?]
    ) throws {
        scratch = Scratch()
        let commands = scratch.file("commands")
        guard mkfifo(commands, 0o600) == 0 else { throw FixtureError("cannot make \(commands)") }
        let shape = [format.rawValue, "\(width)x\(height)", "\(framesPerSecond)", "\(pool ?? 0)", commands]
        process = try FixtureProcess([builtProduct("VideoNode"), "feed", name] + shape, environment: environment)
        try process.waitForOutput("node ")
        guard let match = process.output.firstMatch(of: /node (\d+)/), let id = UInt32(match.1) else {
            throw FixtureError("no node: \(process.output)")
        }
        self.id = id
    }

    deinit { process.end() }

    public func stop() { process.end() }

    private func send(_ words: String) throws {
        let before = process.output.matches(of: /done/).count
        let file = open(scratch.file("commands"), O_WRONLY | O_NONBLOCK | O_CLOEXEC)
        defer { close(file) }
        let line = Array((words + "\n").utf8)
        guard file >= 0, write(file, line, line.count) == line.count else { throw FixtureError("'\(words)' was not taken:\n\(process.output)") }
        try waitUntil("'\(words)': \(process.output.suffix(400))") {
            try process.expectRunning()
            return process.output.matches(of: /done/).count > before
        }
    }

    /// No frame comes until `go`.
    public func freeze() throws { try send("still") }
    public func go() throws { try send("go") }
    public func resize(width: Int, height: Int) throws { try send("size \(width)x\(height)") }
    /// - Parameter number: 0...7, as in `SPA_META_VideoTransform`.
    public func turn(_ number: Int) throws { try send("transform \(number)") }
    /// Says that only this part of its pictures counts; nil: all.
    public func crop(_ part: (x: Int, y: Int, width: Int, height: Int)?) throws {
        try send(part.map { "crop \($0.x),\($0.y),\($0.width)x\($0.height)" } ?? "crop none")
    }
    /// Where the pointer is, a square of 8 × 8 red pixels that goes beside the picture; nil: nowhere.
    public func point(_ place: (x: Int, y: Int)?) throws { try send(place.map { "cursor \($0.x),\($0.y)" } ?? "cursor none") }
    /// Sends one buffer with the flag of a broken one.
    public func sendBroken() throws { try send("corrupt") }
    /// Sends one buffer without a picture, as for events of the pointer alone.
    public func sendEmpty() throws { try send("empty") }
}
