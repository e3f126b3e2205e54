import Frames

/// Four letters that name how a camera's pictures lie in memory.
struct FourCC: Hashable, Sendable, CustomStringConvertible {
    let code: UInt32

    init(code: UInt32) { self.code = code }

    /// Four ASCII letters.
    init(_ letters: StaticString) {
        precondition(letters.utf8CodeUnitCount == 4, "a FourCC has four letters")
        code = (0..<4).reduce(0) { $0 | UInt32(letters.utf8Start[$1]) << UInt32(8 * $1) }
    }

    var description: String {
        String(decoding: (0..<4).map { UInt8(truncatingIfNeeded: code >> UInt32(8 * $0)) }, as: UTF8.self).filter { $0 != " " && $0.isASCII }
    }
}

/// What this agent can do with a camera's pictures, the best first: what lies in a slot as it comes, then what is put in order
/// while it is copied, then what has to be decoded.
enum CameraFormat: String, CaseIterable, Sendable {
    case nv12, i420, yuyv, uyvy, bgrx, mjpeg

    init?(_ letters: FourCC) {
        guard let format = Self.allCases.first(where: { $0.names.contains(letters) }) else { return nil }
        self = format
    }

    /// The FourCCs of the kernel for it.
    var names: [FourCC] {
        switch self {
        case .nv12: [FourCC("NV12")]
        case .i420: [FourCC("YU12")]
        case .yuyv: [FourCC("YUYV")]
        case .uyvy: [FourCC("UYVY")]
        case .bgrx: [FourCC("XR24"), FourCC("AR24"), FourCC("BGR4")]
        case .mjpeg: [FourCC("MJPG"), FourCC("JPEG")]
        }
    }

    /// As it lies in a slot; `nil` for what has to be decoded.
    func pixels(_ colour: YUVColour) -> PixelFormat? {
        switch self {
        case .nv12: .nv12(colour)
        case .i420: .i420(colour)
        case .yuyv, .uyvy: .yuyv(colour)
        case .bgrx: .bgrx
        case .mjpeg: nil
        }
    }
}
