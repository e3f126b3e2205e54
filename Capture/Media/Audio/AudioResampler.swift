import AgentProtocol
import CMedia

/// libswresample: PCM of any kind to 48 kHz stereo float, interleaved. One thread at a time.
final class AudioResampler {
    static let sampleRateHertz: Int32 = 48_000
    static let channels = 2

    private var context: OpaquePointer?
    private var samples: UnsafeMutablePointer<Float>?
    private var capacity: Int32 = 0

    /// What comes in.
    struct Input: Equatable {
        var format: AVSampleFormat
        var sampleRateHertz: Int32
        var channels: Int32
        /// Which speakers, as libav's mask; 0 when only their number is known.
        var speakers: UInt64

        init(_ frame: UnsafePointer<AVFrame>) {
            let layout = frame.pointee.ch_layout
            (format, sampleRateHertz, channels) = (AVSampleFormat(frame.pointee.format), frame.pointee.sample_rate, layout.nb_channels)
            speakers = layout.order == AV_CHANNEL_ORDER_NATIVE ? layout.u.mask : 0
        }
    }

    let input: Input

    /// - Throws: `library` when libswresample cannot mix these channels down.
    init(_ input: Input) throws(AudioFault) {
        self.input = input
        var (stereo, layout) = (AVChannelLayout(), AVChannelLayout())
        av_channel_layout_default(&stereo, Int32(Self.channels))
        if input.speakers == 0 || av_channel_layout_from_mask(&layout, input.speakers) < 0 {
            av_channel_layout_default(&layout, input.channels)
        }
        try check(
            swr_alloc_set_opts2(
                &context, &stereo, AV_SAMPLE_FMT_FLT, Self.sampleRateHertz, &layout, input.format, input.sampleRateHertz, 0, nil))
        if input.channels == 1 {
            // To both sides at full level, where libswresample takes off 3 dB.
            try check(swr_set_matrix(context, [1, 1], 1))
        }
        // What is mixed down from more channels must not exceed full scale.
        av_opt_set_double(UnsafeMutableRawPointer(context), "rematrix_maxval", 1, 0)
        try check(swr_init(context))
    }

    deinit {
        swr_free(&context)
        samples?.deallocate()
    }

    /// How much has come in that has not come out, in sample frames of 48 kHz.
    var delaySampleFrames: Int { Int(swr_get_delay(context, Int64(Self.sampleRateHertz))) }

    /// Converts `count` sample frames; `nil` takes what is left inside. What is returned is valid until the next call.
    /// Allocates only when more comes at once than ever before.
    func convert(_ planes: UnsafePointer<UnsafePointer<UInt8>?>?, count: Int32) throws(AudioFault) -> UnsafeBufferPointer<Float> {
        let bound = try check(swr_get_out_samples(context, count))
        if bound > capacity {
            samples?.deallocate()
            samples = .allocate(capacity: Int(bound) * Self.channels)
            capacity = bound
        }
        var target: UnsafeMutablePointer<UInt8>? = samples.map { UnsafeMutableRawPointer($0).assumingMemoryBound(to: UInt8.self) }
        let made = try check(swr_convert(context, &target, bound, UnsafeMutablePointer(mutating: planes), count))
        return UnsafeBufferPointer(start: samples, count: Int(made) * Self.channels)
    }

    /// Converts a frame of the kind that comes in.
    func convert(_ frame: UnsafePointer<AVFrame>) throws(AudioFault) -> UnsafeBufferPointer<Float> {
        try frame.pointee.extended_data.withMemoryRebound(to: UnsafePointer<UInt8>?.self, capacity: Int(input.channels)) {
            planes throws(AudioFault) in
            try convert(planes, count: frame.pointee.nb_samples)
        }
    }

    @discardableResult
    private func check(_ status: Int32) throws(AudioFault) -> Int32 {
        guard status < 0 else { return status }
        throw AudioFault(.library, "cannot be converted: \(AudioInput.reason(status))")
    }
}
