import CLibAV
import CX264
import Frames
import Picture

/// libx264 by its own interface: it learns which macroblocks stayed as they were, and changes its effort between two pictures.
final class X264Encoder: PictureEncoder {
    let stream: StreamDescription
    private let encoder: OpaquePointer
    private let packet: UnsafeMutablePointer<AVPacket>
    private var parameters: x264_param_t
    private var effort: String
    private let sampling: ChromaSampling
    private var picture = x264_picture_t()
    /// `nil` where pictures are reordered: the flags hold against the picture before.
    private let map: MacroblockMap?
    /// Who made the stream, as libx264 says it (H.264 SEI): it goes before the first picture, unless libx264 puts it there with the headers.
    private var identity: [UInt8] = []

    init(_ settings: VideoSettings) throws(CodecError) {
        parameters = try Self.parameters(settings)
        (effort, sampling) = (settings.preset, settings.sampling)
        encoder = try Self.open(&parameters)
        do throws(CodecError) {
            let header = try Self.header(of: encoder)
            identity = settings.repeatsHeaders ? [] : header.identity
            stream = try StreamDescription(.h264, settings, header: header.sets)
            packet = try libavObject("av_packet_alloc", av_packet_alloc())
        } catch {
            x264_encoder_close(encoder)
            throw error
        }
        map = settings.isLowLatency ? MacroblockMap(of: settings.size) : nil
        x264_picture_init(&picture)
        picture.img.i_csp = sampling.x264
        picture.img.i_plane = 3
    }

    deinit {
        x264_encoder_close(encoder)
        var packet: UnsafeMutablePointer<AVPacket>? = packet
        av_packet_free(&packet)
    }

    func encode(_ view: I420View, changed: Damage?, ticks: Int64, isKeyframe: Bool, emit: Emit) throws(CodecError) {
        picture.i_pts = ticks
        picture.i_type = isKeyframe ? X264_TYPE_IDR : X264_TYPE_AUTO
        let chroma = try view.chroma(sampling)
        picture.img.plane = (view.luma, chroma.blue, chroma.red, nil)
        picture.img.i_stride = (Int32(view.lumaStrideBytes), Int32(chroma.strideBytes), Int32(chroma.strideBytes), 0)
        picture.prop.mb_info = changed.flatMap { map?.mark($0) }
        try run(&picture, emit)
    }

    func flush(emit: Emit) throws(CodecError) {
        while x264_encoder_delayed_frames(encoder) > 0 { try run(nil, emit) }
    }

    func setBitRate(_ bitsPerSecond: Int, stretch: Double) throws(CodecError) {
        // A constant quality has no bit rate.
        guard parameters.rc.i_rc_method != X264_RC_CRF else { return }
        let old = parameters.rc
        parameters.setBitRate(bitsPerSecond, stretch: stretch)
        let new = parameters.rc
        guard
            (old.i_bitrate, old.i_vbv_max_bitrate, old.i_vbv_buffer_size) != (new.i_bitrate, new.i_vbv_max_bitrate, new.i_vbv_buffer_size)
        else { return }
        try reconfigure()
    }

    func setQuality(_ factor: Double) throws(CodecError) {
        guard parameters.rc.i_rc_method == X264_RC_CRF, parameters.rc.f_rf_constant != Float(factor) else { return }
        parameters.rc.f_rf_constant = Float(factor)
        try reconfigure()
    }

    func setEffort(_ preset: String) throws(CodecError) {
        guard preset != effort else { return }
        try parameters.setEffort(preset)
        try reconfigure()
        effort = preset
    }

    private func reconfigure() throws(CodecError) { try x264("x264_encoder_reconfig", x264_encoder_reconfig(encoder, &parameters)) }

    private func run(_ input: UnsafeMutablePointer<x264_picture_t>?, _ emit: Emit) throws(CodecError) {
        var units: UnsafeMutablePointer<x264_nal_t>?
        var count: Int32 = 0
        var result = x264_picture_t()
        let bytes = Int(try x264("x264_encoder_encode", x264_encoder_encode(encoder, &units, &count, input, &result)))
        guard bytes > 0, let units else { return }
        try libav("av_new_packet", av_new_packet(packet, Int32(identity.count + bytes)))
        defer { av_packet_unref(packet) }
        packet.pointee.data.update(from: identity, count: identity.count)
        // All units of a picture lie one behind the other.
        (packet.pointee.data + identity.count).update(from: units[0].p_payload, count: bytes)
        if !identity.isEmpty { identity = [] }
        (packet.pointee.pts, packet.pointee.dts) = (result.i_pts, result.i_dts)
        if result.b_keyframe != 0 { packet.pointee.flags |= AV_PKT_FLAG_KEY }
        try emit(packet)
    }
}

/// Throws on a negative status, with what libx264 said on this thread; returns any other.
@discardableResult
func x264(_ operation: StaticString, _ status: Int32) throws(CodecError) -> Int32 {
    guard status < 0 else { return status }
    throw X264Encoder.failure(operation)
}
