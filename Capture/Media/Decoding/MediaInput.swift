import CMedia
import CaptureKit
import Frames
import Glibc
import Platform

/// The pictures of a file: its container, and the decoder of its best video stream; and the audio beside them, where somebody hears it.
/// libavformat reads what is open, and opens nothing.
final class MediaInput: PictureSource {
    /// For finding out what it is, and for each piece of it afterwards.
    private static let longestAnswer = Duration.seconds(10)

    let patience: Patience
    let isLive = false
    private let location: MediaLocation
    private let io: DescriptorInput
    /// Set by libavformat when it wanted to open something.
    private let hasRefused: UnsafeMutablePointer<Int32>
    private var container: UnsafeMutablePointer<AVFormatContext>?
    private var decoder: PictureDecoder?
    private var stream: UnsafeMutablePointer<AVStream>?
    /// The audio beside them, and of the container's streams the number of it.
    private var track: AudioTrack?
    private var trackIndex: Int32 = -1
    private let held = HeldPackets()
    private var isAtEnd = false
    var skipped: SkippedPackets { decoder?.skipped ?? Self.none }
    private static let none = SkippedPackets()
    private(set) var orientation = Orientation.up
    private(set) var frameDuration = Duration.milliseconds(40)

    /// Reads what it needs to know; waits for that, 10 s at most.
    /// - Parameter audio: takes the audio; `nil` where no one hears it.
    /// - Throws: `CaptureError`, in one line that names the file.
    init(_ file: MediaFile, patience: Patience = Patience(), audio: TrackPipeline? = nil) throws(CaptureError) {
        (location, self.patience) = (file.location, patience)
        av_log_set_level(AV_LOG_QUIET)
        io = DescriptorInput(file, patience: patience)
        hasRefused = .allocate(capacity: 1)
        hasRefused.initialize(to: 0)
        patience.expire(at: .now() + Self.longestAnswer)
        try openContainer()
        try openDecoder()
        if let audio { openTrack(into: audio) }
    }

    deinit {
        (decoder, track) = (nil, nil)
        avformat_close_input(&container)
        hasRefused.deallocate()
    }

    var name: String { location.description }

    func next(into frame: UnsafeMutablePointer<AVFrame>) throws(CaptureError) -> Bool {
        guard let decoder else { return false }
        guard try decoder.next(into: frame, { (packet) throws(CaptureError) in try read(into: packet) }) else { return false }
        if let track, !isAtEnd {
            try held.readAhead(of: decoder.time(of: frame), track) { (packet) throws(CaptureError) in try readNext(into: packet) }
        }
        return true
    }

    func time(of frame: UnsafeMutablePointer<AVFrame>) -> Duration? { decoder?.time(of: frame) }

    func rewind() throws(CaptureError) {
        guard let container else { return }
        let start = container.pointee.start_time == cmedia_no_time ? 0 : container.pointee.start_time
        patience.expire(at: .now() + Self.longestAnswer)
        let toStart = { avformat_seek_file(container, -1, .min, start, start, 0) >= 0 }
        let toFirstByte = { av_seek_frame(container, -1, 0, AVSEEK_FLAG_BYTE) >= 0 }
        // Transport streams have no index: by time, one lands behind the first key frame.
        let isStreamed = (container.pointee.iformat?.pointee.flags ?? 0) & AVFMT_TS_DISCONT != 0
        guard isStreamed ? toFirstByte() || toStart() : toStart() || toFirstByte() else {
            throw CaptureError(.unsupported, "\(location) cannot be played again from its start: leave out --loop")
        }
        decoder?.restart()
        track?.restart()
        held.removeAll()
        isAtEnd = false
    }

    /// As the container says; `nil` where it does not.
    var duration: Duration? {
        guard let container, container.pointee.duration > 0 else { return nil }
        return .microseconds(container.pointee.duration)
    }

    /// Of what is in it, in its own time.
    var startTime: Duration {
        guard let container, container.pointee.start_time != cmedia_no_time else { return .zero }
        return .microseconds(container.pointee.start_time)
    }

    /// The next picture is one at or before that time after the start; where it cannot be found so, the first of all.
    func seek(to time: Duration) {
        guard let container else { return }
        patience.expire(at: .now() + Self.longestAnswer)
        let start = container.pointee.start_time == cmedia_no_time ? 0 : container.pointee.start_time
        let (wanted, isTooFar) = start.addingReportingOverflow(time.inNanoseconds / 1000)
        guard !isTooFar, avformat_seek_file(container, -1, .min, wanted, wanted, 0) >= 0 else { return }
        decoder?.restart()
        held.removeAll()
        isAtEnd = false
    }

    /// Whether there is audio beside the pictures.
    var hasAudio: Bool { audioStream() != nil }

    /// The next packet of the pictures; false at the end.
    private func read(into packet: UnsafeMutablePointer<AVPacket>) throws(CaptureError) -> Bool {
        if held.takeFirst(into: packet) { return true }
        return try readNext(into: packet)
    }

    /// The next packet of the pictures in the container, whose audio is decoded on the way; false at the end.
    private func readNext(into packet: UnsafeMutablePointer<AVPacket>) throws(CaptureError) -> Bool {
        while true {
            // A program that writes into a pipe may be slow.
            patience.expire(at: location.isPipe ? MediaTime(nanoseconds: .max) : .now() + Self.longestAnswer)
            let status = av_read_frame(container, packet)
            if hasRefused.pointee != 0 { throw MediaFailure.scattered(location) }
            switch status {
            case cmedia_error_end:
                if !isAtEnd { track?.take(nil) }
                isAtEnd = true
                return false
            case cmedia_error_invalid, cmedia_error_again: try decoder?.tolerate()
            case ..<0: throw MediaFailure.stopped(location, status)
            default:
                if packet.pointee.stream_index == stream?.pointee.index { return true }
                if packet.pointee.stream_index == trackIndex { track?.take(packet) }
                av_packet_unref(packet)
            }
            if patience.isOver { throw MediaFailure.stopped(location, cmedia_error_exit) }
        }
    }

    // MARK: Opening

    private func openContainer() throws(CaptureError) {
        let format = try findFormat()
        container = avformat_alloc_context()
        guard let made = container else { throw CaptureError(.memory, "\(location) cannot be read: out of memory") }
        made.pointee.pb = io.context
        made.pointee.interrupt_callback = AVIOInterruptCB(
            callback: { Unmanaged<Patience>.fromOpaque($0!).takeUnretainedValue().isOver ? 1 : 0 },
            opaque: Unmanaged.passUnretained(patience).toOpaque())
        cmedia_open_nothing(made, hasRefused)
        var options: OpaquePointer?
        defer { av_dict_free(&options) }
        // Of containers within the container.
        av_dict_set(&options, "protocol_whitelist", location.protocols, 0)
        // On failure it frees the context.
        let status = avformat_open_input(&container, location.url, format, &options)
        guard hasRefused.pointee == 0 else { throw MediaFailure.scattered(location) }
        guard status >= 0 else { throw MediaFailure.unopened(location, status) }
        let found = avformat_find_stream_info(container, nil)
        guard hasRefused.pointee == 0 else { throw MediaFailure.scattered(location) }
        guard found >= 0, !patience.isOver else { throw MediaFailure.unopened(location, found < 0 ? found : cmedia_error_exit) }
    }

    /// What kind of container it is, by its first bytes and the ending of its name.
    private func findFormat() throws(CaptureError) -> UnsafePointer<AVInputFormat>? {
        var format: UnsafePointer<AVInputFormat>?
        let status = av_probe_input_buffer2(io.context, &format, location.url, nil, 0, 0)
        guard status >= 0, let found = format else { throw MediaFailure.unopened(location, status < 0 ? status : cmedia_error_invalid) }
        let name = String(cString: found.pointee.name)
        if Self.scripts.contains(name) { throw MediaFailure.script(location, name) }
        // A still: image2 opens files by itself.
        return name == "image2" ? av_find_input_format("image2pipe") : found
    }

    /// Containers that are a text which names others.
    private static let scripts: Set = ["concat", "hls", "dash", "imf", "sdp", "rtsp", "vobsub", "webm_dash_manifest", "avisynth", "vapoursynth"]

    private func openDecoder() throws(CaptureError) {
        guard let container else { return }
        var codec: UnsafePointer<AVCodec>?
        let index = av_find_best_stream(container, AVMEDIA_TYPE_VIDEO, -1, -1, &codec, 0)
        guard index != cmedia_error_no_decoder else { throw PictureDecoder.unknown(name) }
        guard index >= 0, codec != nil, let chosen = container.pointee.streams[Int(index)] else {
            throw MediaFailure.pictureless(location, container)
        }
        for other in 0..<Int(container.pointee.nb_streams) where other != Int(index) {
            container.pointee.streams[other]?.pointee.discard = AVDISCARD_ALL
        }
        stream = chosen
        decoder = try PictureDecoder(chosen.pointee.codecpar, timeBase: chosen.pointee.time_base, name: name)
        let rate = av_guess_frame_rate(container, chosen, nil)
        if rate.num > 0, rate.den > 0 { frameDuration = .nanoseconds(1_000_000_000 * Int64(rate.den) / Int64(rate.num)) }
        if let matrix = av_stream_get_side_data(chosen, AV_PKT_DATA_DISPLAYMATRIX, nil) {
            orientation = Orientation(displayMatrix: UnsafeRawPointer(matrix))
        }
    }

    /// The best that belongs to the pictures.
    private func audioStream() -> UnsafeMutablePointer<AVStream>? {
        guard let container, let stream else { return nil }
        var codec: UnsafePointer<AVCodec>?
        let index = av_find_best_stream(container, AVMEDIA_TYPE_AUDIO, -1, stream.pointee.index, &codec, 0)
        return index >= 0 && codec != nil ? container.pointee.streams[Int(index)] : nil
    }

    private func openTrack(into pipeline: TrackPipeline) {
        guard let chosen = audioStream(),
            let opened = AudioTrack(chosen.pointee.codecpar, timeBase: chosen.pointee.time_base, into: pipeline)
        else { return pipeline.setHeard(false) }
        chosen.pointee.discard = AVDISCARD_DEFAULT
        (track, trackIndex) = (opened, chosen.pointee.index)
    }
}
