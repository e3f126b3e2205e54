public import Codec

/// What a target takes of what is encoded.
extension TargetURL {
    /// Whether it can hold pictures; else it gets audio alone.
    public var takesPictures: Bool { container.takesPictures }

    /// Why it cannot have pictures of this coding, and what to give instead; `nil` when it can, or gets audio alone. Whether a server does
    /// is known when it answers.
    ///
    /// - Parameter hasOwnCodec: whether the codec is that of an encoding beside the main one.
    public func refusal(of coding: Coding, hasOwnCodec: Bool = false) -> String? {
        guard takesPictures else { return nil }
        let instead = hasOwnCodec ? "give its encoding codec=h264" : "start with the encoder x264"
        switch kind {
        // Other codecs go out by enhanced RTMP, and in segments of MP4.
        case .rtmp, .hls, .httpHLS: return nil
        case .srt, .udp, .file:
            guard !container.videoCodings.contains(coding) else { return nil }
            switch container {
            case .mpegts:
                let other = hasOwnCodec ? "hevc" : "x265"
                return "\(self) is MPEG-TS, which cannot carry \(coding.words): \(instead) or \(other), or another kind of target"
            case .flv: return "\(self) is FLV, which cannot hold \(coding.words): name a .mkv or .mp4 file, or \(instead)"
            case .mkv, .mp4, .m4a, .mka, .ogg, .adts: return "\(self) cannot hold \(coding.words): \(instead)"
            }
        }
    }

    /// The codec in which it gets the audio: the wanted one if it takes it.
    ///
    /// - Parameter picture: the coding of the pictures beside it. An RTMP server that takes others than H.264 knows enhanced RTMP, which has
    ///   Opus too.
    public func audioCodec(preferring wanted: AudioCodec, beside picture: Coding = .h264) -> AudioCodec {
        if case .rtmp = kind, picture != .h264 { return wanted }
        let taken = audioCodecs
        return taken.contains(wanted) ? wanted : taken.contains(.aac) ? .aac : .opus
    }

    /// Browsers take MPEG-TS with AAC alone.
    private var audioCodecs: Set<AudioCodec> {
        switch kind {
        case .hls, .httpHLS: [.aac]
        case .rtmp, .srt, .udp, .file: container.audioCodecs
        }
    }

    public var container: Container {
        switch kind {
        case .rtmp: .flv
        case .srt, .udp, .hls, .httpHLS: .mpegts
        case .file(let container): container
        }
    }
}
