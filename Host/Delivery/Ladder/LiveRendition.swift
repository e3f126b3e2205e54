import Platform

/// The newest of a rendition, part by part, and the playlist that tells of it. A value.
struct LiveRendition: Sendable {
    private(set) var playlist: RenditionPlaylist
    private let settings: LowLatency
    private(set) var parts: [LadderPart] = []
    /// The segment that is being made, and when it began; `nil` between two.
    private(set) var open: (number: Int, name: String, date: WallClock, header: String)?
    private(set) var isEnded = false
    /// Parts are listed as long as their segments are so close to the end (RFC 8216bis, 6.2.2).
    private static let closeSegments = 3

    init(_ playlist: RenditionPlaylist, _ settings: LowLatency) { (self.playlist, self.settings) = (playlist, settings) }

    mutating func begin(_ number: Int, _ name: String, date: WallClock, header: String) { open = (number, name, date, header) }

    mutating func add(_ part: LadderPart) { parts.append(part) }

    /// The segment is whole, or nothing came of it.
    mutating func close(_ playlist: RenditionPlaylist, isEnded: Bool = false) {
        (self.playlist, self.isEnded, open) = (playlist, isEnded, nil)
        let last = playlist.lastNumber ?? 0
        // Those of the newest that are no longer listed may be on their way.
        parts.removeAll { $0.number < last - Self.closeSegments }
    }

    func part(_ name: String) -> LadderPart? { parts.first { $0.name == name && !$0.isGap } }

    /// The newest part: of which segment, and which of it.
    var newest: (number: Int, index: Int?) {
        if let open, let last = parts.last(where: { $0.number == open.number }) { return (open.number, last.index) }
        return (playlist.lastNumber ?? -1, parts.last { $0.number == playlist.lastNumber }?.index)
    }

    /// Whether the playlist has that segment, or that part of it, or more.
    func has(_ number: Int, part: Int?) -> Bool {
        if isEnded || playlist.lastNumber ?? -1 >= number { return true }
        guard let part, let open, open.number >= number else { return false }
        return open.number > number || parts.contains { $0.number == number && $0.index >= part }
    }

    /// The name of the part that comes next; `nil` when none does.
    var hint: String? {
        guard !isEnded, let open else { return nil }
        return LadderPart.name(of: open.name, (parts.last { $0.number == open.number }?.index ?? -1) + 1)
    }

    /// - Parameters:
    ///   - skips: whether old segments may be left out: the reader has them from before.
    ///   - others: the other renditions' playlists, and their newest parts.
    func text(skips: Bool, others: [(name: String, newest: (number: Int, index: Int?))]) -> String {
        let target = playlist.targetSeconds
        let control =
            "#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=\(RenditionPlaylist.seconds(settings.holdBack)),"
            + "CAN-SKIP-UNTIL=\(target * Self.skipTargets).0"
        let more = [control, "#EXT-X-PART-INF:PART-TARGET=\(RenditionPlaylist.seconds(settings.target))"]
        let close = (playlist.lastNumber ?? 0) - Self.closeSegments
        var lines = playlist.lines(version: 9, isEnded: false, more, skipping: skips ? skippable : 0) { segment in
            (segment.number > close ? partLines(of: segment.number) : [])
                + ["#EXTINF:\(RenditionPlaylist.seconds(segment.span)),", segment.name]
        }
        if let open {
            if playlist.header != open.header { lines.append("#EXT-X-MAP:URI=\"\(open.header)\"") }
            lines.append("#EXT-X-PROGRAM-DATE-TIME:\(open.date.text)")
            lines += partLines(of: open.number)
        }
        if let hint { lines.append("#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"\(hint)\"") }
        lines += others.map { other in
            let part = other.newest.index.map { ",LAST-PART=\($0)" } ?? ""
            return "#EXT-X-RENDITION-REPORT:URI=\"\(other.name)\",LAST-MSN=\(max(0, other.newest.number))\(part)"
        }
        if isEnded { lines.append("#EXT-X-ENDLIST") }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Six at least (4.4.3.8).
    private static let skipTargets = 6

    /// How many segments lie further from the end than readers may have missed.
    private var skippable: Int {
        var left = Duration.seconds(playlist.targetSeconds * Self.skipTargets)
        var kept = 0
        for segment in playlist.segments.reversed() where left > .zero {
            left -= segment.span
            kept += 1
        }
        return playlist.segments.count - kept
    }

    private func partLines(of number: Int) -> [String] {
        parts.filter { $0.number == number }.map { part in
            "#EXT-X-PART:DURATION=\(RenditionPlaylist.seconds(part.span)),URI=\"\(part.name)\"" + (part.isIndependent ? ",INDEPENDENT=YES" : "")
                + (part.isGap ? ",GAP=YES" : "")
        }
    }
}
