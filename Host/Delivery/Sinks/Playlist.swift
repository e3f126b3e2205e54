import Platform

/// A live HLS playlist (RFC 8216): the last segments, and what to delete.
struct Playlist {
    struct Segment: Hashable {
        let name: String
        /// The file with the header that it needs; `nil` where it begins with its own.
        var header: String?
        let span: Duration
        /// When its first picture was captured, or its first audio where there is no picture.
        let capturedAt: WallClock
        /// Times start anew with this segment.
        let isDiscontinuity: Bool
    }

    /// Segments listed.
    let length: Int
    /// Segments kept behind the list for players that are still fetching them.
    static let grace = 3
    private(set) var segments: [Segment] = []
    private var retired: [Segment] = []
    private var firstNumber = 0
    private var discontinuities = 0
    private var longestSeconds: Int

    init(length: Int, expecting span: Duration) {
        self.length = length
        longestSeconds = max(1, Int(clamping: span.inSeconds.rounded(.up)))
    }

    /// Adds a finished segment; returns the names of files that no one needs any more.
    mutating func append(_ segment: Segment) -> [String] {
        segments.append(segment)
        // The RFC rounds to the nearest second here.
        longestSeconds = max(longestSeconds, Int(clamping: segment.span.inSeconds.rounded()))
        guard segments.count > length else { return [] }
        let old = segments.removeFirst()
        firstNumber += 1
        if old.isDiscontinuity { discontinuities += 1 }
        retired.append(old)
        guard retired.count > Self.grace else { return [] }
        let last = retired.removeFirst()
        let header = last.header.flatMap { header in (retired + segments).contains { $0.header == header } ? nil : header }
        return [last.name] + (header.map { [$0] } ?? [])
    }

    func text(isEnded: Bool) -> String {
        var lines = ["#EXTM3U", "#EXT-X-VERSION:6", "#EXT-X-TARGETDURATION:\(longestSeconds)", "#EXT-X-MEDIA-SEQUENCE:\(firstNumber)"]
        if discontinuities > 0 { lines.append("#EXT-X-DISCONTINUITY-SEQUENCE:\(discontinuities)") }
        lines.append("#EXT-X-INDEPENDENT-SEGMENTS")
        var header: String?
        for segment in segments {
            if segment.isDiscontinuity { lines.append("#EXT-X-DISCONTINUITY") }
            if let own = segment.header, own != header { lines.append("#EXT-X-MAP:URI=\"\(own)\"") }
            header = segment.header
            lines.append("#EXT-X-PROGRAM-DATE-TIME:\(segment.capturedAt.text)")
            lines.append("#EXTINF:\(Self.seconds(segment.span)),")
            lines.append(segment.name)
        }
        if isEnded { lines.append("#EXT-X-ENDLIST") }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Three decimals, always with a point.
    private static func seconds(_ span: Duration) -> String {
        let milliseconds = (span.inNanoseconds + 500_000) / 1_000_000
        let fraction = String(milliseconds % 1000)
        return "\(milliseconds / 1000)." + String(repeating: "0", count: 3 - fraction.count) + fraction
    }
}
