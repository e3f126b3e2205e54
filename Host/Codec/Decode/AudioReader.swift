import CLibAV

/// Reads audio from a file or an address, of any kind that libavformat and libavcodec know, as 48 kHz stereo float.
///
/// Belongs to one thread, which it blocks: within the limits, or until its watch ends it. What an encoder put before and
/// behind the audio is taken off as far as the file says so, and a pass that follows another, when looping, follows it
/// without a gap.
public final class AudioReader {
    public static let sampleRateHertz = 48_000
    public static let channels = 2

    /// How long an answer may take.
    public struct Limits: Hashable, Sendable {
        /// For opening: connecting and finding out what it is.
        public var open: Duration
        /// For each piece of it afterwards.
        public var read: Duration

        public init(open: Duration = .seconds(10), read: Duration = .seconds(5)) { (self.open, self.read) = (open, read) }
    }

    public let location: AudioLocation
    /// As the file says; `nil` for what has no end, or does not say.
    public private(set) var duration: Duration?
    /// At the end, begins again. Asked when the end is reached.
    public var isLooping: Bool
    /// How long one pass is, in sample frames, once there has been one.
    public private(set) var passSampleFrames: Int64?

    private let watch: CallWatch
    private let limits: Limits
    private var input: AudioInput?
    private var resampler: Resampler?
    private var sampleFrames: Int64 = 0

    /// Opens it.
    ///
    /// - Throws: `notReadable`, `notAFile`, `notSound`, `damaged`, `notAvailable`, `interrupted` (too slow, or the watch was
    ///   ended) or `library`: one line that names the location, without what may be secret in it.
    @available(*, noasync)
    public init(
        _ location: AudioLocation, isLooping: Bool = false, watch: CallWatch, limits: Limits = Limits()
    ) throws(CodecError) {
        (self.location, self.isLooping, self.watch, self.limits) = (location, isLooping, watch, limits)
        input = try AudioInput(location, watch: watch, limits: limits)
        duration = input?.duration
    }

    /// The next samples, interleaved and valid until the next call; `nil` at the end.
    ///
    /// - Throws: as opening does. What is damaged in the middle is passed over, unless nothing else comes.
    @available(*, noasync)
    public func next() throws(CodecError) -> UnsafeBufferPointer<Float>? {
        while let input {
            guard let frame = try input.next() else {
                try finishPass()
                if self.input != nil { continue }
                // What the resampler held back belongs to the end.
                guard let last = try resampler?.convert(nil, count: 0), !last.isEmpty else { return nil }
                sampleFrames += Int64(last.count / Self.channels)
                return last
            }
            let samples = try convert(frame)
            sampleFrames += Int64(samples.count / Self.channels)
            if !samples.isEmpty { return samples }
        }
        return nil
    }

    private func finishPass() throws(CodecError) {
        guard sampleFrames > 0 || (resampler?.delaySampleFrames ?? 0) > 0 else {
            throw CodecError(.damaged, operation: "music", message: "'\(location)' holds no audio that can be decoded")
        }
        input = nil
        if passSampleFrames == nil { passSampleFrames = sampleFrames + Int64(resampler?.delaySampleFrames ?? 0) }
        guard isLooping else { return }
        // Opened anew: seeking to the start forgets, in some formats, what is to be taken off there.
        input = try AudioInput(location, watch: watch, limits: limits)
    }

    /// A stream may change its format on the way.
    private func convert(_ frame: UnsafeMutablePointer<AVFrame>) throws(CodecError) -> UnsafeBufferPointer<Float> {
        let layout = frame.pointee.ch_layout
        let kind = Resampler.Input(
            format: AVSampleFormat(frame.pointee.format), sampleRateHertz: frame.pointee.sample_rate, channels: layout.nb_channels,
            speakers: layout.order == AV_CHANNEL_ORDER_NATIVE ? layout.u.mask : 0)
        if resampler?.input != kind { resampler = try Resampler(kind) }
        guard let resampler else { return UnsafeBufferPointer(start: nil, count: 0) }
        return try frame.pointee.extended_data.withMemoryRebound(to: UnsafePointer<UInt8>?.self, capacity: Int(layout.nb_channels)) {
            planes throws(CodecError) in
            try resampler.convert(planes, count: frame.pointee.nb_samples)
        }
    }
}
