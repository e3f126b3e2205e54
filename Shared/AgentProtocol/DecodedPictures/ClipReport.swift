public import Frames

/// What a process that decodes a clip tells its host, a packet each: `opened`, then `memory` whenever its pictures are of another kind than
/// before, and pictures; at last `finished`. Instead of any of them `failed`, which is the last.
///
/// Read from a process that may be in the hands of who made the file: nothing in it is believed.
public enum ClipReport: Hashable, Sendable {
    /// The clip's length as the file says, in nanoseconds; 0 where it does not.
    case opened(nanoseconds: Int64)
    /// It needs memory for one such picture: the host answers with it.
    case memory(FrameGeometry, Orientation)
    /// One is in the memory, until the host answers; when it is shown, counted from the start of the part that was asked for. What was shown
    /// already at that start has a time below 0.
    case picture(nanoseconds: Int64)
    /// When the last one has been shown, counted so.
    case finished(nanoseconds: Int64)
    /// One line, which names the file.
    case failed(String)

    private static let longestText = 255

    private enum Kind: UInt32 { case opened = 1, memory, picture, finished, failed }

    public func encode(into buffer: WireBuffer) {
        buffer.clear()
        switch self {
        case .opened(let nanoseconds):
            buffer.integer(Kind.opened.rawValue)
            buffer.integer(nanoseconds)
        case .memory(let geometry, let orientation):
            buffer.integer(Kind.memory.rawValue)
            buffer.integer(UInt32(geometry.size.width))
            buffer.integer(UInt32(geometry.size.height))
            buffer.integer(geometry.format.rawValue)
            buffer.integer(UInt32(geometry.strideBytes))
            buffer.integer(orientation.rawValue)
        case .picture(let nanoseconds):
            buffer.integer(Kind.picture.rawValue)
            buffer.integer(nanoseconds)
        case .finished(let nanoseconds):
            buffer.integer(Kind.finished.rawValue)
            buffer.integer(nanoseconds)
        case .failed(let text):
            buffer.integer(Kind.failed.rawValue)
            buffer.text(text, atMost: Self.longestText)
        }
    }

    /// - Throws: `WireError` for what no decoder of ours says. Numbers are within their ranges, texts hold no control character.
    public init(decoding bytes: UnsafeRawBufferPointer) throws(WireError) {
        var reader = WireReader(bytes)
        switch Kind(rawValue: try reader.integer()) {
        case .opened:
            let nanoseconds = try reader.integer(Int64.self)
            guard nanoseconds >= 0 else { throw .badValue(field: "duration") }
            self = .opened(nanoseconds: nanoseconds)
        case .memory: self = try Self.memory(&reader)
        case .picture: self = .picture(nanoseconds: try reader.integer())
        case .finished: self = .finished(nanoseconds: try reader.integer())
        case .failed: self = .failed(try reader.text("text", atMost: Self.longestText))
        case nil: throw .badValue(field: "kind")
        }
        try reader.finish()
    }

    private static func memory(_ reader: inout WireReader) throws(WireError) -> ClipReport {
        let (width, height): (UInt32, UInt32) = (try reader.integer(), try reader.integer())
        guard let format = PixelFormat(rawValue: try reader.integer()) else { throw .badValue(field: "pixel format") }
        let stride: UInt32 = try reader.integer()
        guard let geometry = FrameGeometry(size: PixelSize(width: Int(width), height: Int(height)), format: format, strideBytes: Int(stride)) else {
            throw .badValue(field: "geometry")
        }
        guard let orientation = Orientation(rawValue: try reader.integer()) else { throw .badValue(field: "orientation") }
        return .memory(geometry, orientation)
    }
}
