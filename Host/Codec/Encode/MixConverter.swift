import CLibAV

/// The mix's 48 kHz stereo into the rate, the channels and the layout in memory that an encoder takes.
///
/// Belongs to one thread; allocates nothing once it runs. The sample number n that comes out was heard n sample lengths
/// after the first that went in: the resampler holds some samples back (16 of 48 kHz), but shifts none.
final class MixConverter {
    static let inputRate = 48_000
    static let inputChannels = 2
    private let resampler: OpaquePointer
    private let channels: Int
    private let isPlanar: Bool

    /// - Parameter format: 32-bit float, planar or interleaved.
    init(_ settings: AudioSettings, to format: AVSampleFormat) throws(CodecError) {
        (channels, isPlanar) = (settings.channels, av_sample_fmt_is_planar(format) == 1)
        var (input, made) = (AVChannelLayout(), AVChannelLayout())
        av_channel_layout_default(&input, Int32(Self.inputChannels))
        av_channel_layout_default(&made, Int32(settings.channels))
        var resampler: OpaquePointer?
        try libav(
            "swr_alloc_set_opts2",
            swr_alloc_set_opts2(
                &resampler, &made, format, Int32(settings.sampleRate), &input, AV_SAMPLE_FMT_FLT, Int32(Self.inputRate), 0, nil))
        do throws(CodecError) {
            // The average: libswresample's own way to one channel would make what is the same on both sides 3 dB louder.
            if settings.channels == 1 { try libav("swr_set_matrix", swr_set_matrix(resampler, [0.5, 0.5], 2)) }
            try libav("swr_init", swr_init(resampler))
        } catch {
            swr_free(&resampler)
            throw error
        }
        guard let resampler else { throw CodecError(.library, operation: "swr_alloc_set_opts2", message: "out of memory") }
        self.resampler = resampler
    }

    deinit {
        var resampler: OpaquePointer? = resampler
        swr_free(&resampler)
    }

    /// Converts samples and writes those that are ready to `frame`; what finds no room stays inside for the next call.
    ///
    /// - Parameters:
    ///   - samples: `count` sample frames, interleaved; `nil` gives out what the resampler holds back, up to the very end.
    ///   - offset: sample frames that `frame` holds already.
    /// - Returns: sample frames written.
    func convert(
        _ samples: UnsafePointer<Float>?, count: Int, into frame: UnsafeMutablePointer<AVFrame>, at offset: Int
    ) throws(CodecError) -> Int {
        let step = offset * MemoryLayout<Float>.stride * (isPlanar ? 1 : channels)
        let planes = frame.pointee.data
        var targets: (UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<UInt8>?) = (planes.0.map { $0 + step }, planes.1.map { $0 + step })
        var input: UnsafePointer<UInt8>? = samples.map { UnsafeRawPointer($0).assumingMemoryBound(to: UInt8.self) }
        let room = frame.pointee.nb_samples - Int32(offset)
        let made = withUnsafeMutablePointer(to: &targets) { targets in
            targets.withMemoryRebound(to: UnsafeMutablePointer<UInt8>?.self, capacity: 2) { targets in
                withUnsafeMutablePointer(to: &input) { swr_convert(resampler, targets, room, samples == nil ? nil : $0, Int32(count)) }
            }
        }
        return Int(try libav("swr_convert", made))
    }

    /// Forgets what came before: what comes next has nothing to do with it.
    func restart() throws(CodecError) { try libav("swr_init", swr_init(resampler)) }
}
