/// One entry of CODECS (RFC 6381), such as `avc1.64001f`.
public struct CodecString: Hashable, Sendable {
    public let text: String

    public init(_ text: String) { self.text = text }

    /// The four letters that a file's sample entry has: `avc1`.
    public var sampleEntry: String { String(text.prefix { $0 != "." }) }

    public var isVideo: Bool { Self.videoEntries.contains(sampleEntry.lowercased()) }
    public var isDolbyVision: Bool { ["dvh1", "dvhe", "dva1", "dvav", "dav1"].contains(sampleEntry.lowercased()) }

    /// A short name of an audio format, as predicates have it; `nil` for what is no audio.
    public var audioFormat: String? {
        let parts = text.lowercased().split(separator: ".")
        switch parts.first {
        case "mp4a": return Self.audioObject(parts.dropFirst().map(String.init))
        case "ac-3", "ec-3", "ac-4", "alac", "flac", "opus", "apac": return String(parts[0])
        case "mp4a3", "mp3": return "mp3"
        default: return nil
        }
    }

    /// Whether nothing is lost in it.
    public static func isLossless(_ audioFormat: String) -> Bool { audioFormat == "alac" || audioFormat == "flac" }

    private static let videoEntries: Set = [
        "avc1", "avc3", "hvc1", "hev1", "dvh1", "dvhe", "dva1", "dvav", "dav1", "av01", "vp09", "vvc1", "mjpg", "jpeg", "mp4v",
    ]

    /// `40` is MPEG-4 audio, of which the object type says more (ISO/IEC 14496-3, table 1.17).
    private static func audioObject(_ parts: [String]) -> String {
        guard let kind = parts.first else { return "aac" }
        switch kind {
        case "40":
            switch parts.dropFirst().first {
            case "5", "05": return "aach"
            case "29": return "aacp"
            case "34": return "mp3"
            case "42": return "usac"
            default: return "aac"
            }
        case "69", "6b": return "mp3"
        case "a5": return "ac-3"
        case "a6": return "ec-3"
        case "ad": return "opus"
        default: return "aac"
        }
    }
}
