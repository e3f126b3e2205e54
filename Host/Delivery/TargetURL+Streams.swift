public import Codec

/// What a target takes of what is encoded.
extension TargetURL {
    /// Whether it has a place for pictures; else it gets sound alone.
    public var takesPictures: Bool { container.takesPictures }

    /// The codec in which it gets the sound: the wanted one if it takes it.
    public func audioCodec(preferring wanted: AudioCodec) -> AudioCodec {
        let taken = audioCodecs
        return taken.contains(wanted) ? wanted : taken.contains(.aac) ? .aac : .opus
    }

    /// Browsers take MPEG-TS with AAC alone.
    private var audioCodecs: Set<AudioCodec> {
        switch place {
        case .hls, .httpHLS: [.aac]
        case .rtmp, .srt, .udp, .file: container.audioCodecs
        }
    }

    package var container: Container {
        switch place {
        case .rtmp: .flv
        case .srt, .udp, .hls, .httpHLS: .mpegts
        case .file(let container): container
        }
    }
}
