import Codec
import Platform
import Protocols

/// A live playlist and its segments, each starting at a key frame; without a picture, at the first audio after a key frame's
/// interval. Segments are MPEG-TS, or fragments of MP4, whose header is a file of its own.
///
/// A segment is listed when it is complete; segments that fell off the list are deleted a little later. Files of an earlier
/// broadcast with the same playlist name are overwritten or removed.
final class HLSSink: PacketSink, @unchecked Sendable {
    // @unchecked: everything but `store` and `count` belongs to the target's thread.
    private var url: TargetURL
    private let store: any SegmentStore
    private let count: ByteCount
    private let container: Container
    private let shortest: Duration
    let batch: Duration
    /// What may start a segment: a picture where there are any.
    private let cuts: Packet.Kind
    private var playlist: Playlist
    private var number = 0
    private var headers = 0
    /// When the store was opened last.
    private var bytesBefore = 0
    private var segment: (name: String, start: MediaTime)?
    private let pipe: SegmentPipe
    private var muxer: Muxer?
    /// What the muxer was made for, and the name of its header's file.
    private var streams: [StreamDescription] = []
    private var start = MediaTime.zero
    private var header: String?
    private var isAfterGap = false
    private var reach = MediaReach()

    /// - Parameters:
    ///   - container: `.mpegts` or `.mp4`.
    ///   - shortest: a key frame earlier than this after the segment's first does not start a new one.
    ///   - length: segments in the playlist.
    ///   - keyframeInterval: the segments' length to be expected; without pictures, the one they get.
    init(
        _ url: TargetURL, in store: any SegmentStore, as container: Container = .mpegts, shortest: Duration = .seconds(1), length: Int = 6,
        keyframeInterval: Duration = .seconds(2), hasPictures: Bool = true, counting count: ByteCount
    ) {
        (self.url, self.store, self.container, self.count) = (url, store, container, count)
        pipe = SegmentPipe(store)
        self.shortest = hasPictures ? shortest : max(shortest, keyframeInterval)
        cuts = hasPictures ? .video : .audio
        batch = max(shortest, keyframeInterval)
        playlist = Playlist(length: length, expecting: batch)
    }

    var bytesSent: Int { count.current }
    var hasSentMedia: Bool { bytesSent > bytesBefore }
    var link: LinkFigures { store.link }

    func open(_ url: TargetURL, until deadline: MediaTime, isWanted: () -> Bool) throws(DeliveryError) {
        self.url = url
        try store.open(url, playlist.text(isEnded: false), isFirst: number == 0, until: deadline, isWanted: isWanted)
        bytesBefore = bytesSent
    }

    func begin(_ streams: [StreamDescription], start: MediaTime, from first: MediaTime, until deadline: MediaTime) throws(DeliveryError) {
        pipe.deadline = deadline
        (self.streams, self.start) = (streams, start)
        // In MPEG-TS the tables come first, so the first segment has to be there.
        if container == .mpegts { try startSegment(at: first) }
        try startMuxer(from: first, until: deadline)
        guard container == .mp4 else { return }
        // A header is no media.
        bytesBefore = bytesSent
        try startSegment(at: first)
    }

    func write(_ packet: Packet, until deadline: MediaTime) throws(DeliveryError) -> Bool {
        guard let muxer, let segment else { return false }
        pipe.deadline = deadline
        let needsHeader = container == .mp4 && isOfAnotherEncoder(packet)
        if packet.kind == cuts, packet.isKeyframe, packet.pts - segment.start >= shortest || needsHeader {
            try muxing(for: url) { () throws(CodecError) in
                try muxer.flush(before: packet)
                if needsHeader { try muxer.finish() }
            }
            try closeSegment(at: packet.pts, until: deadline)
            try store.replacePlaylist(playlist.text(isEnded: false), until: deadline)
            if needsHeader {
                streams = streams.map { $0.kind == .video ? packet.stream ?? $0 : $0 }
                try startMuxer(from: start, until: deadline)
            } else {
                muxer.repeatTables()
            }
            try startSegment(at: packet.pts)
        }
        var isWritten = false
        try muxing(for: url) { () throws(CodecError) in isWritten = try self.muxer?.write(packet) ?? false }
        reach.note(packet)
        return isWritten
    }

    func finish(until deadline: MediaTime) throws(DeliveryError) {
        defer { abandon(until: deadline) }
        guard let muxer, segment != nil else { return }
        pipe.deadline = deadline
        try muxing(for: url) { () throws(CodecError) in try muxer.finish() }
        try closeSegment(at: reach.end, until: deadline)
        try store.replacePlaylist(playlist.text(isEnded: true), until: deadline)
    }

    func abandon(until deadline: MediaTime) {
        muxer = nil
        segment = nil
        store.close(until: deadline)
        isAfterGap = !playlist.segments.isEmpty
    }

    func interrupt(by time: MediaTime) { store.interrupt(by: time) }
    func end(by time: MediaTime) { store.end(by: time) }

    /// MPEG-TS has the encoder's header at each key frame, MP4 where the stream begins.
    private func isOfAnotherEncoder(_ packet: Packet) -> Bool {
        guard let stream = packet.stream, let known = streams.first(where: { $0.kind == .video }) else { return false }
        return stream !== known
    }

    private func startMuxer(from first: MediaTime, until deadline: MediaTime) throws(DeliveryError) {
        if container == .mp4 {
            let name = "\(store.stem)-header-\(SegmentNumber.text(headers)).mp4"
            headers += 1
            try store.beginSegment(name)
            header = name
        }
        try muxing(for: url) { () throws(CodecError) in muxer = try Muxer(container, streams: streams, start: start, from: first, into: pipe) }
        if container == .mp4 { try store.endSegment(until: deadline) }
    }

    private func startSegment(at start: MediaTime) throws(DeliveryError) {
        let name = "\(store.stem)-\(SegmentNumber.text(number)).\(container == .mp4 ? "m4s" : "ts")"
        number += 1
        try store.beginSegment(name)
        segment = (name, start)
    }

    private func closeSegment(at end: MediaTime, until deadline: MediaTime) throws(DeliveryError) {
        guard let segment else { return }
        try store.endSegment(until: deadline)
        let entry = Playlist.Segment(
            name: segment.name, header: header, span: end - segment.start, capturedAt: WallClock(at: segment.start), isDiscontinuity: isAfterGap)
        isAfterGap = false
        for old in playlist.append(entry) { store.remove(old, until: deadline) }
        self.segment = nil
    }
}

/// The one muxer's bytes into whichever segment is open.
private final class SegmentPipe: ByteSink {
    var deadline = MediaTime.zero
    private let store: any SegmentStore

    init(_ store: any SegmentStore) { self.store = store }

    var isSeekable: Bool { false }

    func write(_ bytes: UnsafeRawBufferPointer) throws { try store.write(bytes, until: deadline) }

    func seek(toByte offset: Int) throws {}
}
