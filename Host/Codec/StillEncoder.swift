import CLibAV
import Frames
public import Picture

/// Makes a picture file's bytes of a picture of the canvas.
///
/// PNG is sRGB without alpha; JPEG is what every reader takes it for without being told: BT.601 at full range, colour in full resolution.
public enum StillEncoder {
    /// From 1 to 31, the best first: nothing to be seen is lost.
    private static let jpegQuality: Int32 = 2

    /// Computes, some 100 ms for PNG at 1920x1080; any thread. Takes some ten bytes of memory for each pixel meanwhile.
    ///
    /// - Throws: what libavcodec says.
    public static func encode(_ picture: I420View, as format: StillFormat) throws(CodecError) -> [UInt8] {
        LibAVLog.forget()
        var frame: UnsafeMutablePointer<AVFrame>? = try rgb(of: picture)
        defer { av_frame_free(&frame) }
        if format == .jpeg {
            let jpeg = try PlaneConversion(from: AV_PIX_FMT_RGB24, SWS_CS_ITU709, isFull: true, to: AV_PIX_FMT_YUVJ444P, SWS_CS_ITU601, isFull: true)
                .converted(frame!)
            av_frame_free(&frame)
            frame = jpeg
        }
        return try encode(frame!, format)
    }

    private static func rgb(of picture: I420View) throws(CodecError) -> UnsafeMutablePointer<AVFrame> {
        let view = try libavObject("av_frame_alloc", av_frame_alloc())
        var owned: UnsafeMutablePointer<AVFrame>? = view
        defer { av_frame_free(&owned) }
        (view.pointee.width, view.pointee.height) = (Int32(picture.size.width), Int32(picture.size.height))
        view.pointee.format = AV_PIX_FMT_YUV420P.rawValue
        (view.pointee.data.0, view.pointee.data.1, view.pointee.data.2) = (picture.luma, picture.blueChroma, picture.redChroma)
        let (luma, chroma) = (Int32(picture.lumaStrideBytes), Int32(picture.chromaStrideBytes))
        (view.pointee.linesize.0, view.pointee.linesize.1, view.pointee.linesize.2) = (luma, chroma, chroma)
        return try PlaneConversion(from: AV_PIX_FMT_YUV420P, SWS_CS_ITU709, isFull: false, to: AV_PIX_FMT_RGB24, SWS_CS_ITU709, isFull: true)
            .converted(view)
    }

    private static func encode(_ frame: UnsafeMutablePointer<AVFrame>, _ format: StillFormat) throws(CodecError) -> [UInt8] {
        guard let codec = avcodec_find_encoder(format == .png ? AV_CODEC_ID_PNG : AV_CODEC_ID_MJPEG) else {
            throw CodecError(.notAvailable, operation: "snapshot", message: "this libavcodec has no encoder for \(format.rawValue)")
        }
        let context = try libavObject("avcodec_alloc_context3", avcodec_alloc_context3(codec))
        var owned: UnsafeMutablePointer<AVCodecContext>? = context
        defer { avcodec_free_context(&owned) }
        (context.pointee.width, context.pointee.height) = (frame.pointee.width, frame.pointee.height)
        context.pointee.pix_fmt = AVPixelFormat(frame.pointee.format)
        context.pointee.time_base = AVRational(num: 1, den: 1)
        // Square pixels: with them the header says JFIF, and so which colours these are.
        context.pointee.sample_aspect_ratio = AVRational(num: 1, den: 1)
        context.pointee.thread_count = 1
        context.pointee.color_range = AVCOL_RANGE_JPEG
        if format == .png {
            // PNG's sRGB.
            (frame.pointee.color_primaries, frame.pointee.color_trc) = (AVCOL_PRI_BT709, AVCOL_TRC_IEC61966_2_1)
        } else {
            context.pointee.flags |= AV_CODEC_FLAG_QSCALE
            context.pointee.global_quality = jpegQuality * FF_QP2LAMBDA
            frame.pointee.quality = context.pointee.global_quality
        }
        try libav("avcodec_open2", avcodec_open2(context, codec, nil))
        try libav("avcodec_send_frame", avcodec_send_frame(context, frame))
        try libav("avcodec_send_frame", avcodec_send_frame(context, nil))
        let packet = try libavObject("av_packet_alloc", av_packet_alloc())
        var ownedPacket: UnsafeMutablePointer<AVPacket>? = packet
        defer { av_packet_free(&ownedPacket) }
        try libav("avcodec_receive_packet", avcodec_receive_packet(context, packet))
        return Array(UnsafeBufferPointer(start: packet.pointee.data, count: Int(packet.pointee.size)))
    }
}
