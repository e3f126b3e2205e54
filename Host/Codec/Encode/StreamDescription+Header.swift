import CLibAV

extension StreamDescription {
    /// Of what an encoder makes whose context is not libavcodec's, or not in this process.
    ///
    /// - Parameter header: what decoders start with, as libavcodec's encoders give it: of H.264 and HEVC the parameter sets, with start codes.
    convenience init(_ coding: Coding, _ settings: VideoSettings, header: [UInt8]) throws(CodecError) {
        let context = try libavObject("avcodec_alloc_context3", avcodec_alloc_context3(nil))
        defer {
            var context: UnsafeMutablePointer<AVCodecContext>? = context
            avcodec_free_context(&context)
        }
        (context.pointee.codec_type, context.pointee.codec_id) = (AVMEDIA_TYPE_VIDEO, coding.videoID)
        LibAVEncoder.describe(settings, in: context)
        let padded = header.count + Int(AV_INPUT_BUFFER_PADDING_SIZE)
        let copy = try libavObject("av_mallocz", av_mallocz(padded)?.assumingMemoryBound(to: UInt8.self))
        copy.update(from: header, count: header.count)
        (context.pointee.extradata, context.pointee.extradata_size) = (copy, Int32(clamping: header.count))
        try self.init(coding, of: context, isReduced: settings.isReduced)
    }
}

extension Coding {
    /// libavcodec's, of pictures; of audio none.
    fileprivate var videoID: AVCodecID {
        switch self {
        case .h264: AV_CODEC_ID_H264
        case .hevc: AV_CODEC_ID_HEVC
        case .av1: AV_CODEC_ID_AV1
        case .aac, .opus: AV_CODEC_ID_NONE
        }
    }
}
