/// How packets become bytes.
public enum Container: String, Sendable, Hashable, CaseIterable {
    case flv
    case mkv
    /// Fragmented, so that a file cut short still plays.
    case mp4
    case mpegts
    /// For audio alone, as are those below: MP4, fragmented.
    case m4a
    /// Matroska.
    case mka
    case ogg
    /// AAC frames, each with a header of its own.
    case adts

    /// Whether it can hold pictures.
    public var takesPictures: Bool {
        switch self {
        case .flv, .mkv, .mp4, .mpegts: true
        case .m4a, .mka, .ogg, .adts: false
        }
    }

    /// What its pictures may be encoded to: what libavformat 5.1 writes, and players know there. FLV files hold what Adobe's
    /// specification has; in MPEG-TS there is no agreed form of AV1.
    public var videoCodings: Set<Coding> {
        switch self {
        case .mkv, .mp4: [.h264, .hevc, .av1]
        case .mpegts: [.h264, .hevc]
        case .flv: [.h264]
        case .m4a, .mka, .ogg, .adts: []
        }
    }

    /// Whether it can hold pictures or audio of this coding.
    public func takes(_ coding: Coding) -> Bool { videoCodings.contains(coding) || audioCodecs.contains { $0.coding == coding } }

    /// What its audio may be encoded to: what libavformat 5.1 writes, and players know there.
    public var audioCodecs: Set<AudioCodec> {
        switch self {
        case .mkv, .mka, .mp4, .mpegts: [.aac, .opus]
        case .flv, .m4a, .adts: [.aac]
        case .ogg: [.opus]
        }
    }

    /// libavformat's name.
    var format: String {
        switch self {
        case .mkv, .mka: "matroska"
        case .m4a: "ipod"
        case .flv, .mp4, .mpegts, .ogg, .adts: rawValue
        }
    }

    /// Whether it counts times by adding up how long everything lasts, which only the next packet tells of a picture.
    var needsDurations: Bool { self == .mp4 || self == .m4a }

    /// A crash loses no more than the last fragment, cluster or page: a second, or two where key frames are rarer than packets.
    ///
    /// - Parameter isCMAF: of MP4, pieces as CMAF wants them (ISO 23000-19): none ends but by `Muxer.flush`.
    func options(isSeekable: Bool, isCMAF: Bool = false) -> [(String, String)] {
        switch self {
        case .mp4 where isCMAF: [("movflags", "empty_moov+default_base_moof+frag_custom+frag_discont+cmaf+skip_trailer")]
        case .flv: isSeekable ? [] : [("flvflags", "no_duration_filesize")]
        case .mkv, .mka: [("cluster_time_limit", "1000")]
        // Without frag_discont each stream would begin at 0, however much later than the picture the audio begins.
        case .mp4, .m4a: [("movflags", "empty_moov+default_base_moof+frag_keyframe+frag_discont"), ("frag_duration", "1000000")]
        // Audio goes out frame by frame instead of waiting for 2930 bytes, a fifth of a second.
        case .mpegts: [("pes_payload_size", "0")]
        case .ogg: [("page_duration", "500000")]
        case .adts: []
        }
    }
}
