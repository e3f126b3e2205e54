import HLS
import Platform

/// One track on its way to the disk. Belongs to the fetch's task.
struct TrackFetch {
    let track: DownloadPlan.Track
    /// Of its playlist.
    let url: String
    private(set) var index: TrackIndex
    private(set) var source: MediaPlaylist
    /// Where the playlist was at last: what it names is relative to that.
    private(set) var base: String
    /// Segments that are wanted and not in the index yet, in order, with the bytes of those that are there.
    private var pending: [(segment: MediaSegment, bytes: Int?)] = []
    /// Of `pending`, those before it are in the index.
    private var settled = 0
    private(set) var bytes = 0
    private(set) var seconds = 0.0
    /// With those that are pending.
    private(set) var allSeconds = 0.0
    private var lastNumber: Int?
    /// As of `LocalName.segment`.
    private var life = 1
    private let limit: Double?

    init(
        _ track: DownloadPlan.Track, url: String, in folder: String, like source: MediaPlaylist, base: String, limit: Duration?
    ) throws(DownloadError) {
        (self.track, self.url, self.source, self.base, self.limit) = (track, url, source, base, limit?.inSeconds)
        index = try TrackIndex(in: folder + "/" + LocalName.track(track, at: url), like: source)
        for segment in index.playlist.segments {
            bytes += WholeFile.size(of: index.folder + "/" + segment.uri) ?? 0
            seconds += segment.duration
        }
        allSeconds = seconds
        lastNumber = index.playlist.segments.last.map { LocalName.number(of: $0.uri) ?? $0.number }
        life = index.playlist.segments.last { !$0.isGap }.map { LocalName.life(of: $0.uri) } ?? 1
        var source = source
        // A part of a live stream is a part from now on.
        if limit != nil, !source.hasEnded, lastNumber == nil { source.segments = source.segments.suffix(Self.liveEdge) }
        update(source, base: base)
    }

    /// Whether what is there is of another stream, which this one follows.
    private(set) var followsAnother = false
    var count: Int { index.playlist.segments.count }
    /// All that there will be is in the index.
    var isDone: Bool { settled == pending.count && (source.hasEnded || isAtLimit) }
    /// Audio's segments are not quite as long as the picture's.
    private var isAtLimit: Bool { limit.map { allSeconds >= $0 - min(0.1, $0 / 10) } ?? false }
    /// Of a live stream that is fetched from now on: what players begin with (RFC 8216bis, section 6.3.3).
    private static let liveEdge = 3
    var allSegments: Int { count + pending.count - settled }

    /// A newer playlist, while nothing is being fetched. Segments that were never seen, since it went on too quickly, are left out.
    /// - Returns: whether there is more than before, or it has ended.
    @discardableResult
    mutating func update(_ newer: MediaPlaylist, base: String) -> Bool {
        pending.removeFirst(settled)
        settled = 0
        // A playlist that begins anew, with smaller numbers or at another time, is a new stream: it follows the old one.
        let relation = relation(of: newer, base: base)
        if relation == .isOlder { return false }
        let isNew = relation == .isOther
        let before = (pending.count, source.hasEnded)
        (source, self.base) = (newer, base)
        if isNew { (life, followsAnother) = (life + 1, true) }
        for segment in newer.segments {
            if isAtLimit { break }
            if let lastNumber, !isNew, segment.number <= lastNumber { continue }
            var segment = segment
            if let lastNumber, segment.number != lastNumber + 1 { segment.isDiscontinuity = true }
            pending.append((segment, nil))
            allSeconds += segment.duration
            lastNumber = segment.number
        }
        return before.0 != pending.count || before.1 != newer.hasEnded
    }

    private enum Relation { case goesOn, isOlder, isOther }

    /// What a playlist is beside what is there already. Some servers of a network give an older state than others: that reaches into what came
    /// last, and its segments have the addresses of those that are there and, where both tell, their times.
    private func relation(of newer: MediaPlaylist, base: String) -> Relation {
        guard let lastNumber, let newest = newer.segments.last?.number else { return .goesOn }
        let there = index.playlist.segments.suffix(2 * newer.segments.count) + pending.map { local($0.segment) }
        let times = Dictionary(there.map { ($0.uri, $0.programDateTime) }, uniquingKeysWith: { $1 })
        var isKnown = false
        for segment in newer.segments where segment.number <= lastNumber {
            let name = LocalName.segment(segment, at: URIReference.resolved(segment.uri, against: base), life: life)
            guard let time = times[name] else { continue }
            if let time, let told = segment.programDateTime, told != time { return .isOther }
            isKnown = true
        }
        guard newest < lastNumber else { return .goesOn }
        return isKnown && newest + newer.segments.count > lastNumber ? .isOlder : .isOther
    }

    /// What is to be fetched before anything that is pending can be played.
    var headers: [Piece] {
        var pieces: [Piece] = []
        var last: MediaMap?
        for entry in pending[settled...] where entry.segment.map != last {
            last = entry.segment.map
            guard let map = last else { continue }
            let url = URIReference.resolved(map.uri, against: base)
            let path = index.folder + "/" + LocalName.map(map, at: url, life: life)
            guard !pieces.contains(where: { $0.path == path }) else { continue }
            pieces.append(Piece(url: url, range: map.byteRange, path: path, keys: map.keys, number: entry.segment.number, base: base))
        }
        return pieces
    }

    /// By their positions in `pending`.
    var pieces: [(position: Int, piece: Piece)] {
        pending.enumerated().dropFirst(settled).filter { !$0.element.segment.isGap }.map { position, entry in
            let url = URIReference.resolved(entry.segment.uri, against: base)
            let path = index.folder + "/" + LocalName.segment(entry.segment, at: url, life: life)
            return (
                position,
                Piece(
                    url: url, range: entry.segment.byteRange, path: path, keys: entry.segment.keys, number: entry.segment.number, base: base,
                    seconds: entry.segment.duration)
            )
        }
    }

    /// A segment's file is there.
    /// - Parameter bytes: `nil` where the server has it no longer: a gap.
    mutating func note(_ position: Int, bytes: Int?) {
        if let bytes { pending[position].bytes = bytes } else { pending[position].segment.isGap = true }
    }

    /// Puts what is there into the index, in order.
    mutating func settle() throws(DownloadError) {
        while settled < pending.count, pending[settled].bytes != nil || pending[settled].segment.isGap {
            try index.append(local(pending[settled].segment))
            bytes += pending[settled].bytes ?? 0
            seconds += pending[settled].segment.duration
            settled += 1
        }
    }

    mutating func end() throws(DownloadError) { if !index.playlist.hasEnded { try index.end() } }

    /// As it is on disk: a file of its own, in the clear.
    private func local(_ segment: MediaSegment) -> MediaSegment {
        var local = segment
        let url = URIReference.resolved(segment.uri, against: base)
        local.uri = segment.isGap ? LocalName.gap(segment.number) : LocalName.segment(segment, at: url, life: life)
        (local.byteRange, local.keys, local.parts, local.bitRate) = (nil, [], [], nil)
        if let map = segment.map {
            let name = LocalName.map(map, at: URIReference.resolved(map.uri, against: base), life: life)
            local.map = MediaMap(AttributeList([AttributeList.Attribute("URI", name, isQuoted: true)]))
        }
        return local
    }
}
