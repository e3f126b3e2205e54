import CLibAV
public import Platform

/// Packets in, a container's bytes out, at once: nothing is held back to interleave, and every finished piece
/// (tag, cluster, fragment, transport packet) reaches the sink before the call returns. Of MP4 the newest packet of each
/// stream is held back: a fragment's times follow from how long everything before it lasts.
///
/// Belongs to one thread. Packets of one stream come in order; those of different streams should.
/// After an error only `deinit` is left; nothing more reaches the sink.
public final class Muxer {
    public let container: Container
    private let context: UnsafeMutablePointer<AVFormatContext>
    let bridge: SinkBridge
    private let scratch: UnsafeMutablePointer<AVPacket>
    private(set) var timeline: PacketTimeline
    /// One for each track of the timeline.
    private var tracks: [Track] = []
    /// Where chapters go; `nil` where none can.
    var chapterPlace: ChapterPlace?

    /// One stream of the container.
    private struct Track {
        let index: Int32
        let base: AVRational
        /// What its header says.
        var description: StreamDescription
        /// Waits for its successor, which says how long it lasts.
        var held: Packet?
    }

    /// Writes the header.
    ///
    /// - Parameters:
    ///   - streams: at most one picture, the first; audio of different codings or tracks that the container takes.
    ///   - start: what becomes time 0.
    ///   - first: packets before it are left out; `start` unless an earlier container began at `start` already.
    ///   - takesChapters: leaves room for them, where the container has any and the sink can seek.
    ///   - isCMAF: of MP4, fragments end when `flush` says so, and nowhere else.
    public init(
        _ container: Container, streams: [StreamDescription], start: MediaTime, from first: MediaTime? = nil, takesChapters: Bool = false,
        isCMAF: Bool = false, into sink: any ByteSink
    ) throws(CodecError) {
        LibAVLog.forget()
        self.container = container
        timeline = PacketTimeline(start: start, from: first)
        bridge = try SinkBridge(sink)
        scratch = try libavObject("av_packet_alloc", av_packet_alloc())
        var made: UnsafeMutablePointer<AVFormatContext>?
        try libav("avformat_alloc_output_context2", avformat_alloc_output_context2(&made, nil, container.format, nil))
        context = try libavObject("avformat_alloc_output_context2", made)
        context.pointee.pb = bridge.io
        context.pointee.flags |= AVFMT_FLAG_CUSTOM_IO | AVFMT_FLAG_FLUSH_PACKETS
        // Times are ours alone: libavformat shall not shift what starts at 0 already.
        context.pointee.avoid_negative_ts = 0
        for description in streams { try add(description) }
        var options: OpaquePointer?
        defer { av_dict_free(&options) }
        for (name, value) in container.options(isSeekable: sink.isSeekable, isCMAF: isCMAF) { av_dict_set(&options, name, value, 0) }
        bridge.isKept = takesChapters && sink.isSeekable
        try check("avformat_write_header", avformat_write_header(context, &options))
        avio_flush(bridge.io)
        try check("avformat_write_header", bridge.io.pointee.error)
        if bridge.isKept { try reserveChapters(behind: bridge.releaseKept()) }
        for (index, description) in streams.enumerated() {
            let base = context.pointee.streams[index]!.pointee.time_base
            timeline.addTrack(for: description, in: base)
            tracks.append(Track(index: Int32(index), base: base, description: description))
        }
    }

    deinit {
        var scratch: UnsafeMutablePointer<AVPacket>? = scratch
        av_packet_free(&scratch)
        avformat_free_context(context)
    }

    /// Writes one packet. False when it lies before `first`, or no stream of its coding exists, and was left out.
    @discardableResult
    public func write(_ packet: Packet) throws(CodecError) -> Bool {
        guard let track = timeline.admit(packet) else { return false }
        guard container.needsDurations else {
            try put(packet, track, lasting: packet.duration)
            return true
        }
        if let held = tracks[track].held { try put(held, track, lasting: packet.dts - held.dts) }
        tracks[track].held = packet
        return true
    }

    /// FLV only: data that is no media, such as `onTextData`, with the time of the packet of this coding that was written last.
    ///
    /// - Parameter body: AMF, 16 MiB at most.
    public func writeData(_ body: [UInt8], with coding: Coding) throws(CodecError) {
        guard container == .flv, let track = timeline.track(of: coding), let last = timeline.last(track: track) else { return }
        let tag = FLVTag.data(body, milliseconds: last)
        avio_write(bridge.io, tag, Int32(tag.count))
        avio_flush(bridge.io)
        try check("avio_write", bridge.io.pointee.error)
    }

    private func put(_ packet: Packet, _ track: Int, lasting duration: Duration) throws(CodecError) {
        try libav("av_packet_ref", av_packet_ref(scratch, packet.storage))
        defer { av_packet_unref(scratch) }
        let base = tracks[track].base
        let (dts, pts) = timeline.stamp(packet, track: track)
        scratch.pointee.stream_index = tracks[track].index
        (scratch.pointee.dts, scratch.pointee.pts) = (dts, pts)
        // Up to the successor's own tick, so that nothing is lost in rounding.
        scratch.pointee.duration =
            container.needsDurations ? timeline.ticks(at: packet.dts + duration, track: track) - dts : Ticks.from(duration, in: base)
        scratch.pointee.time_base = base
        try describe(packet, track)
        try check("av_write_frame", av_write_frame(context, scratch))
    }

    /// A picture of another encoder: FLV has a tag for its header. Elsewhere the key frames bring theirs along.
    private func describe(_ packet: Packet, _ track: Int) throws(CodecError) {
        guard let stream = packet.stream, stream !== tracks[track].description else { return }
        tracks[track].description = stream
        let (header, count) = (stream.parameters.pointee.extradata, Int(stream.parameters.pointee.extradata_size))
        guard container == .flv, let header, count > 0 else { return }
        let target = try libavObject(
            "av_packet_new_side_data", av_packet_new_side_data(scratch, AV_PKT_DATA_NEW_EXTRADATA, count))
        target.update(from: header, count: count)
    }

    /// Leaves out the time between what was written last and `next`, so that a paused recording plays on without a hole.
    /// Packets before `next` are left out.
    public func skip(to next: MediaTime) throws(CodecError) {
        for track in tracks.indices {
            guard let held = tracks[track].held, let end = timeline.end(track: track) else { continue }
            tracks[track].held = nil
            try put(held, track, lasting: end - held.dts)
        }
        timeline.skip(to: next)
    }

    /// Finishes what was begun (an MKV cluster, an MP4 fragment), so that the sink has everything that was written.
    public func flush() throws(CodecError) {
        try check("av_write_frame", av_write_frame(context, nil))
        avio_flush(bridge.io)
        try check("avio_flush", bridge.io.pointee.error)
    }

    /// The same up to `next`, which follows: of MP4 also the picture before it, which is known now to last until then.
    public func flush(before next: Packet) throws(CodecError) {
        if let track = timeline.track(of: next.coding, number: next.track), let held = tracks[track].held {
            tracks[track].held = nil
            try put(held, track, lasting: next.dts - held.dts)
        }
        try flush()
    }

    /// The same up to `end`: of MP4 also the newest packet of each stream, which lasts until then.
    public func flush(until end: MediaTime) throws(CodecError) {
        for track in tracks.indices {
            guard let held = tracks[track].held else { continue }
            tracks[track].held = nil
            try put(held, track, lasting: max(.milliseconds(1), end - held.dts))
        }
        try flush()
    }

    /// MPEG-TS only: the next packet is preceded by the tables that a player starts with.
    public func repeatTables() {
        guard container == .mpegts else { return }
        av_opt_set(context.pointee.priv_data, "mpegts_flags", "+resend_headers", 0)
    }

    /// Writes what belongs at the end and completes the header where the sink can seek. The last call.
    public func finish() throws(CodecError) {
        for track in tracks.indices {
            guard let held = tracks[track].held else { continue }
            tracks[track].held = nil
            // The last picture lasts as long as a player likes.
            try put(held, track, lasting: held.duration)
        }
        try check("av_write_trailer", av_write_trailer(context))
    }

    private func add(_ description: StreamDescription) throws(CodecError) {
        let stream = try libavObject("avformat_new_stream", avformat_new_stream(context, nil))
        try libav("avcodec_parameters_copy", avcodec_parameters_copy(stream.pointee.codecpar, description.parameters))
        // Parameter sets beside the pictures, which is what Apple's players insist on; libavformat would say "hev1".
        let isHEVC = description.coding == .hevc && container == .mp4
        stream.pointee.codecpar.pointee.codec_tag = isHEVC ? clibav_tag_hvc1 : 0
        stream.pointee.time_base = description.timeBase
        stream.pointee.avg_frame_rate = description.frameRate
        guard let title = description.title else { return }
        // MP4 has its own word for it.
        for key in ["title", "handler_name"] { av_dict_set(&stream.pointee.metadata, key, title, 0) }
        if description.track == 0 { stream.pointee.disposition = AV_DISPOSITION_DEFAULT }
    }

    func check(_ operation: StaticString, _ status: Int32) throws(CodecError) {
        if let failure = bridge.failure {
            throw CodecError(.sink, operation: operation.description, message: "\(failure)", cause: failure)
        }
        try libav(operation, status)
    }
}
