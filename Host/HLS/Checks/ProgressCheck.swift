/// What a live playlist has become when it is read again (RFC 8216bis, section 6.2.2).
public enum ProgressCheck {
    /// - Parameters:
    ///   - subject: what the playlist is called in remarks.
    ///   - milliseconds: between the two readings.
    public static func remarks(_ earlier: MediaPlaylist, _ later: MediaPlaylist, _ subject: String, after milliseconds: Int) -> [StreamRemark] {
        var remarks: [StreamRemark] = []
        func add(_ severity: StreamRemark.Severity, _ text: String) { remarks.append(StreamRemark(severity, "6.2.2", subject, text)) }
        let isSame = later.segments.last?.number == earlier.segments.last?.number && later.openParts.count == earlier.openParts.count
        if isSame, !later.hasEnded { add(.error, "the live playlist has nothing new after \(milliseconds) ms") }
        if later.mediaSequence < earlier.mediaSequence { add(.error, "EXT-X-MEDIA-SEQUENCE goes back") }
        let least = earlier.targetDuration * 3
        guard earlier.kind == nil, earlier.duration < Double(least) else { return remarks }
        let length = "a live playlist of \(NumberText.text(earlier.duration.rounded())) s"
        // With its first segment still in it, it grows; where that has left or nothing comes, it is as long as it will ever be.
        if !isSame, later.mediaSequence == earlier.mediaSequence {
            add(.note, "\(length), of a stream that has just begun: players begin when it has three target durations (\(least) s)")
        } else if !earlier.segments.isEmpty {
            add(.error, "\(length): it has at least three target durations (\(least) s)")
        }
        return remarks
    }
}
