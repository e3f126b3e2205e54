import CLibAV
import Platform

extension LibAVEncoder {
    /// An opened context of the encoder of that name; the caller frees it.
    static func open(_ settings: VideoSettings, _ upload: PictureUpload) throws(CodecError) -> UnsafeMutablePointer<AVCodecContext> {
        guard let codec = avcodec_find_encoder_by_name(settings.encoder), codec.pointee.type == AVMEDIA_TYPE_VIDEO else {
            throw CodecError(
                .notAvailable, operation: "avcodec_find_encoder_by_name",
                message: "libavcodec has no video encoder named \"\(settings.encoder)\": `ffmpeg -encoders` lists those it has")
        }
        let context = try libavObject("avcodec_alloc_context3", avcodec_alloc_context3(codec))
        describe(settings, in: context)
        context.pointee.pix_fmt = upload.format
        if let surfaces = upload.surfaces { context.pointee.hw_frames_ctx = av_buffer_ref(surfaces) }
        var options: OpaquePointer?
        defer { av_dict_free(&options) }
        for (name, value) in EncoderOptions.all(settings) { av_dict_set(&options, name, value, 0) }
        do throws(CodecError) {
            try libav("avcodec_open2", avcodec_open2(context, codec, &options))
        } catch {
            close(context)
            throw error
        }
        return context
    }

    /// The same encoder with the sequence header that its stream will have: libaom says it with the first picture only, and containers begin with
    /// it. So a grey picture is encoded that no one sees, and the encoder opened anew.
    static func withHeader(
        _ context: UnsafeMutablePointer<AVCodecContext>, _ settings: VideoSettings, _ upload: PictureUpload
    ) throws(CodecError) -> UnsafeMutablePointer<AVCodecContext> {
        let header = try firstHeader(of: context, settings)
        let opened = try open(settings, upload)
        guard let bytes = av_mallocz(header.count + Int(AV_INPUT_BUFFER_PADDING_SIZE)) else {
            close(opened)
            throw CodecError(.library, operation: "av_mallocz", message: "out of memory")
        }
        bytes.copyMemory(from: header, byteCount: header.count)
        av_freep(&opened.pointee.extradata)
        opened.pointee.extradata = bytes.assumingMemoryBound(to: UInt8.self)
        opened.pointee.extradata_size = Int32(header.count)
        close(context)
        return opened
    }

    private static func firstHeader(of context: UnsafeMutablePointer<AVCodecContext>, _ settings: VideoSettings) throws(CodecError) -> [UInt8] {
        let frame = try libavObject("av_frame_alloc", av_frame_alloc())
        let packet = try libavObject("av_packet_alloc", av_packet_alloc())
        defer {
            var (freed, spent): (UnsafeMutablePointer<AVFrame>?, UnsafeMutablePointer<AVPacket>?) = (frame, packet)
            av_frame_free(&freed)
            av_packet_free(&spent)
        }
        (frame.pointee.width, frame.pointee.height) = (Int32(settings.size.width), Int32(settings.size.height))
        frame.pointee.format = AV_PIX_FMT_YUV420P.rawValue
        try libav("av_frame_get_buffer", av_frame_get_buffer(frame, 0))
        frame.pointee.pts = 0
        try libav("avcodec_send_frame", avcodec_send_frame(context, frame))
        try libav("avcodec_send_frame", avcodec_send_frame(context, nil))
        try libav("avcodec_receive_packet", avcodec_receive_packet(context, packet))
        let bytes = UnsafeRawBufferPointer(start: packet.pointee.data, count: Int(packet.pointee.size))
        var offset = 0
        while let unit = OBU.next(in: bytes, from: offset) {
            if unit.kind == .sequence { return Array(bytes[unit.whole]) }
            offset = unit.whole.upperBound
        }
        throw CodecError(.library, operation: "sequence header", message: "the encoder's first picture has none")
    }

    static func close(_ context: UnsafeMutablePointer<AVCodecContext>) {
        // What could not be opened has no codec.
        if let codec = context.pointee.codec, EncoderTraits(of: String(cString: codec.pointee.name)).needsPicture { feed(context) }
        var context: UnsafeMutablePointer<AVCodecContext>? = context
        avcodec_free_context(&context)
    }

    /// Gives it a picture that no one will see. One that was flushed takes none.
    private static func feed(_ context: UnsafeMutablePointer<AVCodecContext>) {
        var frame = av_frame_alloc()
        defer { av_frame_free(&frame) }
        guard let picture = frame else { return }
        (picture.pointee.width, picture.pointee.height) = (context.pointee.width, context.pointee.height)
        picture.pointee.format = context.pointee.pix_fmt.rawValue
        guard av_frame_get_buffer(picture, 0) == 0 else { return }
        _ = avcodec_send_frame(context, picture)
    }

    /// Says what the pictures are, and where key frames come from.
    static func describe(_ settings: VideoSettings, in context: UnsafeMutablePointer<AVCodecContext>) {
        (context.pointee.width, context.pointee.height) = (Int32(settings.size.width), Int32(settings.size.height))
        context.pointee.pix_fmt = settings.sampling.format
        context.pointee.time_base = Ticks.base
        // Whatever the cadence: rate control takes a stream without a frame rate for one of 90,000 a second.
        context.pointee.framerate = AVRational(num: Int32(settings.fps.numerator), den: Int32(settings.fps.denominator))
        context.pointee.sample_aspect_ratio = AVRational(num: 1, den: 1)
        context.pointee.color_range = AVCOL_RANGE_MPEG
        context.pointee.colorspace = AVCOL_SPC_BT709
        context.pointee.color_primaries = AVCOL_PRI_BT709
        context.pointee.color_trc = AVCOL_TRC_BT709
        // Where each pixel has its own, there is nothing to locate.
        if settings.sampling == .half { context.pointee.chroma_sample_location = AVCHROMA_LOC_CENTER }
        context.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER
        // Key frames come by time alone: from `pict_type`, never from a count.
        context.pointee.gop_size = 1 << 30
        if settings.isLowLatency { context.pointee.max_b_frames = 0 }
        // libx265 takes it for the number of pictures at a time.
        context.pointee.thread_count = settings.encoder == "libx265" && settings.isLowLatency ? 1 : Int32(settings.threadCount)
        apply(bitsPerSecond: settings.bitsPerSecond, to: context)
        switch settings.encoder {
        // Its own constant rate allows no most, which would have to be above the rate.
        case "libsvtav1": context.pointee.rc_max_rate = 0
        // A constant rate is what least and most agree on.
        case "libaom-av1": context.pointee.rc_min_rate = context.pointee.bit_rate
        default: break
        }
    }

    /// All three together, else encoders ignore a change.
    static func apply(bitsPerSecond: Int, stretch: Double = 1, to context: UnsafeMutablePointer<AVCodecContext>) {
        context.pointee.bit_rate = Int64(clamping: Double(bitsPerSecond) * stretch)
        context.pointee.rc_max_rate = context.pointee.bit_rate
        context.pointee.rc_buffer_size = Int32(clamping: Double(bitsPerSecond) * VideoSettings.bufferSpan.inSeconds)
    }
}
