/// Whether variants fit each other, so that a player can change between them (RFC 8216bis, section 6.2.4).
public enum AlignmentCheck {
    /// Seconds by which boundaries may differ: two pictures of 24 a second.
    private static let tolerance = 0.084

    /// - Parameter playlists: with what they are called in remarks; the first is what the others are compared with.
    public static func remarks(_ playlists: [(name: String, playlist: MediaPlaylist)]) -> [StreamRemark] {
        guard let first = playlists.first else { return [] }
        return playlists.dropFirst().flatMap { other in remarks(first, other) }
    }

    private static func remarks(_ first: (name: String, playlist: MediaPlaylist), _ other: (name: String, playlist: MediaPlaylist)) -> [StreamRemark]
    {
        var remarks: [StreamRemark] = []
        func add(_ severity: StreamRemark.Severity, _ text: String) { remarks.append(StreamRemark(severity, "6.2.4", other.name, text)) }
        let (left, right) = (first.playlist, other.playlist)
        if left.targetDuration != right.targetDuration {
            add(.error, "EXT-X-TARGETDURATION is \(right.targetDuration), and \(left.targetDuration) in \(first.name)")
        }
        if left.hasEnded != right.hasEnded {
            add(.error, right.hasEnded ? "has ended, and \(first.name) has not" : "has not ended, and \(first.name) has")
        }
        // Segments of the same number; of ended playlists all.
        let numbers = Dictionary(left.segments.enumerated().map { ($1.number, $0) }, uniquingKeysWith: { one, _ in one })
        let pairs = right.segments.compactMap { segment in numbers[segment.number].map { (left.segments[$0], segment) } }
        if left.hasEnded, right.hasEnded, left.segments.count != right.segments.count {
            add(.warning, "has \(right.segments.count) segments, and \(first.name) \(left.segments.count)")
        }
        var (before, after) = (0.0, 0.0)
        for (one, same) in pairs {
            if one.discontinuityNumber != same.discontinuityNumber {
                add(
                    .error,
                    "segment \(same.number) belongs to discontinuity \(same.discontinuityNumber), and \(one.discontinuityNumber) in \(first.name)")
                break
            }
            (before, after) = (before + one.duration, after + same.duration)
            if abs(before - after) > tolerance {
                let milliseconds = NumberText.text((abs(before - after) * 1000).rounded())
                add(.warning, "segment \(same.number) ends \(milliseconds) ms \(after > before ? "later" : "earlier") than in \(first.name)")
                break
            }
        }
        return remarks
    }
}
