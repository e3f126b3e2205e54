public import Codec

/// What a target takes of what is encoded.
extension TargetURL {
    /// Whether it can hold pictures; else it gets audio alone.
    public var takesPictures: Bool { container.takesPictures }

    /// The codec in which it gets the audio: the wanted one if it takes it.
    public func audioCodec(preferring wanted: AudioCodec) -> AudioCodec {
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
