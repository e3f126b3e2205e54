import CLibAV

/// What a stream's header says in figures, for those who write it without libavformat.
public struct StreamFacts: Hashable, Sendable {
    /// Of pictures; 0 for audio.
    public let width, height: Int
    /// Of pictures: a sample of colour for each pixel.
    public let hasFullChroma: Bool
    /// What was asked of the encoder.
    public let bitsPerSecond: Int
    /// Frames per second at most; 0 for audio, and where it is unknown.
    public let frameRate: Double
    /// Of audio; 0 for pictures.
    public let sampleRate, channelCount: Int
}

extension StreamDescription {
    public var facts: StreamFacts {
        let known = parameters.pointee
        return StreamFacts(
            width: Int(known.width), height: Int(known.height), hasFullChroma: known.format == ChromaSampling.full.format.rawValue,
            bitsPerSecond: Int(known.bit_rate),
            frameRate: frameRate.num != 0 && frameRate.den != 0 ? av_q2d(frameRate) : 0, sampleRate: Int(known.sample_rate),
            channelCount: Int(known.ch_layout.nb_channels))
    }

    /// Whether the encoder has said with what decoders start.
    var isDescribed: Bool { parameters.pointee.extradata_size > 0 }

    /// Whether decoders start with the same header.
    public func hasHeader(of other: StreamDescription) -> Bool {
        self === other || withHeader { own in other.withHeader { own.elementsEqual($0) } }
    }

    /// What decoders of MP4, FLV and RTMP start with: the configuration record of H.264, HEVC or AV1, an AudioSpecificConfig of AAC, an
    /// identification header of Opus (RFC 7845, 5.1). Empty where the encoder has not said what belongs into it.
    public var decoderConfiguration: [UInt8] {
        withHeader { header in
            // An encoder may have made the record itself.
            let isAnnexB = header.starts(with: [0, 0, 1]) || header.starts(with: [0, 0, 0, 1])
            return switch coding {
            case .h264 where isAnnexB: AVCConfiguration(annexB: header)?.bytes ?? []
            case .hevc where isAnnexB: HEVCConfiguration(annexB: header)?.bytes ?? []
            case .av1 where header.first != AV1Configuration.marker: AV1Configuration(header)?.bytes ?? []
            case .h264, .hevc, .av1, .aac, .opus: Array(header)
            }
        }
    }

    /// Lends what decoders start with, as the encoder gave it, for the length of the call; empty where it has not said it.
    func withHeader<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        body(UnsafeRawBufferPointer(start: parameters.pointee.extradata, count: Int(parameters.pointee.extradata_size)))
    }
}
