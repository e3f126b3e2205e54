import CLibAV
import Glibc

extension VideoEncoder {
    /// An opened context; the caller frees it.
    static func open(_ settings: VideoSettings) throws(CodecError) -> UnsafeMutablePointer<AVCodecContext> {
        guard let codec = avcodec_find_encoder_by_name(settings.encoder), codec.pointee.type == AVMEDIA_TYPE_VIDEO else {
            throw CodecError(
                .notAvailable, operation: "avcodec_find_encoder_by_name",
                message: "libavcodec has no video encoder named \"\(settings.encoder)\": `ffmpeg -encoders` lists those it has")
        }
        let context = try libavObject("avcodec_alloc_context3", avcodec_alloc_context3(codec))
        describe(settings, in: context)
        var options: OpaquePointer?
        defer { av_dict_free(&options) }
        for (name, value) in self.options(settings) { av_dict_set(&options, name, value, 0) }
        do throws(CodecError) {
            try libav("avcodec_open2", avcodec_open2(context, codec, &options))
        } catch {
            var context: UnsafeMutablePointer<AVCodecContext>? = context
            avcodec_free_context(&context)
            throw error
        }
        return context
    }

    private static func describe(_ settings: VideoSettings, in context: UnsafeMutablePointer<AVCodecContext>) {
        (context.pointee.width, context.pointee.height) = (Int32(settings.size.width), Int32(settings.size.height))
        context.pointee.pix_fmt = AV_PIX_FMT_YUV420P
        context.pointee.time_base = Ticks.base
        // Whatever the cadence: rate control takes a stream without a frame rate for one of 90,000 a second.
        context.pointee.framerate = AVRational(num: Int32(settings.fps), den: 1)
        context.pointee.sample_aspect_ratio = AVRational(num: 1, den: 1)
        context.pointee.color_range = AVCOL_RANGE_MPEG
        context.pointee.colorspace = AVCOL_SPC_BT709
        context.pointee.color_primaries = AVCOL_PRI_BT709
        context.pointee.color_trc = AVCOL_TRC_BT709
        context.pointee.chroma_sample_location = AVCHROMA_LOC_CENTER
        context.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER
        // Key frames come by time alone: from `pict_type`, never from a count (1 << 30 is libx264's "infinite").
        context.pointee.gop_size = 1 << 30
        if settings.isLowLatency { context.pointee.max_b_frames = 0 }
        context.pointee.thread_count = Int32(settings.threads > 0 ? settings.threads : defaultThreads(for: settings))
        apply(bitsPerSecond: settings.bitsPerSecond, to: context)
    }

    private static func options(_ settings: VideoSettings) -> [(String, String)] {
        guard settings.encoder == "libx264" else { return [("profile", settings.profile.rawValue), ("forced-idr", "1")] }
        var options = [("preset", settings.preset), ("profile", settings.profile.rawValue), ("forced-idr", "1"), ("sc_threshold", "0")]
        if settings.isLowLatency { options.append(("tune", "zerolatency")) }
        // Besides the global header, which containers begin with.
        if settings.repeatsHeaders { options.append(("x264-params", "repeat-headers=1")) }
        return options
    }

    /// All three together, else libx264 ignores a change.
    ///
    /// - Parameter stretch: how much longer pictures last than the frame rate that it was opened with says.
    static func apply(bitsPerSecond: Int, stretch: Double = 1, to context: UnsafeMutablePointer<AVCodecContext>) {
        context.pointee.bit_rate = Int64(clamping: Double(bitsPerSecond) * stretch)
        context.pointee.rc_max_rate = context.pointee.bit_rate
        context.pointee.rc_buffer_size = Int32(clamping: Double(bitsPerSecond) * VideoSettings.bufferSpan.inSeconds)
    }

    /// Slices of one picture side by side: on two cores they take the same CPU time as one thread, for half the delay.
    /// More slices than these cost picture quality and gain little.
    private static func defaultThreads(for settings: VideoSettings) -> Int {
        let most = settings.size.width * settings.size.height > 1920 * 1088 ? 8 : 4
        return min(max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))), most)
    }
}
