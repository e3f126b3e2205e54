import CMedia
import CaptureKit
import Frames
import Platform

/// Makes pictures of the packets of one stream.
///
/// Decodes on the caller's thread alone: more threads would each hold pictures of their own.
final class PictureDecoder {
    /// So many broken packets in a row are no accident.
    private static let mostBroken = 200

    private let name: String
    private let timeBase: AVRational
    private var context: UnsafeMutablePointer<AVCodecContext>?
    private var packet = av_packet_alloc()
    private var broken = 0

    /// - Parameter name: for people.
    /// - Throws: `.unsupported`, `.memory`.
    init(_ parameters: UnsafePointer<AVCodecParameters>, timeBase: AVRational, name: String) throws(CaptureError) {
        (self.name, self.timeBase) = (name, timeBase)
        av_log_set_level(AV_LOG_QUIET)
        guard let codec = avcodec_find_decoder(parameters.pointee.codec_id) else { throw Self.unknown(name) }
        context = avcodec_alloc_context3(codec)
        guard let context, packet != nil else { throw CaptureError(.memory, "\(name) cannot be decoded: out of memory") }
        avcodec_parameters_to_context(context, parameters)
        context.pointee.pkt_timebase = timeBase
        context.pointee.thread_count = 1
        context.pointee.max_pixels = Int64(FrameGeometry.mostPixels)
        guard avcodec_open2(context, codec, nil) >= 0 else {
            throw CaptureError(.unsupported, "\(name) cannot be decoded: its description of the pictures is damaged")
        }
    }

    deinit {
        avcodec_free_context(&context)
        av_packet_free(&packet)
    }

    static func unknown(_ name: String) -> CaptureError {
        CaptureError(.unsupported, "\(name) cannot be shown: libavcodec does not know how its pictures are encoded")
    }

    /// The next picture.
    /// - Parameter read: fills the packet with the next one of the stream; false at its end.
    /// - Returns: false at the end.
    func next(
        into frame: UnsafeMutablePointer<AVFrame>, _ read: (UnsafeMutablePointer<AVPacket>) throws(CaptureError) -> Bool
    ) throws(CaptureError) -> Bool {
        guard let context, let packet else { return false }
        while true {
            let status = avcodec_receive_frame(context, frame)
            if status == 0 {
                broken = 0
                return true
            }
            if status == cmedia_error_end { return false }
            if status != cmedia_error_again { try tolerate() }
            // An end makes the decoder give what it has left.
            let isThere = try read(packet)
            let sent = avcodec_send_packet(context, isThere ? packet : nil)
            av_packet_unref(packet)
            if sent < 0, sent != cmedia_error_end { try tolerate() }
        }
    }

    /// In the stream's own time; `nil` when it does not say.
    func time(of frame: UnsafeMutablePointer<AVFrame>) -> Duration? {
        guard frame.pointee.best_effort_timestamp != cmedia_no_time else { return nil }
        return .nanoseconds(av_rescale_q(frame.pointee.best_effort_timestamp, timeBase, AVRational(num: 1, den: 1_000_000_000)))
    }

    /// The next packet has nothing to do with the last.
    func restart() { avcodec_flush_buffers(context) }

    /// Something is broken.
    /// - Throws: when that has become too much.
    func tolerate() throws(CaptureError) {
        broken += 1
        if broken > Self.mostBroken { throw CaptureError(.unsupported, "\(name) is damaged: nothing of it can be decoded any more") }
    }
}
