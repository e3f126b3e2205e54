import CLibAV
import CX264
import Platform

extension X264Encoder {
    /// What the stream shall be: the settings of a preset, and ours above them.
    static func parameters(_ settings: VideoSettings) throws(CodecError) -> x264_param_t {
        var parameters = x264_param_t()
        try x264(
            "x264_param_default_preset", x264_param_default_preset(&parameters, settings.preset, settings.isLowLatency ? "zerolatency" : nil))
        cx264_keep_log(&parameters)
        (parameters.i_width, parameters.i_height) = (Int32(settings.size.width), Int32(settings.size.height))
        parameters.i_csp = settings.sampling.x264
        (parameters.i_timebase_num, parameters.i_timebase_den) = (1, UInt32(Ticks.perSecond))
        // Whatever the cadence: rate control reckons with it.
        (parameters.i_fps_num, parameters.i_fps_den) = (UInt32(settings.fps.numerator), UInt32(settings.fps.denominator))
        // As in ITU-T H.264, annex E: limited range, and BT.709 three times; chroma in the middle of its pixels.
        (parameters.vui.i_sar_width, parameters.vui.i_sar_height, parameters.vui.b_fullrange) = (1, 1, 0)
        (parameters.vui.i_colorprim, parameters.vui.i_transfer, parameters.vui.i_colmatrix, parameters.vui.i_chroma_loc) = (1, 1, 1, 1)
        // Key frames come by time alone, from the type of a picture: never from a count or a cut.
        (parameters.i_keyint_max, parameters.i_scenecut_threshold) = (X264_KEYINT_MAX_INFINITE, 0)
        if settings.isLowLatency {
            parameters.i_bframe = 0
            parameters.leaveMacroblocksWhole()
        }
        parameters.i_threads = Int32(settings.threadCount)
        parameters.rc.i_rc_method = X264_RC_ABR
        if let factor = settings.constantQuality {
            (parameters.rc.i_rc_method, parameters.rc.f_rf_constant) = (X264_RC_CRF, Float(factor))
        } else {
            parameters.setBitRate(settings.bitsPerSecond, stretch: 1, bufferSpan: VideoSettings.bufferSpan)
        }
        (parameters.b_annexb, parameters.b_repeat_headers) = (1, settings.repeatsHeaders ? 1 : 0)
        parameters.analyse.b_mb_info = settings.isLowLatency ? 1 : 0
        let mayWriteDelta = settings.isLowLatency && settings.writesDelta
        // How good a picture has become: its quantiser alone does not tell, since rows get worse ones where the bits run out.
        parameters.analyse.b_psnr = mayWriteDelta ? 1 : 0
        // With slices side by side, deblocking goes on behind the call that made the picture otherwise: what pictures of ours refer to has to
        // be whole by then.
        parameters.b_full_recon = mayWriteDelta ? 1 : 0
        if mayWriteDelta, settings.mayLeaveReferences { parameters.prepareIntra() }
        let profile = settings.sampling == .full ? "high444" : settings.profile.rawValue
        try x264("x264_param_apply_profile", x264_param_apply_profile(&parameters, profile))
        return parameters
    }

    static func open(_ parameters: inout x264_param_t) throws(CodecError) -> OpaquePointer {
        cx264_thread_line().pointee = 0
        guard let encoder = cx264_open(&parameters) else { throw failure("x264_encoder_open") }
        return encoder
    }

    /// The parameter sets, and the unit that says who made the stream, with start codes.
    static func header(of encoder: OpaquePointer) throws(CodecError) -> (sets: [UInt8], identity: [UInt8]) {
        var units: UnsafeMutablePointer<x264_nal_t>?
        var count: Int32 = 0
        try x264("x264_encoder_headers", x264_encoder_headers(encoder, &units, &count))
        var (sets, identity): ([UInt8], [UInt8]) = ([], [])
        for unit in UnsafeBufferPointer(start: units, count: Int(count)) {
            let bytes = UnsafeBufferPointer(start: unit.p_payload, count: Int(unit.i_payload))
            if unit.i_type == NAL_SEI.rawValue { identity += bytes } else { sets += bytes }
        }
        return (sets, identity)
    }

    /// Whether pictures of ours may stand between those of this encoder: its last picture has to be the one that decoders refer to, and whole.
    static func takesDelta(_ settings: VideoSettings, _ encoder: OpaquePointer) -> Bool {
        guard settings.writesDelta, settings.isLowLatency, settings.sampling == .half else { return false }
        var actual = x264_param_t()
        x264_encoder_parameters(encoder, &actual)
        return actual.b_cabac != 0 && actual.i_bframe == 0 && actual.b_interlaced == 0 && actual.b_intra_refresh == 0
            && actual.i_bitdepth == 8 && actual.i_nal_hrd == X264_NAL_HRD_NONE && actual.b_full_recon != 0
            && (actual.i_threads == 1 || actual.b_sliced_threads != 0) && x264_encoder_maximum_delayed_frames(encoder) == 0
    }

    static func failure(_ operation: StaticString) -> CodecError {
        let line = cx264_thread_line()
        defer { line.pointee = 0 }
        let reason = String(cString: line)
        return CodecError(.library, operation: operation.description, message: reason.isEmpty ? "libx264 failed without a reason" : reason)
    }
}

extension ChromaSampling {
    var x264: Int32 { self == .full ? X264_CSP_I444 : X264_CSP_I420 }
}

extension x264_param_t {
    /// All three together, else libx264 ignores a change.
    ///
    /// - Parameters:
    ///   - stretch: how much longer pictures last than the frame rate says.
    ///   - bufferSpan: for how long of the bit rate the buffer (VBV) holds bits.
    mutating func setBitRate(_ bitsPerSecond: Int, stretch: Double, bufferSpan: Duration) {
        rc.i_bitrate = Int32(clamping: Int64(clamping: Double(bitsPerSecond) * stretch) / 1000)
        rc.i_vbv_max_bitrate = rc.i_bitrate
        rc.i_vbv_buffer_size = Int32(clamping: Int64(clamping: Double(bitsPerSecond) * bufferSpan.inSeconds) / 1000)
    }

    /// The size of the buffer (VBV).
    var bufferBits: Double { 1000 * Double(rc.i_vbv_buffer_size) }

    /// Between key frames, one vector or one prediction for each macroblock. The quick presets weigh smaller parts by a guess at their bits, which
    /// is so rough that doing without is as good (SSIM, screens and photographs in motion, 1 to 12 Mb/s: from 0.0007 worse to 0.02 better) and costs
    /// a fifth to a quarter less. The slow ones count the bits.
    mutating func leaveMacroblocksWhole() {
        if analyse.i_subpel_refine < 6 { analyse.inter = 0 }
    }

    /// For a picture of which little changed: nothing in it moves by parts of pixels, and deblocking blurs letters. The slow presets keep their
    /// search.
    mutating func easeForPage() {
        if analyse.i_subpel_refine < 6 { analyse.i_subpel_refine = 1 }
        b_deblocking_filter = 0
    }

    /// Deblocking blends four pixels at each side of a macroblock's edge in pictures that refer to none (H.264, 8.7.2.4): of letters that lie there
    /// nothing sharp is left, however many bits they got. A page of text has 40 dB with it and 50 dB without, at the quantiser 17. Other pictures
    /// get less of it than libx264's own: macroblocks that are whole leave few edges to hide, and what is blurred is what the next picture refers to.
    ///
    /// - Parameter isKeyframe: the next picture.
    /// - Returns: whether it was otherwise.
    mutating func setDeblocking(isKeyframe: Bool) -> Bool {
        let offset: Int32 = isKeyframe ? -6 : -3
        guard (i_deblocking_filter_alphac0, i_deblocking_filter_beta) != (offset, offset) else { return false }
        (i_deblocking_filter_alphac0, i_deblocking_filter_beta) = (offset, offset)
        return true
    }

    /// Pictures may refer to none, which are no key frames: libx264 cannot turn that on later. Until `setIntra` says more, those of which it finds
    /// nothing at all in the picture before.
    mutating func prepareIntra() {
        i_keyint_min = X264_KEYINT_MAX_INFINITE / 2
        _ = setIntra(false)
    }

    /// Whether the next picture may refer to none, where finding it in the one before would save less than a tenth. Of the threshold libx264 takes a
    /// sixteenth of a hundredth, as long as the time has not come for a key frame of its own.
    ///
    /// - Returns: whether it was otherwise.
    mutating func setIntra(_ mayBe: Bool) -> Bool {
        let threshold: Int32 = mayBe ? 160 : 1
        defer { i_scenecut_threshold = threshold }
        return i_scenecut_threshold != threshold
    }

    /// Cuts the next picture into slices that nothing passes, so that each can be encoded anew by itself.
    ///
    /// - Parameters:
    ///   - macroblocks: of a slice; `nil` to leave it to libx264.
    ///   - deblocks: `b_deblocking_filter` of other pictures.
    /// - Returns: whether it was otherwise.
    mutating func setSlices(of macroblocks: Int?, _ deblocks: Int32) -> Bool {
        let (count, filter) = (Int32(macroblocks ?? 0), macroblocks == nil ? deblocks : 0)
        guard (i_slice_max_mbs, b_deblocking_filter) != (count, filter) else { return false }
        (i_slice_max_mbs, b_deblocking_filter) = (count, filter)
        return true
    }

    /// What of a preset an encoder at work takes. What it was opened with is the most.
    mutating func setEffort(_ preset: String) throws(CodecError) {
        var other = x264_param_t()
        try x264("x264_param_default_preset", x264_param_default_preset(&other, preset, "zerolatency"))
        analyse.i_me_method = other.analyse.i_me_method
        analyse.i_me_range = other.analyse.i_me_range
        // 0 would stay: libx264 has no way back from it.
        analyse.i_subpel_refine = max(1, other.analyse.i_subpel_refine)
        analyse.i_trellis = other.analyse.i_trellis
        other.leaveMacroblocksWhole()
        analyse.inter = other.analyse.inter
        analyse.intra = other.analyse.intra
        analyse.b_transform_8x8 = other.analyse.b_transform_8x8
        analyse.b_mixed_references = other.analyse.b_mixed_references
        i_frame_reference = other.i_frame_reference
        b_deblocking_filter = other.b_deblocking_filter
    }
}

/// Throws on a negative status, with what libx264 said on this thread; returns any other.
@discardableResult
func x264(_ operation: StaticString, _ status: Int32) throws(CodecError) -> Int32 {
    guard status < 0 else { return status }
    throw X264Encoder.failure(operation)
}
