import CLibAV

/// What a muxer needs to know about one stream: codec, size or rate, and the header that decoders start with.
/// Made by an encoder, opaque to everyone else. Immutable; any thread.
public final class StreamDescription: @unchecked Sendable {
    // @unchecked: `parameters` is never written after init.
    public let coding: Coding
    public var kind: Packet.Kind { coding.kind }
    /// As in `Packet.track`.
    public let track: Int
    /// What a container calls it; `nil` for nothing.
    public let title: String?
    let parameters: UnsafeMutablePointer<AVCodecParameters>
    /// What the stream's times are counted in before the container sets its own base.
    let timeBase: AVRational
    /// Frames per second at most; 0 for audio.
    let frameRate: AVRational
    /// A picture that is smaller for a while than it was meant to be, for want of a link or of time.
    public let isReduced: Bool

    init(
        _ coding: Coding, of context: UnsafeMutablePointer<AVCodecContext>, track: Int = 0, title: String? = nil, isReduced: Bool = false
    ) throws(CodecError) {
        (self.coding, self.track, self.title, self.isReduced) = (coding, track, title, isReduced)
        timeBase = context.pointee.time_base
        frameRate = coding.kind == .video ? context.pointee.framerate : AVRational(num: 0, den: 1)
        parameters = try libavObject("avcodec_parameters_alloc", avcodec_parameters_alloc())
        try libav("avcodec_parameters_from_context", avcodec_parameters_from_context(parameters, context))
        // Packet times already count the encoder's delay in; a container that corrects for it would do so twice.
        parameters.pointee.initial_padding = 0
        // So would a decoder of Opus: its header (RFC 7845) says at byte 10 how many samples it leaves out at the start.
        if coding == .opus, parameters.pointee.extradata_size >= 19 {
            (parameters.pointee.extradata[10], parameters.pointee.extradata[11]) = (0, 0)
        }
    }

    deinit {
        var parameters: UnsafeMutablePointer<AVCodecParameters>? = parameters
        avcodec_parameters_free(&parameters)
    }
}
