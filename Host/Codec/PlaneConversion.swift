import CLibAV

/// From one kind of pixels to another of the same size, with the colours that are meant: matrix, range, and colour sited in the middle of a block.
struct PlaneConversion {
    private let source: (format: AVPixelFormat, matrix: Int32, isFull: Bool)
    private let target: (format: AVPixelFormat, matrix: Int32, isFull: Bool)

    /// - Parameters:
    ///   - sourceMatrix: `SWS_CS_…`, of no meaning for RGB, as `targetMatrix`.
    init(
        from source: AVPixelFormat, _ sourceMatrix: Int32, isFull isSourceFull: Bool,
        to target: AVPixelFormat, _ targetMatrix: Int32, isFull isTargetFull: Bool
    ) {
        self.source = (source, sourceMatrix, isSourceFull)
        self.target = (target, targetMatrix, isTargetFull)
    }

    /// - Returns: a frame of its own memory, which the caller frees.
    func converted(_ frame: UnsafeMutablePointer<AVFrame>) throws(CodecError) -> UnsafeMutablePointer<AVFrame> {
        let result = try libavObject("av_frame_alloc", av_frame_alloc())
        (result.pointee.width, result.pointee.height, result.pointee.format) = (frame.pointee.width, frame.pointee.height, target.format.rawValue)
        do throws(CodecError) {
            try libav("av_frame_get_buffer", av_frame_get_buffer(result, 0))
            try convert(frame, into: result)
        } catch {
            var result: UnsafeMutablePointer<AVFrame>? = result
            av_frame_free(&result)
            throw error
        }
        result.pointee.color_range = target.isFull ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG
        return result
    }

    private func convert(_ frame: UnsafeMutablePointer<AVFrame>, into result: UnsafeMutablePointer<AVFrame>) throws(CodecError) {
        guard let scaler = sws_alloc_context() else { throw CodecError(.library, operation: "sws_alloc_context", message: "out of memory") }
        defer { sws_freeContext(scaler) }
        let flags = SWS_BILINEAR | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INT | SWS_FULL_CHR_H_INP
        let options: [(String, Int64)] = [
            ("srcw", Int64(frame.pointee.width)), ("srch", Int64(frame.pointee.height)), ("src_format", Int64(source.format.rawValue)),
            ("dstw", Int64(frame.pointee.width)), ("dsth", Int64(frame.pointee.height)), ("dst_format", Int64(target.format.rawValue)),
            ("sws_flags", Int64(flags)), ("src_h_chr_pos", 128), ("src_v_chr_pos", 128),
        ]
        for (name, value) in options { try libav("av_opt_set_int", av_opt_set_int(UnsafeMutableRawPointer(scaler), name, value, 0)) }
        try libav("sws_init_context", sws_init_context(scaler, nil, nil))
        let unity: Int32 = 1 << 16
        try libav(
            "sws_setColorspaceDetails",
            sws_setColorspaceDetails(
                scaler, sws_getCoefficients(source.matrix), source.isFull ? 1 : 0, sws_getCoefficients(target.matrix), target.isFull ? 1 : 0, 0,
                unity,
                unity))
        try libav("sws_scale_frame", sws_scale_frame(scaler, result, frame))
    }
}
