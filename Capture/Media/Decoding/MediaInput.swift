import CMedia
import CaptureKit
import Frames
import Glibc
import Platform

/// The pictures of a file or an address: its container, and the decoder of its best video stream.
///
/// Decodes on the caller's thread alone: more threads would each hold pictures of their own.
final class MediaInput: PictureSource {
    /// For connecting and finding out what it is, and for each piece of it afterwards.
    private static let longestAnswer = Duration.seconds(10)
    /// So many broken packets in a row are no accident.
    private static let mostBroken = 200

    let patience: Patience
    private let location: MediaLocation
    private var container: UnsafeMutablePointer<AVFormatContext>?
    private var decoder: UnsafeMutablePointer<AVCodecContext>?
    private var packet: UnsafeMutablePointer<AVPacket>?
    private var stream: UnsafeMutablePointer<AVStream>?
    private var pipe: PipeInput?
    private var broken = 0
    let skipped = SkippedPackets()
    /// Of the newest picture, counted from the source's start.
    private var position = Duration.zero
    private(set) var isLive = false
    private(set) var orientation = Orientation.up
    private(set) var frameDuration = Duration.milliseconds(40)

    /// Opens it: waits for its answer, 10 s at most.
    /// - Throws: `CaptureError`, in one line that names the location without its secrets.
    init(_ location: MediaLocation, patience: Patience = Patience()) throws(CaptureError) {
        (self.location, self.patience) = (location, patience)
        av_log_set_level(AV_LOG_QUIET)
        packet = av_packet_alloc()
        patience.expire(at: .now() + Self.longestAnswer)
        try openContainer()
        try openDecoder()
    }

    deinit {
        avcodec_free_context(&decoder)
        avformat_close_input(&container)
        av_packet_free(&packet)
    }

    var name: String { location.description }

    func next(into frame: UnsafeMutablePointer<AVFrame>) throws(CaptureError) -> Bool {
        guard let decoder, let packet else { return false }
        while true {
            let status = avcodec_receive_frame(decoder, frame)
            if status == 0 {
                broken = 0
                note(frame)
                return true
            }
            if status == cmedia_error_end { return false }
            if status != -EAGAIN { try tolerate() }
            // An end makes the decoder give what it has left.
            let isThere = try read(into: packet)
            let sent = avcodec_send_packet(decoder, isThere ? packet : nil)
            av_packet_unref(packet)
            if sent < 0, sent != cmedia_error_end { try tolerate() }
        }
    }

    private func note(_ frame: UnsafeMutablePointer<AVFrame>) {
        let first = container?.pointee.start_time ?? cmedia_no_time
        // In microseconds, AV_TIME_BASE.
        if let time = time(of: frame) { position = time - (first == cmedia_no_time ? .zero : .microseconds(first)) }
        // Made up where the picture's own data could not be read.
        if frame.pointee.decode_error_flags != 0 { skipped.count(at: position) }
    }

    func time(of frame: UnsafeMutablePointer<AVFrame>) -> Duration? {
        guard let stream, frame.pointee.best_effort_timestamp != cmedia_no_time else { return nil }
        let ticks = av_rescale_q(frame.pointee.best_effort_timestamp, stream.pointee.time_base, AVRational(num: 1, den: 1_000_000_000))
        return .nanoseconds(ticks)
    }

    func rewind() throws(CaptureError) {
        guard let container, let decoder else { return }
        let start = container.pointee.start_time == cmedia_no_time ? 0 : container.pointee.start_time
        patience.expire(at: .now() + Self.longestAnswer)
        let toStart = { avformat_seek_file(container, -1, .min, start, start, 0) >= 0 }
        let toFirstByte = { av_seek_frame(container, -1, 0, AVSEEK_FLAG_BYTE) >= 0 }
        // Transport streams have no index: by time, one lands behind the first key frame.
        let isStreamed = (container.pointee.iformat?.pointee.flags ?? 0) & AVFMT_TS_DISCONT != 0
        guard isStreamed ? toFirstByte() || toStart() : toStart() || toFirstByte() else {
            throw CaptureError(.unsupported, "\(location) cannot be played again from its start: leave out --loop")
        }
        avcodec_flush_buffers(decoder)
    }

    /// The next packet of the stream; false at the end.
    private func read(into packet: UnsafeMutablePointer<AVPacket>) throws(CaptureError) -> Bool {
        while true {
            // A program that writes into a pipe may be slow.
            patience.expire(at: location.isPipe ? MediaTime(nanoseconds: .max) : .now() + Self.longestAnswer)
            let status = av_read_frame(container, packet)
            switch status {
            case cmedia_error_end: return false
            case cmedia_error_invalid, -EAGAIN: try tolerate()
            case ..<0: throw MediaFailure.stopped(location, status)
            default:
                if packet.pointee.stream_index == stream?.pointee.index { return true }
                av_packet_unref(packet)
            }
            if patience.isOver { throw MediaFailure.stopped(location, cmedia_error_exit) }
        }
    }

    private func tolerate() throws(CaptureError) {
        broken += 1
        skipped.count(at: position)
        if broken > Self.mostBroken { throw CaptureError(.unsupported, "\(location) is damaged: nothing of it can be decoded any more") }
    }

    // MARK: Opening

    private func openContainer() throws(CaptureError) {
        container = avformat_alloc_context()
        if location.isPipe {
            pipe = PipeInput(descriptor: 0, patience: patience)
            container?.pointee.pb = pipe?.context
        }
        container?.pointee.interrupt_callback = AVIOInterruptCB(
            callback: { Unmanaged<Patience>.fromOpaque($0!).takeUnretainedValue().isOver ? 1 : 0 },
            opaque: Unmanaged.passUnretained(patience).toOpaque())
        var options: OpaquePointer?
        defer { av_dict_free(&options) }
        av_dict_set(&options, "protocol_whitelist", location.protocols, 0)
        // A name with % in it is no numbered series.
        av_dict_set(&options, "pattern_type", "none", 0)
        if !location.isLocal, let container { cmedia_verify_tls(container) }
        // On failure it frees the context.
        let status = avformat_open_input(&container, location.url, nil, &options)
        guard status >= 0 else { throw MediaFailure.unopened(location, status) }
        let found = avformat_find_stream_info(container, nil)
        guard found >= 0, !patience.isOver else { throw MediaFailure.unopened(location, found < 0 ? found : cmedia_error_exit) }
    }

    private func openDecoder() throws(CaptureError) {
        guard let container else { return }
        var codec: UnsafePointer<AVCodec>?
        let index = av_find_best_stream(container, AVMEDIA_TYPE_VIDEO, -1, -1, &codec, 0)
        guard index != cmedia_error_no_decoder else {
            throw CaptureError(.unsupported, "\(location) cannot be shown: libavcodec does not know how its pictures are encoded")
        }
        guard index >= 0, let codec, let chosen = container.pointee.streams[Int(index)] else { throw MediaFailure.pictureless(location, container) }
        for other in 0..<Int(container.pointee.nb_streams) where other != Int(index) {
            container.pointee.streams[other]?.pointee.discard = AVDISCARD_ALL
        }
        stream = chosen
        decoder = avcodec_alloc_context3(codec)
        guard let decoder else { throw CaptureError(.memory, "\(location) cannot be decoded: out of memory") }
        avcodec_parameters_to_context(decoder, chosen.pointee.codecpar)
        decoder.pointee.pkt_timebase = chosen.pointee.time_base
        decoder.pointee.thread_count = 1
        decoder.pointee.max_pixels = Int64(FrameGeometry.mostPixels)
        guard avcodec_open2(decoder, codec, nil) >= 0 else {
            throw CaptureError(.unsupported, "\(location) cannot be decoded: its description of the pictures is damaged")
        }
        describe(container, chosen)
    }

    private func describe(_ container: UnsafeMutablePointer<AVFormatContext>, _ stream: UnsafeMutablePointer<AVStream>) {
        let rate = av_guess_frame_rate(container, stream, nil)
        if rate.num > 0, rate.den > 0 { frameDuration = .nanoseconds(1_000_000_000 * Int64(rate.den) / Int64(rate.num)) }
        if let matrix = av_stream_get_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, nil) {
            orientation = Orientation(displayMatrix: UnsafeRawPointer(matrix))
        }
        // A playlist has no end that is known, but comes faster than it is to be shown.
        let format = container.pointee.iformat.map { String(cString: $0.pointee.name) } ?? ""
        let comesAtOnce = container.pointee.pb.map { $0.pointee.seekable != 0 } ?? false
        isLive = !location.isLocal && !comesAtOnce && container.pointee.duration <= 0 && format != "hls" && format != "dash"
    }
}
