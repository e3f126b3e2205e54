/// How pixels lie in memory, byte by byte, and for YUV what its numbers mean. Raw values travel on the wire and never change.
///
/// In the YUV formats two neighbouring columns share their colour, and in I420 and NV12 two neighbouring rows, too: frames of
/// odd width or height have a last column or row of colour that belongs to one column or row of luma. Colour is taken as
/// sited in the middle of the pixels that share it.
public enum PixelFormat: Hashable, Sendable {
    /// Blue, green, red, unused: what an X server of depth 24 on a little-endian machine gives. Full range.
    case bgrx
    /// Three planes: luma, blue chroma, red chroma, the latter at half size both ways.
    case i420(YUVColour)
    /// Two planes: luma; blue and red chroma in turn, at half size both ways.
    case nv12(YUVColour)
    /// One plane: luma, blue chroma, luma, red chroma; two pixels in four bytes, colour at half width.
    case yuyv(YUVColour)

    /// `nil` for BGRx.
    public var colour: YUVColour? {
        switch self {
        case .bgrx: nil
        case .i420(let colour), .nv12(let colour), .yuyv(let colour): colour
        }
    }

    /// Whether two neighbouring rows share their colour.
    public var sharesRows: Bool {
        switch self {
        case .i420, .nv12: true
        case .bgrx, .yuyv: false
        }
    }

    /// The fewest bytes that a row of the first plane takes.
    func leastStrideBytes(width: Int) -> Int {
        switch self {
        case .bgrx: width * 4
        case .i420, .nv12: (width + 1) / 2 * 2
        case .yuyv: (width + 1) / 2 * 4
        }
    }
}

extension PixelFormat: RawRepresentable {
    /// Arrangement in bits 0-7, matrix in bits 8-15, range in bits 16-23 (PROTOCOL.md section 4).
    public var rawValue: UInt32 {
        let arrangement: UInt32 =
            switch self {
            case .bgrx: 1
            case .i420: 2
            case .nv12: 3
            case .yuyv: 4
            }
        guard let colour else { return arrangement }
        return arrangement | UInt32(colour.matrix.rawValue) << 8 | UInt32(colour.range.rawValue) << 16
    }

    /// `nil` for what is not defined: YUV must say what its numbers mean, BGRx must not.
    public init?(rawValue: UInt32) {
        let matrix = YUVColour.Matrix(rawValue: UInt8(truncatingIfNeeded: rawValue >> 8))
        let range = YUVColour.Range(rawValue: UInt8(truncatingIfNeeded: rawValue >> 16))
        let colour = matrix.flatMap { matrix in range.map { YUVColour(matrix: matrix, range: $0) } }
        switch (rawValue & 0xFF, colour) {
        case (1, _): self = .bgrx
        case (2, let colour?): self = .i420(colour)
        case (3, let colour?): self = .nv12(colour)
        case (4, let colour?): self = .yuyv(colour)
        default: return nil
        }
        guard self.rawValue == rawValue else { return nil }
    }
}
