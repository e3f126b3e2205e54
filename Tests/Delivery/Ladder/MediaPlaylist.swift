import Foundation

/// A playlist as a reader sees it, as far as the tests of the writer need it.
struct MediaPlaylist: Sendable {
    struct Segment: Hashable, Sendable {
        let number: Int
        let name: String
        let span: Double
        let date: String
        let isGap: Bool
        /// Of a playlist of key frames.
        let byteRange: String?
    }

    let text: String
    private(set) var segments: [Segment] = []
    private(set) var headers: [String] = []

    init(_ text: String) {
        self.text = text
        var (span, date, isGap, range) = (0.0, "", false, String?.none)
        var number = Int(Self.value(of: "#EXT-X-MEDIA-SEQUENCE", in: text) ?? "") ?? 0
        for line in text.split(separator: "\n").map(String.init) {
            if line.hasPrefix("#EXTINF:") { span = Double(line.dropFirst(8).dropLast()) ?? -1 }
            if line.hasPrefix("#EXT-X-PROGRAM-DATE-TIME:") { date = String(line.dropFirst(25)) }
            if line.hasPrefix("#EXT-X-BYTERANGE:") { range = String(line.dropFirst(17)) }
            if line == "#EXT-X-GAP" { isGap = true }
            if line.hasPrefix("#EXT-X-MAP:") { headers.append(String(line.split(separator: "\"")[1])) }
            guard !line.hasPrefix("#") else { continue }
            segments.append(Segment(number: number, name: line, span: span, date: date, isGap: isGap, byteRange: range))
            (isGap, range) = (false, nil)
            number += 1
        }
    }

    static func value(of tag: String, in text: String) -> String? {
        text.split(separator: "\n").first { $0.hasPrefix(tag + ":") }.map { String($0.dropFirst(tag.count + 1)) }
    }

    var target: Int { Int(Self.value(of: "#EXT-X-TARGETDURATION", in: text) ?? "") ?? 0 }
    var isEnded: Bool { text.hasSuffix("#EXT-X-ENDLIST\n") }

    /// What it names and a reader does not find.
    func missing(_ exists: (String) -> Bool) -> [String] {
        (segments.filter { !$0.isGap }.map(\.name) + headers).filter { !exists($0) }.map { "names \($0), which cannot be read" }
    }

    /// What readers would be misled by, of a playlist that follows `before` (RFC 8216bis, 6.2.1 and 4.4.3.1).
    func complaints(after before: MediaPlaylist) -> [String] {
        var complaints: [String] = []
        if before.target != target { complaints.append("the target duration changed from \(before.target) to \(target)") }
        let old = Dictionary(before.segments.map { ($0.number, $0) }) { $1 }
        for segment in segments {
            if let same = old[segment.number], same != segment { complaints.append("\(same) became \(segment)") }
            if segment.span.rounded() > Double(target) { complaints.append("\(segment.name) lasts \(segment.span) s of \(target)") }
        }
        if let (first, earlier) = segments.first.flatMap({ now in before.segments.first.map { (now, $0) } }), first.number < earlier.number {
            complaints.append("went back from \(earlier.number) to \(first.number)")
        }
        if let last = segments.last?.number, let earlier = before.segments.last?.number, last < earlier { complaints.append("lost \(earlier)") }
        return complaints
    }
}
