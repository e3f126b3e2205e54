import Platform

/// The media playlist of a rendition, and that of its key frames (RFC 8216bis, 4.4.3). A value.
struct RenditionPlaylist {
    struct Segment: Hashable {
        let number: Int
        let name: String
        /// The file with the header that it needs; `nil` for one that is missing.
        var header: String?
        let span: Duration
        let date: WallClock
        /// `nil` where it is not encrypted.
        var key: SegmentKeys.Key?
        var byteCount = 0
        /// Of its key frame, which comes first; 0 for audio.
        var keyframeByteCount = 0

        /// Nothing can be read of it, and nothing ever will.
        var isGap: Bool { header == nil }
    }

    /// Segments listed; `nil` for all.
    private let length: Int?
    let targetSeconds: Int
    private(set) var segments: [Segment] = []
    private var retired: [Segment] = []

    /// - Parameter interval: no segment is longer than this and one packet of audio.
    init(_ window: LadderWindow, interval: Duration) {
        length = window.length(of: interval)
        targetSeconds = Ladder.targetSeconds(of: interval)
    }

    /// What the newest segment needs.
    var header: String? { segments.last { !$0.isGap }?.header }

    /// Of the segment that was added last; `nil` before the first.
    var lastNumber: Int? { segments.last?.number }

    /// The names of files that no one needs any more.
    struct Unneeded {
        var files: [String] = []
        var keys: [String] = []

        static func += (one: inout Unneeded, more: Unneeded) { (one.files, one.keys) = (one.files + more.files, one.keys + more.keys) }
    }

    /// Adds the segment that follows: as RFC 8216bis, 6.2.2 wants it, one that fell off stays as long as a playlist that named it lasts.
    mutating func append(_ segment: Segment) -> Unneeded {
        segments.append(segment)
        guard let length, segments.count > length else { return Unneeded() }
        retired.append(segments.removeFirst())
        guard retired.count > length + 1 else { return Unneeded() }
        let last = retired.removeFirst()
        guard let header = last.header else { return Unneeded() }
        let rest = [retired, segments].joined()
        return Unneeded(
            files: [last.name] + (rest.contains { $0.header == header } ? [] : [header]),
            keys: last.key.map { key in rest.contains { $0.key?.name == key.name } ? [] : [key.name] } ?? [])
    }

    func text(isEnded: Bool) -> String {
        Self.text(lines(isEnded: isEnded) { segment in ["#EXTINF:\(Self.seconds(segment.span)),", segment.name] }, isEnded: isEnded)
    }

    private static func text(_ lines: [String], isEnded: Bool) -> String {
        (lines + (isEnded ? ["#EXT-X-ENDLIST"] : [])).joined(separator: "\n") + "\n"
    }

    /// A byte range of each segment.
    func keyframeText(isEnded: Bool) -> String {
        let lines = self.lines(isEnded: isEnded, ["#EXT-X-I-FRAMES-ONLY"]) { segment in
            let range = segment.isGap ? [] : ["#EXT-X-BYTERANGE:\(segment.keyframeByteCount)@0"]
            return ["#EXTINF:\(Self.seconds(segment.span)),"] + range + [segment.name]
        }
        return Self.text(lines, isEnded: isEnded)
    }

    /// - Parameters:
    ///   - more: stands before the segments.
    ///   - skipped: how many of the first are left out.
    func lines(version: Int = 6, isEnded: Bool, _ more: [String] = [], skipping skipped: Int = 0, _ body: (Segment) -> [String]) -> [String] {
        var lines = [
            "#EXTM3U", "#EXT-X-VERSION:\(version)", "#EXT-X-TARGETDURATION:\(targetSeconds)",
            "#EXT-X-MEDIA-SEQUENCE:\(segments.first?.number ?? 0)",
        ]
        if length == nil { lines.append("#EXT-X-PLAYLIST-TYPE:\(isEnded ? "VOD" : "EVENT")") }
        lines.append("#EXT-X-INDEPENDENT-SEGMENTS")
        lines += more
        if skipped > 0 { lines.append("#EXT-X-SKIP:SKIPPED-SEGMENTS=\(skipped)") }
        var header = skipped > 0 ? segments[..<skipped].last { !$0.isGap }?.header : nil
        // Segments of MP4 have a header, also those that are missing (RFC 8216bis, 3.1.2).
        if skipped == 0, segments.first?.isGap == true, let next = segments.first(where: { !$0.isGap })?.header {
            lines.append("#EXT-X-MAP:URI=\"\(next)\"")
            header = next
        }
        var isEncrypted = false
        for segment in segments.dropFirst(skipped) {
            if let own = segment.header, own != header {
                // Headers are not: a key holds for those that stand behind it too.
                if isEncrypted { lines.append("#EXT-X-KEY:METHOD=NONE") }
                isEncrypted = false
                lines.append("#EXT-X-MAP:URI=\"\(own)\"")
                header = own
            }
            if let key = segment.key { lines.append(key.line) }
            isEncrypted = isEncrypted || segment.key != nil
            if segment.isGap { lines.append("#EXT-X-GAP") }
            lines.append("#EXT-X-PROGRAM-DATE-TIME:\(segment.date.text)")
            lines += body(segment)
        }
        return lines
    }

    /// Six decimals, always with a point.
    static func seconds(_ span: Duration) -> String {
        let millionths = (max(.zero, span).inNanoseconds + 500) / 1000
        let fraction = String(millionths % 1_000_000)
        return "\(millionths / 1_000_000)." + String(repeating: "0", count: 6 - fraction.count) + fraction
    }
}
