import CLibAV
import Glibc

/// Writes what a file holds into another container, as it is: every track with its language and title, every chapter, nothing encoded
/// again. A file that was broken off is taken up to where it breaks off.
///
/// Belongs to one thread. The result appears under its name when it is complete; until then, and after a failure, there is none.
@available(*, noasync)
public final class Remuxer {
    /// What became of it.
    public struct Result: Hashable, Sendable {
        public let seconds: Double
        public let byteCount: Int
        public let tracks: Int
        public let chapters: Int
        /// Tracks that are neither picture nor audio, which the container cannot hold: what each of them is.
        public let leftOut: [String]
        /// Whether the source lacks its end.
        public let isBrokenOff: Bool
    }

    let source: String
    let destination: String
    let container: Container
    let replaces: Bool
    /// Told between packets how much of the source was read, from 0 to 1.
    let progress: (Double) -> Void
    private let file = LocalContainer()
    var input: UnsafeMutablePointer<AVFormatContext>? { file.context }
    var output: UnsafeMutablePointer<AVFormatContext>?
    /// By the source's streams, where each goes; `nil` for those that are left out.
    var places: [Int32?] = []
    var leftOut: [String] = []
    private let interruption: Interruption

    /// What libavformat asks while it copies.
    private final class Interruption {
        let isWanted: () -> Bool
        init(_ isWanted: @escaping () -> Bool) { self.isWanted = isWanted }
    }

    /// - Parameters:
    ///   - container: of the destination.
    ///   - replaces: the destination may be there.
    ///   - isWanted: asked again and again, on the calling thread; false breaks off.
    public init(
        _ source: String, to destination: String, as container: Container, replacing replaces: Bool, isWanted: @escaping () -> Bool = { true },
        progress: @escaping (Double) -> Void = { _ in }
    ) {
        (self.source, self.destination, self.container) = (source, destination, container)
        (self.replaces, self.progress, interruption) = (replaces, progress, Interruption(isWanted))
    }

    deinit { close() }

    /// Once only. Blocks as long as the disk takes.
    ///
    /// - Throws: `.notReadable`, `.notAFile` or `.damaged` about the source, `.invalidSetting` where the container cannot hold what is in it,
    ///   `.sink` about the destination, `.interrupted` when `isWanted` said so.
    public func run() throws(CodecError) -> Result {
        LibAVLog.forget()
        try RemuxFiles.check(source, destination, replaces: replaces)
        try open()
        let hidden = RemuxFiles.hidden(destination)
        defer {
            close()
            if isHiddenMade { unlink(hidden) }
        }
        try plan()
        try begin(hidden)
        let seconds = try copy()
        let (tracks, chapters) = (places.count { $0 != nil }, output?.pointee.nb_chapters == 0 ? 0 : Int(input?.pointee.nb_chapters ?? 0))
        let isBrokenOff = self.isBrokenOff
        closeOutput()
        try RemuxFiles.put(hidden, destination, replaces: replaces)
        return Result(
            seconds: seconds, byteCount: RemuxFiles.byteCount(destination), tracks: tracks, chapters: chapters, leftOut: leftOut,
            isBrokenOff: isBrokenOff)
    }

    private var foundEnd = true
    /// Whether less of it could be read than its header says that there is.
    private var isShort = false
    /// Whether the file beside the destination is ours.
    private var isHiddenMade = false
    private var isBrokenOff: Bool { !foundEnd || isShort || RemuxFiles.lacksEnd(source, input) }

    // MARK: Opening

    private func open() throws(CodecError) {
        guard file.open(source) >= 0, let input else {
            throw CodecError(.damaged, operation: "remux", message: LocalContainer.unknown(source))
        }
        try libav("avformat_find_stream_info", avformat_find_stream_info(input, nil))
    }

    /// Opens the destination beside its place, and writes its header.
    private func begin(_ hidden: String) throws(CodecError) {
        guard let output else { return }
        let descriptor = Glibc.open(hidden, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            let reason = errno == EEXIST ? "\(hidden) is in its way: remove that first" : String(cString: strerror(errno))
            throw CodecError(.sink, operation: "remux", message: "\(destination) cannot be written: \(reason)")
        }
        Glibc.close(descriptor)
        isHiddenMade = true
        var callback = AVIOInterruptCB(
            callback: { opaque in Unmanaged<Interruption>.fromOpaque(opaque!).takeUnretainedValue().isWanted() ? 0 : 1 },
            opaque: Unmanaged.passUnretained(interruption).toOpaque())
        output.pointee.interrupt_callback = callback
        output.pointee.url = av_strdup("file:" + hidden)
        try written(avio_open2(&output.pointee.pb, "file:" + hidden, AVIO_FLAG_WRITE, &callback, nil))
        var options: OpaquePointer?
        defer { av_dict_free(&options) }
        // What plays before it is there completely.
        if container == .mp4 || container == .m4a { av_dict_set(&options, "movflags", "+faststart", 0) }
        try written(avformat_write_header(output, &options))
    }

    // MARK: Copying

    /// - Returns: how long it became.
    private func copy() throws(CodecError) -> Double {
        guard let input, let output else { return 0 }
        let packet = try libavObject("av_packet_alloc", av_packet_alloc())
        defer {
            var packet: UnsafeMutablePointer<AVPacket>? = packet
            av_packet_free(&packet)
        }
        let size = Double(max(1, RemuxFiles.byteCount(source)))
        let start = input.pointee.start_time == clibav_no_time ? 0 : input.pointee.start_time
        // Before it is read: what is found meanwhile may change it.
        let claimed = RemuxFiles.claimedSeconds(input)
        var (newest, reached, count) = (0.0, 0.0, 0)
        while true {
            let status = av_read_frame(input, packet)
            guard status >= 0 else {
                foundEnd = status == clibav_error_end
                break
            }
            defer { av_packet_unref(packet) }
            count += 1
            if count % 64 == 0 { try goOn(Double(avio_seek(input.pointee.pb, 0, SEEK_CUR)) / size) }
            // The piece at which the file breaks off.
            guard packet.pointee.flags & AV_PKT_FLAG_CORRUPT == 0 else { continue }
            let index = Int(packet.pointee.stream_index)
            let from = input.pointee.streams[index]!.pointee.time_base
            // Of a track that is left out too: the length of a file is that of its longest.
            if let end = PacketTime.end(of: packet, in: from) { reached = max(reached, end) }
            guard index < places.count, let place = places[index] else { continue }
            let to = output.pointee.streams[Int(place)]!.pointee.time_base
            guard PacketTime.isPossible(packet, in: from) else { throw impossibleTime }
            shift(packet, by: av_rescale_q(start, AVRational(num: 1, den: Int32(clibav_time_base)), from))
            av_packet_rescale_ts(packet, from, to)
            (packet.pointee.stream_index, packet.pointee.pos) = (place, -1)
            if packet.pointee.pts != clibav_no_time {
                newest = max(newest, (Double(packet.pointee.pts) + Double(max(0, packet.pointee.duration))) * av_q2d(to))
            }
            try written(av_interleaved_write_frame(output, packet))
        }
        // Lengths are rounded, and what is shown last may be of unknown duration.
        if let claimed { isShort = claimed - reached > max(1, claimed / 100) }
        try goOn(1)
        try written(av_write_trailer(output))
        try written(output.pointee.pb.pointee.error)
        return newest
    }

    private func shift(_ packet: UnsafeMutablePointer<AVPacket>, by ticks: Int64) {
        if packet.pointee.pts != clibav_no_time { packet.pointee.pts = PacketTime.difference(packet.pointee.pts, ticks) }
        if packet.pointee.dts != clibav_no_time { packet.pointee.dts = PacketTime.difference(packet.pointee.dts, ticks) }
    }

    private func goOn(_ part: Double) throws(CodecError) {
        guard interruption.isWanted() else { throw interrupted }
        progress(min(1, part))
    }

    private var impossibleTime: CodecError {
        CodecError(
            .damaged, operation: "remux",
            message: "'\(source)' is damaged: it holds a packet whose time or duration is longer than any recording; \(destination) is not written")
    }

    private var interrupted: CodecError {
        CodecError(.interrupted, operation: "remux", message: "broken off: \(destination) is not written")
    }

    private func written(_ status: Int32) throws(CodecError) {
        guard status < 0 else { return }
        guard interruption.isWanted() else { throw interrupted }
        let cause = CodecError(status: status, operation: "remux")
        throw CodecError(.sink, operation: "remux", message: "\(destination) cannot be written: \(cause.message)", systemNumber: cause.systemNumber)
    }

    // MARK: Closing

    private func closeOutput() {
        guard let output else { return }
        avio_closep(&output.pointee.pb)
        avformat_free_context(output)
        self.output = nil
    }

    private func close() {
        closeOutput()
        file.close()
    }
}
