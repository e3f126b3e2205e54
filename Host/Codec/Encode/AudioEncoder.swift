public import AppGroup
import CLibAV

/// Encodes sound to AAC-LC in frames of 1024 samples.
///
/// Belongs to one thread. Times come from counting samples, so that they are exact; the encoder's delay of 1024
/// samples is taken off, so the first packet lies 1024 samples before the first sample and decodes to silence.
public final class AudioEncoder {
    public let settings: AudioSettings
    public let stream: StreamDescription
    /// A source that leaps this far ahead of its own sample count (missing quanta) takes the count with it.
    public static let leap: Duration = .milliseconds(40)
    private static let frameSamples = 1024

    private let context: UnsafeMutablePointer<AVCodecContext>
    private let frame: UnsafeMutablePointer<AVFrame>
    private let packet: UnsafeMutablePointer<AVPacket>
    private let base: AVRational
    private var origin: MediaTime?
    /// Samples between `origin` and the next one to come.
    private var position: Int64 = 0
    private var filled = 0

    public init(_ settings: AudioSettings = AudioSettings()) throws(CodecError) {
        LibAVLog.forget()
        try settings.validate()
        self.settings = settings
        base = AVRational(num: 1, den: Int32(settings.sampleRate))
        context = try Self.open(settings)
        do throws(CodecError) {
            stream = try StreamDescription(.audio, of: context)
            frame = try Self.makeFrame(settings)
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

    /// Takes one quantum and hands on the packets that are full.
    ///
    /// - Parameters:
    ///   - samples: interleaved, −1...1, any whole number of sample frames (480 from the mixer); read during the call.
    ///   - pts: when the first of them was heard.
    public func encode(_ samples: UnsafeBufferPointer<Float>, at pts: MediaTime, emit: (Packet) -> Void) throws(CodecError) {
        let origin = origin ?? pts
        self.origin = origin
        let heard = Ticks.from(pts - origin, in: base)
        if heard - position > Ticks.from(Self.leap, in: base) {
            // What was begun keeps its place: it is filled up with silence.
            if filled > 0 { try padAndSend(emit) }
            position = heard
        }
        var taken = 0
        let count = samples.count / settings.channels
        while taken < count {
            let part = min(count - taken, Self.frameSamples - filled)
            deinterleave(samples, from: taken, count: part)
            (taken, filled, position) = (taken + part, filled + part, position + Int64(part))
            if filled == Self.frameSamples { try send(emit) }
        }
    }

    /// Fills the begun frame up with silence and hands on everything. Nothing can be encoded afterwards.
    public func flush(emit: (Packet) -> Void) throws(CodecError) {
        if filled > 0 { try padAndSend(emit) }
        try libav("avcodec_send_frame", avcodec_send_frame(context, nil))
        try receive(emit)
    }

    private func deinterleave(_ samples: UnsafeBufferPointer<Float>, from first: Int, count: Int) {
        let channels = settings.channels
        for channel in 0..<channels {
            let plane = plane(channel) + filled
            for index in 0..<count { plane[index] = samples[(first + index) * channels + channel] }
        }
    }

    private func padAndSend(_ emit: (Packet) -> Void) throws(CodecError) {
        let missing = Self.frameSamples - filled
        for channel in 0..<settings.channels { (plane(channel) + filled).update(repeating: 0, count: missing) }
        (filled, position) = (Self.frameSamples, position + Int64(missing))
        try send(emit)
    }

    private func plane(_ channel: Int) -> UnsafeMutablePointer<Float> {
        let bytes = channel == 0 ? frame.pointee.data.0 : frame.pointee.data.1
        return UnsafeMutableRawPointer(bytes!).assumingMemoryBound(to: Float.self)
    }

    private func send(_ emit: (Packet) -> Void) throws(CodecError) {
        frame.pointee.pts = position - Int64(filled)
        filled = 0
        try libav("avcodec_send_frame", avcodec_send_frame(context, frame))
        try receive(emit)
        // Copies only if the encoder had kept a reference, which AAC does not.
        try libav("av_frame_make_writable", av_frame_make_writable(frame))
    }

    private func receive(_ emit: (Packet) -> Void) throws(CodecError) {
        while true {
            let status = avcodec_receive_packet(context, packet)
            if status == -EAGAIN || status == clibav_error_end { return }
            try libav("avcodec_receive_packet", status)
            let pts = (origin ?? .zero) + Ticks.span(packet.pointee.pts, in: base)
            let duration = Ticks.span(packet.pointee.duration, in: base)
            emit(try Packet(taking: packet, kind: .audio, pts: pts, dts: pts, duration: duration))
        }
    }

    private static func open(_ settings: AudioSettings) throws(CodecError) -> UnsafeMutablePointer<AVCodecContext> {
        guard let codec = avcodec_find_encoder_by_name("aac") else {
            throw CodecError(.notAvailable, operation: "avcodec_find_encoder_by_name", message: "libavcodec has no AAC encoder")
        }
        let context = try libavObject("avcodec_alloc_context3", avcodec_alloc_context3(codec))
        context.pointee.sample_fmt = AV_SAMPLE_FMT_FLTP
        context.pointee.sample_rate = Int32(settings.sampleRate)
        av_channel_layout_default(&context.pointee.ch_layout, Int32(settings.channels))
        context.pointee.bit_rate = Int64(settings.bitsPerSecond)
        context.pointee.time_base = AVRational(num: 1, den: Int32(settings.sampleRate))
        context.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER
        context.pointee.thread_count = 1
        do throws(CodecError) {
            try libav("avcodec_open2", avcodec_open2(context, codec, nil))
        } catch {
            var context: UnsafeMutablePointer<AVCodecContext>? = context
            avcodec_free_context(&context)
            throw error
        }
        return context
    }

    private static func makeFrame(_ settings: AudioSettings) throws(CodecError) -> UnsafeMutablePointer<AVFrame> {
        let frame = try libavObject("av_frame_alloc", av_frame_alloc())
        frame.pointee.format = AV_SAMPLE_FMT_FLTP.rawValue
        frame.pointee.sample_rate = Int32(settings.sampleRate)
        frame.pointee.nb_samples = Int32(frameSamples)
        av_channel_layout_default(&frame.pointee.ch_layout, Int32(settings.channels))
        do throws(CodecError) {
            try libav("av_frame_get_buffer", av_frame_get_buffer(frame, 0))
        } catch {
            var frame: UnsafeMutablePointer<AVFrame>? = frame
            av_frame_free(&frame)
            throw error
        }
        return frame
    }
}
