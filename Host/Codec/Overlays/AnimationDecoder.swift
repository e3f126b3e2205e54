import CLibAV
import Frames
import Picture
import Platform

/// Decodes a GIF or an APNG to its end, frame by frame, each as it is shown: laid over those before it as the file says.
struct AnimationDecoder {
    enum Kind { case gif, apng }

    private let demuxer: MemoryDemuxer
    private let width: Int?
    private let limits: AnimatedImage.Limits

    init(_ bytes: UnsafeRawBufferPointer, _ kind: Kind, width: Int?, _ limits: AnimatedImage.Limits) throws(CodecError) {
        (self.width, self.limits) = (width, limits)
        // Once through, and times as they stand in the file: what too short a time becomes is said in one place.
        let options = kind == .gif ? [("min_delay", "0"), ("ignore_loop", "1")] : [("ignore_loop", "1"), ("max_fps", "0"), ("default_fps", "0")]
        demuxer = try MemoryDemuxer(bytes, format: kind == .gif ? "gif" : "apng", options: options)
    }

    func image() throws(CodecError) -> AnimatedImage {
        guard let parameters = demuxer.parameters, let codec = avcodec_find_decoder(parameters.pointee.codec_id) else {
            throw AnimatedImage.refusal("this libavcodec cannot decode it")
        }
        let context = try libavObject("avcodec_alloc_context3", avcodec_alloc_context3(codec))
        var owned: UnsafeMutablePointer<AVCodecContext>? = context
        defer { avcodec_free_context(&owned) }
        try libav("avcodec_parameters_to_context", avcodec_parameters_to_context(context, parameters))
        context.pointee.thread_count = 1
        context.pointee.err_recognition = Int32(AV_EF_EXPLODE)
        context.pointee.max_pixels = Int64(FrameGeometry.mostPixels)
        try libav("avcodec_open2", avcodec_open2(context, codec, nil))
        var packet: UnsafeMutablePointer<AVPacket>? = try libavObject("av_packet_alloc", av_packet_alloc())
        defer { av_packet_free(&packet) }
        var frame: UnsafeMutablePointer<AVFrame>? = try libavObject("av_frame_alloc", av_frame_alloc())
        defer { av_frame_free(&frame) }
        var frames: [AnimatedImage.Frame] = []
        while let milliseconds = try demuxer.read(into: packet!) {
            try libav("avcodec_send_packet", avcodec_send_packet(context, packet))
            av_packet_unref(packet)
            // Each packet is a picture; without threads it comes at once.
            try libav("avcodec_receive_frame", avcodec_receive_frame(context, frame))
            guard frames.count < limits.frames else { throw AnimatedImage.refusal("it has more than \(limits.frames) frames: give a shorter one") }
            let still = try StillPicture.convert(frame!)
            let size = OverlayFrame.size(of: still.geometry.size, width: width)
            guard frames.isEmpty || frames[0].image.size == size else { throw AnimatedImage.refusal("it is damaged: its frames differ in size") }
            try AnimatedImage.checkMemory(size, frames.count + 1, limits)
            let told = Duration.milliseconds(milliseconds)
            frames.append(.init(image: OverlayFrame(still, size: size), duration: told < AnimatedImage.shortest ? AnimatedImage.usual : told))
        }
        guard !frames.isEmpty else { throw AnimatedImage.refusal("there is no picture in it") }
        return AnimatedImage(frames)
    }
}
