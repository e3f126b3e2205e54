import CLibAV
public import Picture
public import Platform

/// Encodes I420 pictures to H.264.
///
/// Belongs to one thread, **which must also make it**: libx264 starts its threads in `init`, and they inherit the
/// niceness of the calling thread (10 on the encode thread). Allocates nothing per picture of its own beyond the packet.
/// With libx264 the picture is read straight from the lender's planes and never kept; other encoders get a copy.
public final class VideoEncoder {
    public let settings: VideoSettings
    public let stream: StreamDescription
    private let context: UnsafeMutablePointer<AVCodecContext>
    private let frame: UnsafeMutablePointer<AVFrame>
    private let packet: UnsafeMutablePointer<AVPacket>
    /// Represents the borrowed planes, so that libavcodec takes a reference instead of a copy. `nil`: it copies.
    private let loan: UnsafeMutablePointer<AVBufferRef>?
    private var clock = EncoderClock()
    private var lastKeyframe: MediaTime?

    /// Opens the encoder, which takes some 10 ms.
    public init(_ settings: VideoSettings) throws(CodecError) {
        LibAVLog.forget()
        try settings.validate()
        self.settings = settings
        context = try Self.open(settings)
        do throws(CodecError) {
            stream = try StreamDescription(.h264, of: context)
            frame = try libavObject("av_frame_alloc", av_frame_alloc())
            packet = try libavObject("av_packet_alloc", av_packet_alloc())
            loan = settings.encoder == "libx264" ? try libavObject("av_buffer_alloc", av_buffer_alloc(1)) : nil
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
        frame?.pointee.buf.0 = nil
        av_frame_free(&frame)
        var packet: UnsafeMutablePointer<AVPacket>? = packet
        av_packet_free(&packet)
        var loan = loan
        av_buffer_unref(&loan)
    }

    /// Encodes a picture that no one will see, so that the first real one does not pay for the encoder's first touch of its
    /// memory (which costs a frame or two at full motion). Before the first `encode`; does nothing without `isLowLatency`.
    public func warmUp(_ picture: I420View) throws(CodecError) {
        guard settings.isLowLatency, lastKeyframe == nil else { return }
        for ticks in [-2, -1] as [Int64] {
            lend(picture)
            frame.pointee.pts = ticks * Int64(Ticks.base.den) / Int64(settings.fps)
            frame.pointee.pict_type = AV_PICTURE_TYPE_NONE
            try libav("avcodec_send_frame", avcodec_send_frame(context, frame))
            while avcodec_receive_packet(context, packet) == 0 { av_packet_unref(packet) }
        }
    }

    /// Encodes one picture and hands on what is ready: with `isLowLatency`, this very picture.
    ///
    /// It becomes a key frame when asked for, or when `keyframeInterval` has passed since the last one.
    /// - Parameters:
    ///   - picture: of the size in the settings; read during the call only.
    ///   - pts: later than that of the call before, else `.outOfOrder` is thrown and the picture is not encoded.
    public func encode(
        _ picture: I420View, at pts: MediaTime, wantsKeyframe: Bool = false, emit: (Packet) -> Void
    ) throws(CodecError) {
        guard picture.size == settings.size else {
            throw CodecError(
                .invalidSetting, operation: "encode", message: "a picture of \(picture.size) came to an encoder of \(settings.size)")
        }
        let ticks = try clock.ticks(for: pts)
        let isKeyframe = wantsKeyframe || isKeyframeDue(at: pts)
        if isKeyframe { lastKeyframe = pts }
        lend(picture)
        frame.pointee.pts = ticks
        frame.pointee.pict_type = isKeyframe ? AV_PICTURE_TYPE_I : AV_PICTURE_TYPE_NONE
        try libav("avcodec_send_frame", avcodec_send_frame(context, frame))
        try receive(emit)
        if let loan { precondition(av_buffer_get_ref_count(loan) == 1, "libx264 kept a borrowed picture") }
    }

    /// Hands on what the encoder still holds. Nothing can be encoded afterwards.
    public func flush(emit: (Packet) -> Void) throws(CodecError) {
        try libav("avcodec_send_frame", avcodec_send_frame(context, nil))
        try receive(emit)
    }

    /// Takes effect with the next picture, without a key frame.
    ///
    /// - Parameter framesPerSecond: how many pictures a second come at most from now on; `nil` for as many as the settings say. The encoder
    ///   deals out bits picture by picture, so that fewer get more each.
    public func setBitRate(_ bitsPerSecond: Int, framesPerSecond: Int? = nil) throws(CodecError) {
        try VideoSettings.validate(bitsPerSecond: bitsPerSecond)
        Self.apply(
            bitsPerSecond: bitsPerSecond, stretch: Double(settings.fps) / Double(min(framesPerSecond ?? settings.fps, settings.fps)), to: context)
    }

    /// Half a picture early is due, so that timers that jitter do not cost a whole keep-alive interval.
    private func isKeyframeDue(at pts: MediaTime) -> Bool {
        guard let lastKeyframe else { return true }
        return pts - lastKeyframe + .nanoseconds(500_000_000 / Int64(settings.fps)) >= settings.keyframeInterval
    }

    private func lend(_ picture: I420View) {
        frame.pointee.format = AV_PIX_FMT_YUV420P.rawValue
        (frame.pointee.width, frame.pointee.height) = (Int32(picture.size.width), Int32(picture.size.height))
        (frame.pointee.data.0, frame.pointee.data.1, frame.pointee.data.2) = (picture.luma, picture.blueChroma, picture.redChroma)
        frame.pointee.linesize.0 = Int32(picture.lumaStrideBytes)
        frame.pointee.linesize.1 = Int32(picture.chromaStrideBytes)
        frame.pointee.linesize.2 = Int32(picture.chromaStrideBytes)
        frame.pointee.buf.0 = loan
    }

    private func receive(_ emit: (Packet) -> Void) throws(CodecError) {
        while true {
            let status = avcodec_receive_packet(context, packet)
            if status == -EAGAIN || status == clibav_error_end { return }
            try libav("avcodec_receive_packet", status)
            let (pts, dts) = (clock.time(of: packet.pointee.pts), clock.time(of: packet.pointee.dts))
            emit(try Packet(taking: packet, coding: .h264, pts: pts, dts: dts, duration: .zero, stream: stream))
        }
    }
}
