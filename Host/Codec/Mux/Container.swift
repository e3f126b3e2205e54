/// How packets become bytes.
public enum Container: String, Sendable, Hashable, CaseIterable {
    case flv
    case mkv
    /// Fragmented, so that a file cut short still plays.
    case mp4
    case mpegts

    /// libavformat's name.
    var format: String { self == .mkv ? "matroska" : rawValue }

    /// A crash loses no more than the last fragment or cluster: a second, or two where key frames are rarer than packets.
    func options(isSeekable: Bool) -> [(String, String)] {
        switch self {
        case .flv: isSeekable ? [] : [("flvflags", "no_duration_filesize")]
        case .mkv: [("cluster_time_limit", "1000")]
        case .mp4: [("movflags", "empty_moov+default_base_moof+frag_keyframe"), ("frag_duration", "1000000")]
        // Sound goes out frame by frame instead of waiting for 2930 bytes, a fifth of a second.
        case .mpegts: [("pes_payload_size", "0")]
        }
    }
}
