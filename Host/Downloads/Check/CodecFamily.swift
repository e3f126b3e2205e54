import HLS

/// libavcodec's names of what CODECS may name.
enum CodecFamily {
    private static let video = [
        "avc1": "h264", "avc3": "h264", "dva1": "h264", "dvav": "h264", "hvc1": "hevc", "hev1": "hevc", "dvh1": "hevc", "dvhe": "hevc", "av01": "av1",
        "dav1": "av1", "vp09": "vp9", "vvc1": "vvc",
    ]
    private static let audio = [
        "aac": "aac", "aach": "aac", "aacp": "aac", "usac": "aac", "mp3": "mp3", "ac-3": "ac3", "ec-3": "eac3", "ac-4": "ac4", "alac": "alac",
        "flac": "flac",
        "opus": "opus",
    ]

    /// `nil` for what is neither picture nor audio.
    static func of(_ codec: CodecString) -> String? { video[codec.sampleEntry.lowercased()] ?? codec.audioFormat.flatMap { audio[$0] } }
}
