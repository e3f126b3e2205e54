import Codec
import Platform
import Protocols

/// A rendition of a ladder: fragments of MP4 as CMAF wants them, one segment for each interval of the ladder's grid, each from a key frame on,
/// which is a fragment of its own. An interval without a key frame at its beginning is listed as a gap, also while nothing comes at all.
///
/// A segment is listed when it can be read, and the master says what was measured of it.
final class RenditionSink: PacketSink, @unchecked Sendable {
    // @unchecked: everything but `store`, `count` and `rendition` belongs to the target's thread.
    private var url: TargetURL
    let store: any SegmentStore
    let rendition: LadderRendition
    private let count: ByteCount
    private let writer: RenditionWriter
    private var playlist: RenditionPlaylist
    private var meter = BandwidthMeter()
    private var keyframeMeter = BandwidthMeter()
    private var muxer: Muxer?
    /// What the muxer was made for, and what the encoder makes now.
    private var stream: StreamDescription?
    private var newest: StreamDescription?
    private var header: (name: String, bytes: [UInt8])?
    /// A server that was away may have lost it.
    private var isHeaderThere = false
    private var segment: Segment?
    private var keys: SegmentKeys?
    private var segments = 0
    private var isOpened = false
    private var bytesBefore = 0
    private var reach = MediaReach()
    /// Nothing came for so long that what was missing is listed.
    private var isSilent = false
    /// How long after it was to be shown the newest packet came.
    private var lateness = Duration.zero

    private struct Segment {
        let number: Int
        let name: String
        let start: MediaTime
        let key: SegmentKeys.Key?
        /// Known when the picture behind it comes.
        var keyframeByteCount = 0
        /// Of the parts that are cut already, and when the next one begins.
        var parts = 0
        var partStart: MediaTime
    }

    init(_ url: TargetURL, _ rendition: LadderRendition, in store: any SegmentStore, counting count: ByteCount) {
        (self.url, self.rendition, self.store, self.count) = (url, rendition, store, count)
        writer = RenditionWriter(store, keepsParts: rendition.ladder.board != nil)
        playlist = RenditionPlaylist(rendition.ladder.window, interval: rendition.ladder.interval)
        keys = rendition.ladder.encryption.map { SegmentKeys($0, stem: store.stem, playlist: url.text) }
    }

    private var ladder: Ladder { rendition.ladder }
    private var isPicture: Bool { rendition.kind == .picture }
    var bytesSent: Int { count.current }
    var batch: Duration { ladder.interval }
    var hasSentMedia: Bool { bytesSent > bytesBefore }
    var link: LinkFigures { store.link }

    func open(_ url: TargetURL, until deadline: MediaTime, isWanted: () -> Bool) throws(DeliveryError) {
        self.url = url
        try store.open(url, playlist.text(isEnded: false), isFirst: !isOpened, until: deadline, isWanted: isWanted)
        // It would send players to what is being removed.
        if !isOpened, ladder.begin() { store.retire(ladder.stem + ".m3u8", until: deadline) }
        if isOpened { ladder.repeatMaster() } else { keys?.removeLeftovers() }
        (isOpened, isHeaderThere) = (true, false)
        bytesBefore = bytesSent
    }

    func begin(_ streams: [StreamDescription], start: MediaTime, from first: MediaTime, until deadline: MediaTime) {
        (newest, stream, muxer, segment) = (streams.first, nil, nil, nil)
    }

    func write(_ packet: Packet, until deadline: MediaTime) throws(DeliveryError) -> Bool {
        writer.deadline = deadline
        lateness = max(.zero, MediaTime.now() - packet.pts)
        if let stream = packet.stream { newest = stream }
        guard let grid = ladder.grid, let number = grid.number(at: packet.pts) else { return false }
        if let segment, number > segment.number {
            // Audio ends where what comes next begins, unless some is missing in between.
            let heard = packet.pts - reach.end > packet.duration ? reach.end : packet.pts
            try closeSegment(at: isPicture ? grid.start(of: segment.number + 1) : heard, until: deadline)
        }
        // Audio comes in pieces of some length; the first one of an interval begins within it.
        let begins = packet.isKeyframe && grid.isStart(packet.pts, of: number, slack: isPicture ? .zero : packet.duration)
        if begins, segment == nil, number > playlist.lastNumber ?? -1 {
            try beginSegment(number, at: packet.pts, grid, until: deadline)
        } else if isPicture, segment?.keyframeByteCount == 0 {
            try muxing(for: url) { () throws(CodecError) in try muxer?.flush(until: packet.dts) }
            segment?.keyframeByteCount = writer.byteCount
        }
        try cutPart(before: packet)
        // What builds on a picture that is missing, or comes from another encoder in the middle of a segment, shows nothing.
        guard segment != nil, stream === newest || !isPicture, let muxer else { return false }
        var isWritten = false
        try muxing(for: url) { () throws(CodecError) in isWritten = try muxer.write(packet) }
        reach.note(packet)
        return isWritten
    }

    func finish(until deadline: MediaTime) throws(DeliveryError) {
        defer { abandon(until: deadline) }
        writer.deadline = deadline
        if let segment {
            // A picture that is alone in its segment may be taken to last longer than that.
            let most = isPicture ? ladder.grid?.start(of: segment.number + 1) : nil
            try closeSegment(at: min(reach.end, most ?? reach.end), until: deadline, isLast: true)
        }
        guard playlist.lastNumber != nil else { return }
        change { $0.close(self.playlist, isEnded: true) }
        try writePlaylists(isEnded: true, until: deadline)
    }

    func abandon(until deadline: MediaTime) {
        (muxer, segment, stream) = (nil, nil, nil)
        change { $0.close(self.playlist, isEnded: $0.isEnded) }
        store.close(until: deadline)
    }

    func interrupt(by time: MediaTime) { store.interrupt(by: time) }
    func end(by time: MediaTime) { store.end(by: time) }

    private func beginSegment(_ number: Int, at start: MediaTime, _ grid: SegmentGrid, until deadline: MediaTime) throws(DeliveryError) {
        let begin = isPicture ? grid.start(of: number) : start
        // A muxer lets what comes follow what it wrote last: behind a hole it would be too early, and last too long.
        let isHole = playlist.lastNumber.map { number > $0 + 1 } ?? false || isSilent
        isSilent = false
        if muxer == nil || stream !== newest || isHole { try startMuxer(grid, number, from: start, until: deadline) }
        let name = "\(store.stem)-\(ladder.mark)-\(SegmentNumber.text(number)).m4s"
        let encryption = try keys?.next(number, ladder.mark, until: deadline)
        try store.beginSegment(name)
        writer.beginSegment(encryption?.1)
        if isHole { reach.beginSegment() }
        segment = Segment(number: number, name: name, start: begin, key: encryption?.0, partStart: begin)
        guard let header else { return }
        change { $0.begin(number, name, date: self.ladder.date(of: begin), header: header.name) }
    }

    // MARK: Parts

    private func change(_ body: (inout LiveRendition) -> Void) {
        guard let board = ladder.board else { return }
        board.change(store.stem + ".m3u8", body) { LiveRendition(playlist, board.settings) }
    }

    private func cutPart(before packet: Packet) throws(DeliveryError) {
        guard let board = ladder.board, let segment, board.settings.ends(segment.partStart, before: packet.pts) else { return }
        try muxing(for: url) { () throws(CodecError) in try muxer?.flush(until: packet.dts) }
        addParts(until: packet.pts)
    }

    /// What was written of the segment since the last part; where it lasts longer than a part may, the rest is listed as missing.
    private func addParts(until end: MediaTime) {
        guard let target = ladder.board?.settings.target, let segment else { return }
        let bytes = writer.takePart()
        guard !bytes.isEmpty else { return }
        addPart(bytes, until: min(end, segment.partStart + target))
        while let start = self.segment?.partStart, start < end { addPart([], until: min(end, start + target)) }
    }

    private func addPart(_ bytes: [UInt8], until end: MediaTime) {
        guard let segment else { return }
        let part = LadderPart(
            number: segment.number, index: segment.parts, name: LadderPart.name(of: segment.name, segment.parts), span: end - segment.partStart,
            isIndependent: !bytes.isEmpty && (!isPicture || segment.parts == 0), bytes: bytes)
        change { $0.add(part) }
        self.segment?.parts += 1
        self.segment?.partStart = end
    }

    /// Each header is written once, and again where a connection began anew; it has the number of the first segment that needs it.
    private func startMuxer(_ grid: SegmentGrid, _ number: Int, from start: MediaTime, until deadline: MediaTime) throws(DeliveryError) {
        guard let streams = newest.map({ [$0] }) else { return }
        writer.beginHeader()
        try muxing(for: url) { () throws(CodecError) in
            muxer = try Muxer(.mp4, streams: streams, start: grid.origin, from: start, isCMAF: true, into: writer)
        }
        stream = newest
        let known = header?.bytes == writer.header ? header?.name : nil
        guard known == nil || !isHeaderThere else { return }
        let name = known ?? "\(store.stem)-header-\(ladder.mark)-\(SegmentNumber.text(number)).mp4"
        let hasBegun = hasSentMedia
        try store.beginSegment(name)
        var failure: DeliveryError?
        writer.header.withUnsafeBytes { bytes in
            do throws(DeliveryError) { try store.write(bytes, until: deadline) } catch { failure = error }
        }
        if let failure { throw failure }
        try store.endSegment(until: deadline)
        (header, isHeaderThere) = ((name, writer.header), true)
        // A header is no media.
        if !hasBegun { bytesBefore = bytesSent }
    }

    private func closeSegment(at end: MediaTime, until deadline: MediaTime, isLast: Bool = false) throws(DeliveryError) {
        guard let closed = segment, let header, let stream else { return }
        try muxing(for: url) { () throws(CodecError) in try muxer?.flush(until: end) }
        addParts(until: end)
        segment = nil
        try writer.endSegment()
        try store.endSegment(until: deadline)
        let keyframe = isPicture ? (closed.keyframeByteCount == 0 ? writer.byteCount : closed.keyframeByteCount) : 0
        let span = end - closed.start
        meter.add(bytes: writer.byteCount, lasting: span, of: ladder.interval)
        keyframeMeter.add(bytes: keyframe, lasting: span, of: ladder.interval)
        segments += 1
        var old = gaps(before: closed.number)
        old += playlist.append(
            RenditionPlaylist.Segment(
                number: closed.number, name: closed.name, header: header.name, span: span, date: ladder.date(of: closed.start),
                key: closed.key, byteCount: writer.byteCount, keyframeByteCount: keyframe))
        if !isLast { try writePlaylists(isEnded: false, until: deadline) }
        change { $0.close(self.playlist) }
        let facts = RenditionFacts(codec: stream.codecName ?? "", stream: stream.facts, meter, keyframes: keyframeMeter, segments: segments)
        ladder.note(facts, of: rendition.name)
        try writeMaster(until: deadline)
        remove(old, until: deadline)
    }

    /// What is missing since the segment before is said to be, so that numbers mean the same times in every rendition.
    private func gaps(before number: Int) -> RenditionPlaylist.Unneeded {
        var old = RenditionPlaylist.Unneeded()
        guard let last = playlist.lastNumber, let grid = ladder.grid else { return old }
        for missing in last + 1..<max(last + 1, number) { old += playlist.append(gap(missing, grid)) }
        return old
    }

    private func gap(_ number: Int, _ grid: SegmentGrid) -> RenditionPlaylist.Segment {
        RenditionPlaylist.Segment(
            number: number, name: "\(store.stem)-\(ladder.mark)-\(SegmentNumber.text(number)).m4s", span: ladder.interval,
            date: ladder.date(of: grid.start(of: number)))
    }

    // MARK: Silence

    /// How much later than the newest packet one may come: half a target duration (RFC 8216bis, 6.2.1), and a second at least, which a
    /// machine may be busy for.
    private var patience: Duration { max(.seconds(1), .seconds(playlist.targetSeconds) / 2) }

    var due: MediaTime? {
        guard let next = segment?.number ?? playlist.lastNumber.map({ $0 + 1 }) else { return nil }
        return ladder.grid.map { $0.start(of: next + 1) + lateness + patience }
    }

    func look(at now: MediaTime, until deadline: MediaTime) throws(DeliveryError) {
        guard let grid = ladder.grid, let due, now >= due else { return }
        isSilent = true
        writer.deadline = deadline
        // The last picture is shown until the next one.
        if let segment { try closeSegment(at: isPicture ? grid.start(of: segment.number + 1) : reach.end, until: deadline) }
        var old = RenditionPlaylist.Unneeded()
        while let due = self.due, now >= due, let last = playlist.lastNumber { old += playlist.append(gap(last + 1, grid)) }
        try writePlaylists(isEnded: false, until: deadline)
        change { $0.close(self.playlist) }
        remove(old, until: deadline)
    }

    private func remove(_ old: RenditionPlaylist.Unneeded, until deadline: MediaTime) {
        for name in old.files { store.remove(name, until: deadline) }
        for name in old.keys { keys?.remove(name) }
    }

    private func writePlaylists(isEnded: Bool, until deadline: MediaTime) throws(DeliveryError) {
        if isPicture, ladder.hasKeyframes {
            try store.replace(playlist.keyframeText(isEnded: isEnded), as: store.stem + SegmentFolder.iFrames, until: deadline)
        }
        try store.replacePlaylist(playlist.text(isEnded: isEnded), until: deadline)
    }

    private func writeMaster(until deadline: MediaTime) throws(DeliveryError) {
        guard let text = ladder.dueMaster() else { return }
        var isGood = false
        defer { ladder.written(isGood) }
        try store.replace(text, as: ladder.stem + ".m3u8", until: deadline)
        isGood = true
    }
}
