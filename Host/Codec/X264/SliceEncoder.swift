import CX264
import Picture

/// Encodes some rows of macroblocks as one slice of a key frame, with a libx264 of its own. Belongs to one thread.
final class SliceEncoder {
    /// The parameter sets of what it writes.
    let header: DeltaHeader
    private let encoder: OpaquePointer
    private var picture = x264_picture_t()

    /// - Parameters:
    ///   - whole: those of the encoder of the whole picture.
    ///   - height: of the rows, in pixels; even.
    init(_ whole: x264_param_t, height: Int) throws(CodecError) {
        var parameters = whole
        parameters.i_height = Int32(height)
        (parameters.i_threads, parameters.b_sliced_threads, parameters.i_slice_max_mbs) = (1, 0, 0)
        // The quantiser is told with each picture.
        (parameters.rc.i_vbv_max_bitrate, parameters.rc.i_vbv_buffer_size) = (0, 0)
        (parameters.b_repeat_headers, parameters.b_deblocking_filter) = (0, 0)
        (parameters.analyse.b_mb_info, parameters.analyse.b_psnr) = (0, 0)
        encoder = try X264Encoder.open(&parameters)
        do throws(CodecError) {
            guard let header = DeltaHeader(annexB: try X264Encoder.header(of: encoder).sets) else {
                throw CodecError(.library, operation: "x264_encoder_headers", message: "libx264 makes other slices of a part of a picture")
            }
            self.header = header
        } catch {
            x264_encoder_close(encoder)
            throw error
        }
        x264_picture_init(&picture)
        (picture.img.i_csp, picture.img.i_plane) = (X264_CSP_I420, 3)
    }

    deinit { x264_encoder_close(encoder) }

    /// - Parameters:
    ///   - view: the whole picture.
    ///   - line: the first of the rows, in pixels.
    ///   - body: gets the slice with its start code, and what decoders make of it; both to be read during the call only.
    func encode(
        _ view: I420View, from line: Int, quantiser: Int,
        _ body: (UnsafeBufferPointer<UInt8>, DeltaWriter.Reference) throws(CodecError) -> Void
    ) throws(CodecError) {
        try picture.setPlanes(of: view, .half, from: line)
        picture.i_pts += 1
        (picture.i_type, picture.i_qpplus1) = (X264_TYPE_IDR, Int32(quantiser) + 1)
        var units: UnsafeMutablePointer<x264_nal_t>?
        var count: Int32 = 0
        var result = x264_picture_t()
        try x264("x264_encoder_encode", x264_encoder_encode(encoder, &units, &count, &picture, &result))
        let slices = UnsafeBufferPointer(start: units, count: Int(count)).filter { $0.i_type == NAL_SLICE_IDR.rawValue }
        guard slices.count == 1, let reference = DeltaWriter.Reference(result) else {
            throw CodecError(.library, operation: "x264_encoder_encode", message: "libx264 made \(slices.count) slices in place of one")
        }
        try body(UnsafeBufferPointer(start: slices[0].p_payload, count: Int(slices[0].i_payload)), reference)
    }
}

extension x264_picture_t {
    /// - Parameter line: the first of the picture, which is even; another than 0 with chroma of half the size only.
    mutating func setPlanes(of view: I420View, _ sampling: ChromaSampling, from line: Int = 0) throws(CodecError) {
        let chroma = try view.chroma(sampling)
        let skipped = line / 2 * chroma.strideBytes
        img.plane = (view.luma + line * view.lumaStrideBytes, chroma.blue + skipped, chroma.red + skipped, nil)
        img.i_stride = (Int32(view.lumaStrideBytes), Int32(chroma.strideBytes), Int32(chroma.strideBytes), 0)
    }
}

extension DeltaWriter.Reference {
    /// What libx264 says that decoders make of a picture; `nil` where it says nothing.
    init?(_ result: x264_picture_t) {
        guard let luma = result.img.plane.0, let chroma = result.img.plane.1 else { return nil }
        self.init(
            luma: luma, chroma: chroma, lumaStrideBytes: Int(result.img.i_stride.0), chromaStrideBytes: Int(result.img.i_stride.1))
    }
}
