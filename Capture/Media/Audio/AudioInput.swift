import AgentProtocol
import CMedia
import Glibc
import Platform

/// One pass through a file or address: its container, and the decoder of its best audio stream. One thread.
final class AudioInput {
    /// More broken packets in a row than this mean a damaged file.
    private static let mostBroken = 200

    private let source: AudioSource
    private let patience: Patience
    private let limits: AudioReader.Limits
    private var container: UnsafeMutablePointer<AVFormatContext>?
    private var decoder: UnsafeMutablePointer<AVCodecContext>?
    private var packet: UnsafeMutablePointer<AVPacket>?
    private var frame: UnsafeMutablePointer<AVFrame>?
    private var stream: Int32 = -1
    private var file: FileInput?
    /// Whether it wanted another file or an address opened.
    private let namesOthers = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
    private var broken = 0

    init(_ source: AudioSource, patience: Patience, limits: AudioReader.Limits) throws(AudioFault) {
        (self.source, self.patience, self.limits) = (source, patience, limits)
        namesOthers.initialize(to: 0)
        av_log_set_level(AV_LOG_QUIET)
        (packet, frame) = (av_packet_alloc(), av_frame_alloc())
        patience.expire(at: .now() + limits.open)
        try openContainer()
        try openDecoder()
    }

    deinit {
        avcodec_free_context(&decoder)
        avformat_close_input(&container)
        av_packet_free(&packet)
        av_frame_free(&frame)
        namesOthers.deallocate()
    }

    /// As the container says.
    var duration: Duration? {
        guard let ticks = container?.pointee.duration, ticks > 0 else { return nil }
        return .nanoseconds(Int64(clamping: (Double(ticks) * 1e9 / Double(cmedia_time_base)).rounded()))
    }

    /// The next decoded frame, valid until the next call; `nil` at the end.
    func next() throws(AudioFault) -> UnsafeMutablePointer<AVFrame>? {
        guard let decoder, let packet, let frame else { return nil }
        while true {
            let status = avcodec_receive_frame(decoder, frame)
            if status == 0 {
                broken = 0
                trimEnd(of: frame)
                if frame.pointee.nb_samples > 0 { return frame }
                continue
            }
            if status == cmedia_error_end { return nil }
            if status != -EAGAIN { try tolerate() }
            // An end makes the decoder give what it has left.
            let isThere = try read(into: packet)
            let sent = avcodec_send_packet(decoder, isThere ? packet : nil)
            av_packet_unref(packet)
            if sent < 0, sent != cmedia_error_end { try tolerate() }
        }
    }

    /// MP4 says what lies behind the audio by the last packet's duration, which libavcodec does not heed.
    private func trimEnd(of frame: UnsafeMutablePointer<AVFrame>) {
        guard let decoder, let name = container?.pointee.iformat?.pointee.name, String(cString: name).hasPrefix("mov,") else { return }
        let base = AVRational(num: 1, den: frame.pointee.sample_rate)
        let count = av_rescale_q(frame.pointee.pkt_duration, decoder.pointee.pkt_timebase, base)
        if count > 0, count < Int64(frame.pointee.nb_samples) { frame.pointee.nb_samples = Int32(count) }
    }

    /// The next packet of the audio stream; false at the end.
    private func read(into packet: UnsafeMutablePointer<AVPacket>) throws(AudioFault) -> Bool {
        while true {
            patience.expire(at: .now() + limits.read)
            let status = av_read_frame(container, packet)
            switch status {
            case cmedia_error_end: return false
            case cmedia_error_invalid, -EAGAIN: try tolerate()
            case ..<0: throw failure(status, "stopped: it sent nothing for \(Self.seconds(limits.read))")
            default:
                if packet.pointee.stream_index == stream { return true }
                av_packet_unref(packet)
            }
            if patience.isOver { throw failure(cmedia_error_exit, "stopped: it sent nothing for \(Self.seconds(limits.read))") }
        }
    }

    private func tolerate() throws(AudioFault) {
        broken += 1
        if broken > Self.mostBroken { throw AudioFault(.damaged, "is damaged: the rest of it cannot be decoded") }
    }

    private func openContainer() throws(AudioFault) {
        container = avformat_alloc_context()
        guard let container else { throw AudioFault(.library, "cannot be read: out of memory") }
        container.pointee.interrupt_callback = AVIOInterruptCB(
            callback: { Unmanaged<Patience>.fromOpaque($0!).takeUnretainedValue().isOver ? 1 : 0 },
            opaque: Unmanaged.passUnretained(patience).toOpaque())
        var options: OpaquePointer?
        defer { av_dict_free(&options) }
        av_dict_set(&options, "protocol_whitelist", source.protocols, 0)
        switch source {
        case .file(let descriptor, _):
            file = FileInput(descriptor: descriptor, patience: patience)
            container.pointee.pb = file?.context
            cmedia_open_nothing(container, namesOthers)
        case .address:
            cmedia_verify_tls(container)
            // A server that hung up on one that was paused is asked for the rest.
            av_dict_set(&options, "reconnect", "1", 0)
            av_dict_set(&options, "reconnect_delay_max", "4", 0)
        }
        let tooSlow = "did not answer within \(Self.seconds(limits.open))"
        // On failure it frees the context.
        let status = avformat_open_input(&self.container, source.url, nil, &options)
        guard status >= 0 else { throw failure(status, tooSlow) }
        let found = avformat_find_stream_info(self.container, nil)
        guard found >= 0, !patience.isOver else { throw failure(found, tooSlow) }
    }

    private func openDecoder() throws(AudioFault) {
        guard let container else { return }
        var codec: UnsafePointer<AVCodec>?
        stream = av_find_best_stream(container, AVMEDIA_TYPE_AUDIO, -1, -1, &codec, 0)
        if stream == cmedia_error_no_decoder { throw AudioFault(.notAvailable, "cannot be played: libavcodec has no decoder for its audio") }
        guard stream >= 0, let codec else { throw withoutAudio(container) }
        let streams = UnsafeBufferPointer(start: container.pointee.streams, count: Int(container.pointee.nb_streams))
        for index in streams.indices where index != Int(stream) { streams[index]?.pointee.discard = AVDISCARD_ALL }
        guard let chosen = streams[Int(stream)] else { throw withoutAudio(container) }
        decoder = avcodec_alloc_context3(codec)
        avcodec_parameters_to_context(decoder, chosen.pointee.codecpar)
        decoder?.pointee.pkt_timebase = chosen.pointee.time_base
        decoder?.pointee.thread_count = 1
        let status = avcodec_open2(decoder, codec, nil)
        guard status >= 0 else { throw AudioFault(.damaged, "cannot be decoded: \(Self.reason(status))") }
    }

    private func withoutAudio(_ container: UnsafeMutablePointer<AVFormatContext>) -> AudioFault {
        // libavformat takes text for the pictures of a terminal.
        if let name = container.pointee.iformat?.pointee.name, String(cString: name) == "tty" { return AudioFault(.notAudio, "is text, not audio") }
        let hasPictures = av_find_best_stream(container, AVMEDIA_TYPE_VIDEO, -1, -1, nil, 0) >= 0
        return AudioFault(.notAudio, hasPictures ? "has no audio, only pictures" : "has no audio")
    }

    private func failure(_ status: Int32, _ tooSlow: String) -> AudioFault {
        // What was interrupted may say so only when it is asked again, with a new deadline.
        if patience.isOver || status == cmedia_error_exit { return AudioFault(.interrupted, tooSlow) }
        if namesOthers.pointee != 0 {
            return AudioFault(.notAvailable, "names other files or addresses, and none of them is opened: give one of those")
        }
        // The end is reached while probing what is short and nothing.
        if status == cmedia_error_invalid || status == cmedia_error_end {
            return AudioFault(.notAudio, "is not audio of a known kind, or is damaged")
        }
        let code: AudioTrouble =
            switch status {
            case -ENOENT, -EACCES, cmedia_error_not_found, cmedia_error_unauthorized, cmedia_error_forbidden: .notReadable
            case cmedia_error_no_protocol: .notAvailable
            default: status > -4096 ? .system : .library
            }
        return AudioFault(code, "cannot be read: \(Self.reason(status))")
    }

    /// libav's own text for one of its numbers: its log may name addresses with their passwords, and is not read.
    static func reason(_ status: Int32) -> String {
        var text = [CChar](repeating: 0, count: 128)
        av_strerror(status, &text, text.count)
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private static func seconds(_ span: Duration) -> String {
        let milliseconds = Int(clamping: span.inMilliseconds)
        return milliseconds % 1000 == 0 ? "\(milliseconds / 1000) s" : "\(milliseconds) ms"
    }
}
