import CLibAV
import Glibc

/// A media file that is read through once, to say what is in it. Nothing is decoded.
///
/// Only the file itself is read, and for a playlist what lies beside it: no name leads to the network.
public final class MediaFile {
    private let path: String
    private let file = LocalContainer()
    private var packet: UnsafeMutablePointer<AVPacket>?

    /// Opens it. Blocks, as `inspect` does, as long as the disk takes.
    ///
    /// - Parameter isForeign: its bytes are a server's: it is a segment of a stream and no playlist, which could name files of this machine.
    /// - Throws: `notReadable`, `notAFile`, `damaged` or `library`, in one line that names the file.
    @available(*, noasync)
    public init(_ path: String, isForeign: Bool = false) throws(CodecError) {
        self.path = path
        LibAVLog.forget()
        try check()
        packet = try libavObject("av_packet_alloc", av_packet_alloc())
        let status = file.open(path, isSegment: isForeign)
        guard status >= 0, let container = file.context else {
            guard !LocalContainer.isForeign(status) else {
                throw CodecError(.damaged, operation: "inspect", message: LocalContainer.unknown(path))
            }
            throw failure(status, "cannot be opened")
        }
        let found = avformat_find_stream_info(container, nil)
        guard found >= 0 else { throw failure(found, "is damaged") }
        // A playlist of which nothing could be read is open all the same.
        guard container.pointee.nb_streams > 0 else {
            throw CodecError(.damaged, operation: "inspect", message: "'\(path)' holds neither a picture nor audio that can be read")
        }
    }

    deinit { av_packet_free(&packet) }

    /// Reads it through. Once only.
    @available(*, noasync)
    public func inspect() -> MediaInspection {
        guard let container = file.context, let packet else { preconditionFailure("opened by init") }
        var tallies = [StreamTally](repeating: StreamTally(), count: Int(container.pointee.nb_streams))
        var messages = MessageTally()
        var trouble = ""
        while true {
            let status = av_read_frame(container, packet)
            if status == clibav_error_end { break }
            guard status >= 0 else {
                trouble = CodecError(status: status, operation: "inspect").message
                break
            }
            defer { av_packet_unref(packet) }
            // A playlist may bring more streams while it is read.
            while tallies.count < Int(container.pointee.nb_streams) { tallies.append(StreamTally()) }
            let index = Int(packet.pointee.stream_index)
            let piece = self.piece(of: packet, container.pointee.streams[index]!)
            tallies[index].add(piece)
            messages.add(self.messages(in: packet, container.pointee.streams[index]!), at: piece.pts ?? piece.dts ?? 0, isKeyframe: piece.isKeyframe)
        }
        return describe(container, tallies, messages, trouble)
    }

    private func piece(of packet: UnsafeMutablePointer<AVPacket>, _ stream: UnsafeMutablePointer<AVStream>) -> StreamTally.Piece {
        let base = av_q2d(stream.pointee.time_base)
        func seconds(_ ticks: Int64) -> Double? { ticks == clibav_no_time ? nil : Double(ticks) * base }
        return StreamTally.Piece(
            pts: seconds(packet.pointee.pts), dts: seconds(packet.pointee.dts), seconds: max(0, Double(packet.pointee.duration) * base),
            bytes: Int(packet.pointee.size), isKeyframe: packet.pointee.flags & AV_PKT_FLAG_KEY != 0)
    }

    private func messages(in packet: UnsafeMutablePointer<AVPacket>, _ stream: UnsafeMutablePointer<AVStream>) -> [StreamMessage] {
        let parameters = stream.pointee.codecpar!
        guard let coding = Coding(videoID: parameters.pointee.codec_id) else { return [] }
        let header = UnsafeRawBufferPointer(start: parameters.pointee.extradata, count: Int(parameters.pointee.extradata_size))
        // A header of its own (avcC, hvcC) says that units have lengths, and how long these are; else they have start codes.
        let position = coding == .hevc ? 21 : 4
        let framing: NALUnit.Framing = header.count > position + 2 && header[0] == 1 ? .lengths(Int(header[position] & 3) + 1) : .annexB
        let bytes = UnsafeRawBufferPointer(start: packet.pointee.data, count: Int(packet.pointee.size))
        return SEIReader.messages(in: bytes, framing, coding: coding)
    }

    private func describe(
        _ container: UnsafeMutablePointer<AVFormatContext>, _ tallies: [StreamTally], _ messages: MessageTally, _ trouble: String
    ) -> MediaInspection {
        let streams = tallies.enumerated().map { index, tally in describe(container.pointee.streams[index]!, index, tally) }
        let (start, end) = (streams.map(\.startSeconds).min() ?? 0, streams.map(\.endSeconds).max() ?? 0)
        var facts = stat()
        return MediaInspection(
            file: path, format: container.pointee.iformat?.pointee.name.map { String(cString: $0) } ?? "", durationSeconds: max(0, end - start),
            bytes: stat(path, &facts) == 0 ? Int(facts.st_size) : 0, streams: streams, messages: messages.messages,
            chapters: chapters(container), trouble: trouble)
    }

    /// After it was read: some containers tell them last. A file may hold more than anyone reads: the first of them are told.
    private func chapters(_ container: UnsafeMutablePointer<AVFormatContext>) -> [MediaInspection.Chapter] {
        (0..<min(Int(container.pointee.nb_chapters), MessageTally.mostKept)).compactMap { index in
            guard let chapter = container.pointee.chapters[index]?.pointee else { return nil }
            let base = av_q2d(chapter.time_base)
            func seconds(_ ticks: Int64) -> Double { ticks == clibav_no_time ? 0 : Double(ticks) * base }
            let title = av_dict_get(chapter.metadata, "title", nil, 0)?.pointee.value.map { String(cString: $0) }
            let start = seconds(chapter.start)
            return MediaInspection.Chapter(startSeconds: start, endSeconds: max(start, seconds(chapter.end)), title: title ?? "")
        }
    }

    private func describe(_ stream: UnsafeMutablePointer<AVStream>, _ index: Int, _ tally: StreamTally) -> MediaInspection.Stream {
        let parameters = stream.pointee.codecpar.pointee
        let isVideo = parameters.codec_type == AVMEDIA_TYPE_VIDEO
        let kind = isVideo ? "video" : parameters.codec_type == AVMEDIA_TYPE_AUDIO ? "audio" : "other"
        return MediaInspection.Stream(
            index: index, kind: kind, codec: String(cString: avcodec_get_name(parameters.codec_id)),
            size: isVideo ? "\(parameters.width)x\(parameters.height)" : "", sampleRate: Int(parameters.sample_rate),
            channels: Int(parameters.ch_layout.nb_channels), packets: tally.packets, bytes: tally.bytes, bitRate: tally.bitRate,
            startSeconds: tally.startSeconds, endSeconds: tally.endSeconds, rate: tally.rate, longestGapSeconds: tally.longestGap,
            backwardSteps: tally.backwardSteps, keyframes: isVideo ? tally.keyframes : nil)
    }

    private func check() throws(CodecError) {
        var facts = stat()
        guard stat(path, &facts) == 0, access(path, R_OK) == 0 else {
            throw CodecError(.notReadable, operation: "inspect", message: "'\(path)' cannot be read: \(String(cString: strerror(errno)))")
        }
        guard facts.st_mode & S_IFMT == S_IFREG else {
            throw CodecError(.notAFile, operation: "inspect", message: "'\(path)' is not a file: give a recording, such as talk.mkv")
        }
        guard facts.st_size > 0 else { throw CodecError(.damaged, operation: "inspect", message: "'\(path)' is empty") }
    }

    private func failure(_ status: Int32, _ text: String) -> CodecError {
        let cause = CodecError(status: status, operation: "inspect")
        return CodecError(.damaged, operation: "inspect", message: "'\(path)' \(text): \(cause.message)", systemNumber: cause.systemNumber)
    }
}
