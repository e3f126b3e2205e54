import CLibAV
import Frames
import Picture

/// An encoder of libavcodec. One that cannot make key frames when they are asked for, or follow a bit rate, is opened anew at a key frame.
final class LibAVEncoder: PictureEncoder {
    private(set) var stream: StreamDescription
    private var context: UnsafeMutablePointer<AVCodecContext>
    private let upload: PictureUpload
    private let packet: UnsafeMutablePointer<AVPacket>
    private var settings: VideoSettings
    private let traits: EncoderTraits
    /// Whether it has got a picture since it was opened.
    private var isUsed = false
    /// Whether it was opened with another bit rate than it should have now.
    private var isStale = false

    /// - Parameter form: in which it gets the pictures; `nil` for the encoder's usual one.
    init(_ settings: VideoSettings, form: PictureUpload.Form? = nil) throws(CodecError) {
        self.settings = settings
        traits = EncoderTraits(of: settings.encoder)
        upload = try PictureUpload(form ?? PictureUpload.Form(of: settings.encoder, device: settings.device), settings)
        context = try Self.open(settings, upload)
        do throws(CodecError) {
            if settings.encoder == "libaom-av1" { context = try Self.withHeader(context, settings, upload) }
            stream = try StreamDescription(
                Coding(videoID: context.pointee.codec_id) ?? .h264, of: context, isReduced: settings.isReduced)
            packet = try libavObject("av_packet_alloc", av_packet_alloc())
        } catch {
            Self.close(context)
            throw error
        }
    }

    deinit {
        Self.close(context)
        var packet: UnsafeMutablePointer<AVPacket>? = packet
        av_packet_free(&packet)
    }

    func encode(_ picture: I420View, changed: Damage?, ticks: Int64, isKeyframe: Bool, emit: Emit) throws(CodecError) {
        if isKeyframe, isUsed, isStale || !traits.makesKeyframes { try reopen(emit) }
        let frame = try upload.frame(of: picture)
        frame.pointee.pts = ticks
        frame.pointee.pict_type = isKeyframe ? AV_PICTURE_TYPE_I : AV_PICTURE_TYPE_NONE
        isUsed = true
        try libav("avcodec_send_frame", avcodec_send_frame(context, frame))
        try receive(emit)
    }

    func flush(emit: Emit) throws(CodecError) {
        // SVT-AV1 would wait for a packet for ever.
        guard isUsed else { return }
        try libav("avcodec_send_frame", avcodec_send_frame(context, nil))
        try receive(emit)
    }

    func setBitRate(_ bitsPerSecond: Int, stretch: Double) {
        let bitRate = Int(clamping: Double(bitsPerSecond) * stretch)
        guard bitRate != settings.bitsPerSecond else { return }
        settings.bitsPerSecond = bitRate
        if traits.followsBitRate { Self.apply(bitsPerSecond: bitsPerSecond, stretch: stretch, to: context) } else { isStale = true }
    }

    func setEffort(_ preset: String) {}

    /// The next picture begins anew; what players were told of the stream mostly stays true.
    private func reopen(_ emit: Emit) throws(CodecError) {
        let opened = try Self.open(settings, upload)
        do throws(CodecError) {
            let described = try StreamDescription(stream.coding, of: opened, isReduced: settings.isReduced)
            try flush(emit: emit)
            if described.isDescribed, !described.hasHeader(of: stream) { stream = described }
        } catch {
            Self.close(opened)
            throw error
        }
        Self.close(context)
        (context, isUsed, isStale) = (opened, false, false)
    }

    private func receive(_ emit: Emit) throws(CodecError) { try receivePackets(of: context, packet, emit) }
}
