import CMedia
import CaptureKit
import Frames
import Glibc
import Platform

/// The work of the process that has the network: connects to an address, takes the packets of its best video stream and of the audio beside it
/// out of their container, and hands them to the process that decodes. Decodes nothing itself.
final class Fetcher {
    /// For connecting and finding the pictures, and for each piece of it afterwards.
    private static let longestAnswer = Duration.seconds(10)
    private static let mostBroken = 200
    /// For the size of the pictures, which a stream that was joined in the middle says with its next key picture.
    private static let longestExamination = Duration.seconds(3)
    private static let mostExaminedBytes = 16 << 20

    private let location: MediaLocation
    private let patience = Patience()
    private let writer: PacketWriter
    private var container: UnsafeMutablePointer<AVFormatContext>?
    private var stream: UnsafeMutablePointer<AVStream>?
    private var audio: UnsafeMutablePointer<AVStream>?
    private var broken = 0

    init(_ location: MediaLocation, to writer: PacketWriter) { (self.location, self.writer) = (location, writer) }

    deinit { avformat_close_input(&container) }

    /// The body of the process: returns at the end of the stream, and has said how it ended by then.
    /// - Parameter pipe: takes the stream; when its other end is closed, this process ends.
    static func run(_ location: MediaLocation, to pipe: Int32, _ voice: HelperVoice) {
        do throws(CaptureError) {
            try Fetcher(location, to: PacketWriter(pipe)).fetch { voice.say(.found(frameBytes: $0, hasAudio: $1)) }
            voice.say(.ended)
        } catch { voice.say(.failed(error)) }
    }

    /// Returns at the end of the stream.
    /// - Parameter found: called once, with the size of its pictures in bytes, 0 where nothing says it, and whether there is audio.
    /// - Throws: `CaptureError`, in one line that names the address without its secrets.
    func fetch(_ found: (Int, Bool) -> Void) throws(CaptureError) {
        av_log_set_level(AV_LOG_QUIET)
        patience.expire(at: .now() + Self.longestAnswer)
        try openContainer()
        var (held, size) = try findPictures()
        defer { for index in held.indices { av_packet_free(&held[index]) } }
        guard let container, let stream else { return }
        guard avcodec_find_decoder(stream.pointee.codecpar.pointee.codec_id) != nil else { throw PictureDecoder.unknown(location.description) }
        let format = PixelFormat.i420(YUVColour(matrix: .bt709, range: .limited))
        chooseAudio()
        found(size.flatMap { FrameGeometry(size: $0, format: format)?.frameBytes } ?? 0, audio != nil)
        writer.begin(stream, audio: audio, isLive: isLive(container), frameRate: av_guess_frame_rate(container, stream, nil))
        for case let packet? in held { write(packet, stream) }
        guard let packet = av_packet_alloc() else { throw outOfMemory }
        held.append(packet)
        while try read(into: packet) {
            write(packet, stream)
            av_packet_unref(packet)
        }
    }

    /// Of other streams, nothing.
    private func write(_ packet: UnsafePointer<AVPacket>, _ stream: UnsafePointer<AVStream>) {
        let index = packet.pointee.stream_index
        if index == stream.pointee.index { writer.write(packet) } else if index == audio?.pointee.index { writer.write(packet, isAudio: true) }
    }

    /// Asked some ten times a second while libavformat waits. The agent may be gone while nothing comes: the signal that the kernel would
    /// send then is refused by the agent's own Landlock, which lets it signal no process outside.
    private var mustEnd: Bool {
        if !writer.hasReader { patience.end() }
        return patience.isOver
    }

    // MARK: Opening

    private func openContainer() throws(CaptureError) {
        container = avformat_alloc_context()
        guard let made = container else { throw outOfMemory }
        made.pointee.interrupt_callback = AVIOInterruptCB(
            callback: { Unmanaged<Fetcher>.fromOpaque($0!).takeUnretainedValue().mustEnd ? 1 : 0 },
            opaque: Unmanaged.passUnretained(self).toOpaque())
        cmedia_verify_tls(made)
        var options: OpaquePointer?
        defer { av_dict_free(&options) }
        av_dict_set(&options, "protocol_whitelist", location.protocols, 0)
        // No decoder is called so: containers within a playlist are not decoded to find out what they are either.
        av_dict_set(&options, "codec_whitelist", "none", 0)
        // On failure it frees the context.
        let status = avformat_open_input(&container, location.url, nil, &options)
        guard status >= 0 else { throw MediaFailure.unopened(location, status) }
    }

    /// Chooses the stream, and finds out how large its pictures are, from the container or from its first packets.
    /// - Returns: the packets read meanwhile, of that stream and its audio; no size where none is said.
    private func findPictures() throws(CaptureError) -> ([UnsafeMutablePointer<AVPacket>?], PixelSize?) {
        var held: [UnsafeMutablePointer<AVPacket>?] = []
        var (bytes, deadline) = (0, MediaTime?.none)
        choose()
        while bytes < Self.mostExaminedBytes, deadline.map({ MediaTime.now() < $0 }) ?? true {
            guard stream != nil || mayGrow else { break }
            guard let packet = av_packet_alloc() else { throw outOfMemory }
            guard try read(into: packet, by: patience) else {
                var unused: UnsafeMutablePointer<AVPacket>? = packet
                av_packet_free(&unused)
                break
            }
            if stream == nil { choose() }
            guard let stream, [stream.pointee.index, audio?.pointee.index].contains(packet.pointee.stream_index) else {
                var unused: UnsafeMutablePointer<AVPacket>? = packet
                av_packet_free(&unused)
                continue
            }
            held.append(packet)
            bytes += Int(packet.pointee.size)
            deadline = deadline ?? .now() + Self.longestExamination
            guard packet.pointee.stream_index == stream.pointee.index else { continue }
            if let size = Self.size(stream.pointee.codecpar, packet) { return (held, size) }
            // Where a key picture does not say it, none does: pictures that are compressed one by one.
            if packet.pointee.flags & AV_PKT_FLAG_KEY != 0 { break }
        }
        guard let container else { return (held, nil) }
        if stream == nil { throw MediaFailure.pictureless(location, container) }
        if held.isEmpty { throw MediaFailure.unopened(location, cmedia_error_end) }
        return (held, nil)
    }

    /// More streams may turn up.
    private var mayGrow: Bool { (container?.pointee.ctx_flags ?? 0) & AVFMTCTX_NOHEADER != 0 }

    private func choose() {
        guard let container else { return }
        let index = av_find_best_stream(container, AVMEDIA_TYPE_VIDEO, -1, -1, nil, 0)
        guard index >= 0, let chosen = container.pointee.streams[Int(index)], chosen.pointee.codecpar.pointee.codec_id != AV_CODEC_ID_NONE else {
            return
        }
        stream = chosen
        chooseAudio()
        for other in 0..<Int(container.pointee.nb_streams) where other != Int(index) && other != audio.map({ Int($0.pointee.index) }) {
            container.pointee.streams[other]?.pointee.discard = AVDISCARD_ALL
        }
    }

    /// The first that can be decoded. libavformat's own choice wants to know how many channels it has, which a stream may say only with its audio.
    private func chooseAudio() {
        guard let container, audio == nil else { return }
        for index in 0..<Int(container.pointee.nb_streams) {
            guard let one = container.pointee.streams[index], let parameters = one.pointee.codecpar else { continue }
            guard parameters.pointee.codec_type == AVMEDIA_TYPE_AUDIO, avcodec_find_decoder(parameters.pointee.codec_id) != nil else { continue }
            one.pointee.discard = AVDISCARD_DEFAULT
            audio = one
            return
        }
    }

    private static func size(_ parameters: UnsafePointer<AVCodecParameters>, _ packet: UnsafePointer<AVPacket>) -> PixelSize? {
        var (width, height) = (parameters.pointee.width, parameters.pointee.height)
        if width <= 0 || height <= 0 { cmedia_read_size(parameters, packet, &width, &height) }
        return width > 0 && height > 0 ? PixelSize(width: Int(width), height: Int(height)) : nil
    }

    /// What has a length comes faster than it is to be shown; so does a playlist, whose length is not known.
    private func isLive(_ container: UnsafeMutablePointer<AVFormatContext>) -> Bool {
        let format = container.pointee.iformat.map { String(cString: $0.pointee.name) } ?? ""
        let isFile = container.pointee.pb.map { $0.pointee.seekable != 0 || avio_size($0) > 0 } ?? false
        let hasEnd = container.pointee.duration > 0 || (stream?.pointee.duration ?? 0) > 0
        return !isFile && !hasEnd && format != "hls" && format != "dash"
    }

    // MARK: Reading

    /// The next packet, of any stream; false at the end.
    /// - Parameter patience: runs already; `nil` to wait for each packet as long as for any answer.
    private func read(into packet: UnsafeMutablePointer<AVPacket>, by limit: Patience? = nil) throws(CaptureError) -> Bool {
        while true {
            if limit == nil { patience.expire(at: .now() + Self.longestAnswer) }
            let status = av_read_frame(container, packet)
            switch status {
            case cmedia_error_end: return false
            case cmedia_error_invalid, cmedia_error_again:
                broken += 1
                if broken > Self.mostBroken { throw CaptureError(.unsupported, "\(location) is damaged: nothing of it can be read any more") }
            case ..<0: throw limit == nil ? MediaFailure.stopped(location, status) : MediaFailure.unopened(location, status)
            default:
                broken = 0
                return true
            }
            if patience.isOver {
                throw limit == nil ? MediaFailure.stopped(location, cmedia_error_exit) : MediaFailure.unopened(location, cmedia_error_exit)
            }
        }
    }

    private var outOfMemory: CaptureError { CaptureError(.memory, "\(location) cannot be read: out of memory") }
}
