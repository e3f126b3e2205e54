import CLibAV

/// What a stream's header says in figures, for those who write it without libavformat.
public struct StreamFacts: Hashable, Sendable {
    /// Of pictures; 0 for audio.
    public let width, height: Int
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
            width: Int(known.width), height: Int(known.height), bitsPerSecond: Int(known.bit_rate),
            frameRate: frameRate.num != 0 && frameRate.den != 0 ? av_q2d(frameRate) : 0, sampleRate: Int(known.sample_rate),
            channelCount: Int(known.ch_layout.nb_channels))
    }

    /// Whether decoders start with the same header.
    public func hasHeader(of other: StreamDescription) -> Bool {
        self === other || withHeader { own in other.withHeader { own.elementsEqual($0) } }
    }

    /// What decoders of MP4, FLV and RTMP start with: an AVCDecoderConfigurationRecord of H.264, an AudioSpecificConfig of AAC. Empty where
    /// the encoder has not said what belongs into it.
    public var decoderConfiguration: [UInt8] {
        withHeader { header in
            // An encoder may have made the record itself.
            guard coding == .h264, header.starts(with: [0, 0, 1]) || header.starts(with: [0, 0, 0, 1]) else { return Array(header) }
            return AVCConfiguration(annexB: header)?.bytes ?? []
        }
    }

    private func withHeader<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        body(UnsafeRawBufferPointer(start: parameters.pointee.extradata, count: Int(parameters.pointee.extradata_size)))
    }
}
