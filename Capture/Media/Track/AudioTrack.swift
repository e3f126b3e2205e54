import AgentProtocol
import CMedia
import Platform

/// The audio beside a source's pictures: decodes its packets to blocks of 48 kHz stereo. Belongs to the thread that decodes.
///
/// What is damaged is passed over: silence is better than no picture.
final class AudioTrack {
    /// Blocks that lie further apart do not follow each other.
    private static let leastGap = Duration.milliseconds(20)

    private let timeBase: AVRational
    private let pipeline: TrackPipeline
    private var context: UnsafeMutablePointer<AVCodecContext>?
    private var frame = av_frame_alloc()
    private var resampler: AudioResampler?
    private var block: TrackBlock?
    private var lap = 0
    /// How far it has been decoded, in the source's own time; `nil` before the first.
    private(set) var position: Duration?

    /// - Returns: `nil` where libavcodec cannot decode it: the pictures are shown without.
    init?(_ parameters: UnsafePointer<AVCodecParameters>, timeBase: AVRational, into pipeline: TrackPipeline) {
        (self.timeBase, self.pipeline) = (timeBase, pipeline)
        guard let codec = avcodec_find_decoder(parameters.pointee.codec_id) else { return nil }
        context = avcodec_alloc_context3(codec)
        guard let context, frame != nil else { return nil }
        avcodec_parameters_to_context(context, parameters)
        context.pointee.pkt_timebase = timeBase
        context.pointee.thread_count = 1
        guard avcodec_open2(context, codec, nil) >= 0 else { return nil }
    }

    deinit {
        avcodec_free_context(&context)
        av_frame_free(&frame)
    }

    /// - Parameter packet: of its stream; `nil` at the end, when the decoder gives what it has left.
    @available(*, noasync)
    func take(_ packet: UnsafePointer<AVPacket>?) {
        guard let context, let frame else { return }
        _ = avcodec_send_packet(context, packet)
        while avcodec_receive_frame(context, frame) == 0 { decode(frame) }
        if packet == nil, let block {
            pipeline.hand(block)
            self.block = nil
        }
    }

    /// The next packet has nothing to do with the last.
    func restart() {
        avcodec_flush_buffers(context)
        if let block { pipeline.hand(block) }
        (resampler, block, position) = (nil, nil, nil)
        lap += 1
        pipeline.restart()
    }

    @available(*, noasync)
    private func decode(_ frame: UnsafeMutablePointer<AVFrame>) {
        guard frame.pointee.nb_samples > 0 else { return }
        let ticks = frame.pointee.best_effort_timestamp
        let own = ticks == cmedia_no_time ? nil : Duration.nanoseconds(av_rescale_q(ticks, timeBase, AVRational(num: 1, den: 1_000_000_000)))
        guard let samples = samples(of: frame) else { return }
        // Of the resampler, what came in before comes out first.
        let start = own.map { $0 - samples.delay } ?? position ?? .zero
        let isNext = position.map { start < $0 + Self.leastGap && $0 < start + Self.leastGap } ?? false
        append(samples.interleaved, at: isNext ? position ?? start : start)
    }

    private func samples(of frame: UnsafeMutablePointer<AVFrame>) -> (interleaved: UnsafeBufferPointer<Float>, delay: Duration)? {
        let kind = AudioResampler.Input(frame)
        do throws(AudioFault) {
            if resampler?.input != kind { resampler = try AudioResampler(kind) }
            guard let resampler else { return nil }
            let delay = TrackBlock.span(of: resampler.delaySampleFrames)
            return (try resampler.convert(frame), delay)
        } catch { return nil }
    }

    @available(*, noasync)
    private func append(_ interleaved: UnsafeBufferPointer<Float>, at time: Duration) {
        var (rest, time) = (interleaved, time)
        // What does not follow begins a block of its own.
        if let block, block.end != time {
            pipeline.hand(block)
            self.block = nil
        }
        while !rest.isEmpty {
            guard let current = block ?? pipeline.takeFree(for: time) else { break }
            if block == nil { current.begin(at: time, lap: lap) }
            block = current
            let taken = current.fill(rest)
            rest = UnsafeBufferPointer(rebasing: rest[(taken * TrackBlock.channels)...])
            time = current.end
            if current.isFull {
                pipeline.hand(current)
                block = nil
            }
        }
        position = time + TrackBlock.span(of: rest.count / TrackBlock.channels)
    }
}
