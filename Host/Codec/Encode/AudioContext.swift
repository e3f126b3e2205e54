import CLibAV

/// Takes one frame of samples after the other. Belongs to one thread.
protocol FrameEncoder {
    /// - Parameters:
    ///   - frame: of the encoder's length and format; read during the call. `nil` hands on what is held back: nothing can be encoded afterwards.
    ///   - emit: gets each packet that is done. What it does not take is gone afterwards.
    func encode(
        _ frame: UnsafeMutablePointer<AVFrame>?, emit: (UnsafeMutablePointer<AVPacket>) throws(CodecError) -> Void
    ) throws(CodecError)
}

/// An encoder of libavcodec's, as the settings say.
final class AudioContext: FrameEncoder {
    let pointer: UnsafeMutablePointer<AVCodecContext>
    private let packet: UnsafeMutablePointer<AVPacket>
    /// `nil` where the encoder judges its frames in another way.
    private var rate: FrugalBitRate?

    /// - Parameter options: further ones of libavcodec's encoder, in its own words.
    /// - Throws: `.notAvailable` where libavcodec lacks the encoder.
    init(_ settings: AudioSettings, options more: KeyValuePairs<String, String> = [:]) throws(CodecError) {
        guard let codec = avcodec_find_encoder_by_name(settings.codec.encoder) else {
            throw CodecError(
                .notAvailable, operation: "avcodec_find_encoder_by_name",
                message: "libavcodec has no encoder for \(settings.codec.words) (\(settings.codec.encoder)): install a libavcodec that has it")
        }
        packet = try libavObject("av_packet_alloc", av_packet_alloc())
        pointer = try libavObject("avcodec_alloc_context3", avcodec_alloc_context3(codec))
        // Float, as the mix is: planes for AAC, interleaved for libopus.
        pointer.pointee.sample_fmt = settings.codec == .aac ? AV_SAMPLE_FMT_FLTP : AV_SAMPLE_FMT_FLT
        pointer.pointee.sample_rate = Int32(settings.sampleRate)
        av_channel_layout_default(&pointer.pointee.ch_layout, Int32(settings.channels))
        pointer.pointee.bit_rate = Int64(settings.bitsPerSecond)
        pointer.pointee.time_base = AVRational(num: 1, den: Int32(settings.sampleRate))
        // Bit-exact: no block begins with who made it.
        pointer.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER | AV_CODEC_FLAG_BITEXACT
        pointer.pointee.thread_count = 1
        var options: OpaquePointer?
        defer { av_dict_free(&options) }
        if let coder = settings.coder { av_dict_set(&options, "aac_coder", coder, 0) }
        rate = settings.coder == AudioSettings.fastCoder ? FrugalBitRate(bitsPerSecond: settings.bitsPerSecond) : nil
        for (name, value) in more { av_dict_set(&options, name, value, 0) }
        try libav("avcodec_open2", avcodec_open2(pointer, codec, &options))
    }

    deinit {
        var context: UnsafeMutablePointer<AVCodecContext>? = pointer
        avcodec_free_context(&context)
        var packet: UnsafeMutablePointer<AVPacket>? = packet
        av_packet_free(&packet)
    }

    /// Room for one frame of the encoder; the caller frees it.
    func makeFrame() throws(CodecError) -> UnsafeMutablePointer<AVFrame> {
        let frame = try libavObject("av_frame_alloc", av_frame_alloc())
        frame.pointee.format = pointer.pointee.sample_fmt.rawValue
        frame.pointee.sample_rate = pointer.pointee.sample_rate
        frame.pointee.nb_samples = pointer.pointee.frame_size
        do throws(CodecError) {
            try libav("av_channel_layout_copy", av_channel_layout_copy(&frame.pointee.ch_layout, &pointer.pointee.ch_layout))
            try libav("av_frame_get_buffer", av_frame_get_buffer(frame, 0))
        } catch {
            var frame: UnsafeMutablePointer<AVFrame>? = frame
            av_frame_free(&frame)
            throw error
        }
        return frame
    }

    func encode(
        _ frame: UnsafeMutablePointer<AVFrame>?, emit: (UnsafeMutablePointer<AVPacket>) throws(CodecError) -> Void
    ) throws(CodecError) {
        try libav("avcodec_send_frame", avcodec_send_frame(pointer, frame))
        try receivePackets(of: pointer, packet) { (packet) throws(CodecError) in
            follow(packet)
            try emit(packet)
        }
        // Copies only if the encoder had kept a reference, which neither does.
        if let frame { try libav("av_frame_make_writable", av_frame_make_writable(frame)) }
    }

    /// libavcodec's AAC looks at the bit rate with every frame.
    private func follow(_ packet: UnsafeMutablePointer<AVPacket>) {
        guard var rate else { return }
        rate.encoded(bitsPerSecond: 8 * Double(packet.pointee.size) * Double(pointer.pointee.sample_rate) / Double(pointer.pointee.frame_size))
        pointer.pointee.bit_rate = Int64(clamping: rate.told)
        self.rate = rate
    }
}

/// Hands on what an encoder of libavcodec's has done.
///
/// - Parameters:
///   - packet: blank, for one after the other; what `emit` does not take is gone afterwards.
func receivePackets(
    of context: UnsafeMutablePointer<AVCodecContext>, _ packet: UnsafeMutablePointer<AVPacket>,
    _ emit: (UnsafeMutablePointer<AVPacket>) throws(CodecError) -> Void
) throws(CodecError) {
    while true {
        let status = avcodec_receive_packet(context, packet)
        if status == -EAGAIN || status == clibav_error_end { return }
        try libav("avcodec_receive_packet", status)
        defer { av_packet_unref(packet) }
        try emit(packet)
    }
}

extension AudioSettings {
    /// How libavcodec's AAC spreads its bits, in its own word; `nil` for other codecs.
    ///
    /// Its default, "twoloop", is for low rates: from 32 kb/s a channel on, "fast" takes half the processor time and loses less (speech, stereo
    /// at 128 kb/s: PESQ 4.54 instead of 3.95; at 64 kb/s 3.59 instead of 2.88; libavcodec 5.1). So does ffmpeg's manual say, section "aac".
    fileprivate var coder: String? {
        guard codec == .aac else { return nil }
        return bitsPerSecond >= 32_000 * channels ? Self.fastCoder : "twoloop"
    }

    fileprivate static let fastCoder = "fast"
}
