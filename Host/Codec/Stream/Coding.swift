/// How a stream is encoded. At most one stream of each coding and track exists at a time, so that they tell the streams apart.
public enum Coding: String, Sendable, Hashable, CaseIterable {
    case h264, hevc, av1, aac, opus

    public var kind: Packet.Kind {
        switch self {
        case .h264, .hevc, .av1: .video
        case .aac, .opus: .audio
        }
    }

    /// As people write it.
    public var words: String {
        switch self {
        case .h264: "H.264"
        case .hevc: "HEVC"
        case .av1: "AV1"
        case .aac: "AAC"
        case .opus: "Opus"
        }
    }

    /// Four characters that name it in MP4 and in enhanced RTMP.
    public var fourCC: String {
        switch self {
        case .h264: "avc1"
        case .hevc: "hvc1"
        case .av1: "av01"
        case .aac: "mp4a"
        case .opus: "Opus"
        }
    }
}
