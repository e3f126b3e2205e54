import AgentProtocol
import CMedia
import Platform

/// Reads audio from a file or an address, of any kind that libavformat and libavcodec know, as 48 kHz stereo float.
///
/// Belongs to one thread, which it blocks: within the limits. What an encoder put before and
/// behind the audio is taken off as far as the file says so, and a pass that follows another, when looping, follows it
/// without a gap.
final class AudioReader {
    static let channels = 2

    /// How long an answer may take.
    struct Limits {
        /// For opening: connecting and finding out what it is.
        var open: Duration
        /// For each piece of it afterwards.
        var read: Duration
    }

    private let source: AudioSource
    /// As the file says; `nil` for what has no end, or does not say.
    private(set) var duration: Duration?
    /// At the end, begins again. Asked when the end is reached.
    var isLooping: Bool
    /// How long one pass is, in sample frames, once there has been one.
    private(set) var passSampleFrames: Int64?

    private let patience: Patience
    private let limits: Limits
    private var input: AudioInput?
    private var resampler: AudioResampler?
    private var sampleFrames: Int64 = 0

    /// Opens it.
    ///
    /// - Throws: one line that follows the name of the file or address.
    @available(*, noasync)
    init(
        _ source: AudioSource, isLooping: Bool, patience: Patience, limits: Limits
    ) throws(AudioFault) {
        (self.source, self.isLooping, self.patience, self.limits) = (source, isLooping, patience, limits)
        input = try AudioInput(source, patience: patience, limits: limits)
        duration = input?.duration
    }

    /// The next samples, interleaved and valid until the next call; `nil` at the end.
    ///
    /// - Throws: as opening does. What is damaged in the middle is passed over, unless nothing else comes.
    @available(*, noasync)
    func next() throws(AudioFault) -> UnsafeBufferPointer<Float>? {
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

    private func finishPass() throws(AudioFault) {
        guard sampleFrames > 0 || (resampler?.delaySampleFrames ?? 0) > 0 else {
            throw AudioFault(.damaged, "holds no audio that can be decoded")
        }
        input = nil
        if passSampleFrames == nil { passSampleFrames = sampleFrames + Int64(resampler?.delaySampleFrames ?? 0) }
        guard isLooping else { return }
        // Opened anew: seeking to the start forgets, in some formats, what is to be taken off there.
        input = try AudioInput(source, patience: patience, limits: limits)
    }

    /// A stream may change its format on the way.
    private func convert(_ frame: UnsafeMutablePointer<AVFrame>) throws(AudioFault) -> UnsafeBufferPointer<Float> {
        let kind = AudioResampler.Input(frame)
        if resampler?.input != kind { resampler = try AudioResampler(kind) }
        return try resampler?.convert(frame) ?? UnsafeBufferPointer(start: nil, count: 0)
    }
}
