public import Codec
public import Frames
public import Platform

/// One encoding of the canvas, as the user describes it. What is `nil` is as the broadcast's own options say.
public struct EncodingChoice: Hashable, Sendable {
    /// Of the encoding that those options describe; targets that name none get it.
    public static let main = "main"
    public static let mostEncodings = 8

    public let name: String
    /// At most the canvas's; even sides. `nil` for the canvas's.
    public var size: PixelSize?
    /// Instead of a size: so high, even, and as wide as the canvas's shape makes it.
    var lines: Int?
    /// 1...240.
    public var framesPerSecond: FrameRate?
    /// In bits a second; where the links allow it, as the main encoding's. Not together with `constantQuality`.
    public var bitRate: Int?
    /// x264's rate factor (CRF), 1...51. For recordings: what the bit rate comes to follows from the picture.
    public var constantQuality: Double?
    /// A preset of the encoder.
    public var preset: String?

    /// The encoder of the broadcast where that is of this codec, else the usual one in software.
    public var coding: Coding?
    /// `full` for recordings alone.
    public var sampling = ChromaSampling.half
    /// Its key frames are shown at the same times as those of the main encoding, and of others that are aligned.
    public var isAligned = false
    /// Where it has no bit rate, that of the table for its size counts, whatever the broadcast's options say of the main one.
    var hasOwnBitRate = false

    /// - Parameter name: one that `isName` accepts.
    public init(_ name: String) { self.name = name }

    /// Lower-case letters, digits and dashes, a letter first, 24 at most.
    public static func isName(_ text: some StringProtocol) -> Bool {
        guard let first = text.utf8.first, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first), text.utf8.count <= 24 else { return false }
        return text.utf8.allSatisfy {
            ("a"..."z").contains(Character(UnicodeScalar($0))) || ("0"..."9").contains(Character(UnicodeScalar($0))) || $0 == UInt8(ascii: "-")
        }
    }

    /// Of the size that it has without being described, which gives way to a smaller picture.
    var isPreset: Bool { Self.presets.contains { ($0.name, $0.size) == (name, size) } }

    /// What is there without being described: for slow links, for ordinary ones, and for good ones.
    public static let presets: [EncodingChoice] = {
        var (low, mid, high) = (EncodingChoice("low"), EncodingChoice("mid"), EncodingChoice("high"))
        (low.size, low.bitRate) = (PixelSize(width: 640, height: 360), 600_000)
        (mid.size, mid.bitRate) = (PixelSize(width: 1280, height: 720), 2_000_000)
        high.bitRate = 6_000_000
        return [low, mid, high]
    }()
}
