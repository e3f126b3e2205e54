public import AgentProtocol
import CLibAV

/// PCM that others send, to 48 kHz stereo float: mono to both sides, more channels mixed down. One thread at a time.
///
/// The first sample that comes out is the first that went in; what the resampler holds back for a moment is told by `delay`.
public final class SampleConverter {
    public static let sampleRateHertz = 48_000
    public static let channels = 2
    /// What is louder than this (24 dB above full scale) is cut, and what is not a number becomes 0: nothing odd gets further.
    private static let loudest: Float = 16

    public let format: PCMFormat
    private let resampler: Resampler
    private var checked: UnsafeMutablePointer<Float>
    private var capacity = 4096

    /// - Throws: `library` when libswresample refuses.
    public init(_ format: PCMFormat) throws(CodecError) {
        self.format = format
        resampler = try Resampler(
            Resampler.Input(
                format: format.encoding == .s16 ? AV_SAMPLE_FMT_S16 : AV_SAMPLE_FMT_FLT, sampleRateHertz: Int32(format.sampleRateHertz),
                channels: Int32(format.channels), speakers: 0))
        checked = .allocate(capacity: capacity)
    }

    deinit { checked.deallocate() }

    /// What has gone in and not come out: the first sample of the next conversion was captured so much earlier than what is
    /// then put in. At most some milliseconds; 0 at 48 kHz.
    public var delay: Duration { .nanoseconds(Int64(resampler.delaySampleFrames) * 62_500 / 3) }

    /// Converts whole sample frames; bytes beyond the last whole one are not read. Any alignment.
    ///
    /// - Returns: interleaved stereo, valid until the next call; may be empty.
    public func convert(_ bytes: UnsafeRawBufferPointer) throws(CodecError) -> UnsafeBufferPointer<Float> {
        let count = bytes.count / format.bytesPerSampleFrame
        guard count > 0 else { return UnsafeBufferPointer(start: nil, count: 0) }
        let values = count * format.channels
        // Copied, so that it is aligned, whatever it is.
        if values > capacity {
            checked.deallocate()
            capacity = values
            checked = .allocate(capacity: capacity)
        }
        UnsafeMutableRawPointer(checked).copyMemory(from: bytes.baseAddress!, byteCount: count * format.bytesPerSampleFrame)
        if format.encoding == .f32 {
            for index in 0..<values {
                let value = checked[index]
                checked[index] = value.isNaN ? 0 : min(max(value, -Self.loudest), Self.loudest)
            }
        }
        var plane: UnsafePointer<UInt8>? = UnsafePointer(UnsafeMutableRawPointer(checked).assumingMemoryBound(to: UInt8.self))
        return try resampler.convert(&plane, count: Int32(count))
    }

    /// What is left inside, at the end of a stream. Nothing can be converted afterwards.
    public func flush() throws(CodecError) -> UnsafeBufferPointer<Float> { try resampler.convert(nil, count: 0) }
}
