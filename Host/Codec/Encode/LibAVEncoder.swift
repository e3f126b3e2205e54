import CLibAV
import Frames
import Picture

/// An encoder of libavcodec, which copies each picture.
final class LibAVEncoder: PictureEncoder {
    let stream: StreamDescription
    private let context: UnsafeMutablePointer<AVCodecContext>
    private let frame: UnsafeMutablePointer<AVFrame>
    private let packet: UnsafeMutablePointer<AVPacket>

    init(_ settings: VideoSettings) throws(CodecError) {
        context = try Self.open(settings)
        do throws(CodecError) {
            stream = try StreamDescription(.h264, of: context)
            frame = try libavObject("av_frame_alloc", av_frame_alloc())
            packet = try libavObject("av_packet_alloc", av_packet_alloc())
        } catch {
            var context: UnsafeMutablePointer<AVCodecContext>? = context
            avcodec_free_context(&context)
            throw error
        }
    }

    deinit {
        var context: UnsafeMutablePointer<AVCodecContext>? = context
        avcodec_free_context(&context)
        var frame: UnsafeMutablePointer<AVFrame>? = frame
        av_frame_free(&frame)
        var packet: UnsafeMutablePointer<AVPacket>? = packet
        av_packet_free(&packet)
    }

    func encode(_ picture: I420View, changed: Damage?, ticks: Int64, isKeyframe: Bool, emit: Emit) throws(CodecError) {
        lend(picture)
        frame.pointee.pts = ticks
        frame.pointee.pict_type = isKeyframe ? AV_PICTURE_TYPE_I : AV_PICTURE_TYPE_NONE
        try libav("avcodec_send_frame", avcodec_send_frame(context, frame))
        try receive(emit)
    }

    func flush(emit: Emit) throws(CodecError) {
        try libav("avcodec_send_frame", avcodec_send_frame(context, nil))
        try receive(emit)
    }

    func setBitRate(_ bitsPerSecond: Int, stretch: Double) { Self.apply(bitsPerSecond: bitsPerSecond, stretch: stretch, to: context) }

    func setEffort(_ preset: String) {}

    private func lend(_ picture: I420View) {
        frame.pointee.format = AV_PIX_FMT_YUV420P.rawValue
        (frame.pointee.width, frame.pointee.height) = (Int32(picture.size.width), Int32(picture.size.height))
        (frame.pointee.data.0, frame.pointee.data.1, frame.pointee.data.2) = (picture.luma, picture.blueChroma, picture.redChroma)
        frame.pointee.linesize.0 = Int32(picture.lumaStrideBytes)
        frame.pointee.linesize.1 = Int32(picture.chromaStrideBytes)
        frame.pointee.linesize.2 = Int32(picture.chromaStrideBytes)
    }

    private func receive(_ emit: Emit) throws(CodecError) {
        while true {
            let status = avcodec_receive_packet(context, packet)
            if status == -EAGAIN || status == clibav_error_end { return }
            try libav("avcodec_receive_packet", status)
            defer { av_packet_unref(packet) }
            try emit(packet)
        }
    }
}
