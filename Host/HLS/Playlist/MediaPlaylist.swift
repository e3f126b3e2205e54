/// The segments of one variant or rendition (RFC 8216bis, section 4.4.3).
public struct MediaPlaylist: Hashable, Sendable {
    public var version: Int?
    /// Seconds.
    public var targetDuration = 0
    public var mediaSequence = 0
    public var discontinuitySequence = 0
    /// `EVENT` or `VOD`.
    public var kind: String?
    public var isIndependent = false
    public var isIFramesOnly = false
    public var hasEnded = false
    /// What the tag of the same name says: EXT-X-START, SERVER-CONTROL, PART-INF, SKIP.
    public var start: AttributeList?
    public var serverControl: AttributeList?
    public var partInf: AttributeList?
    public var skip: AttributeList?
    /// EXT-X-DEFINE, PRELOAD-HINT, RENDITION-REPORT, DATERANGE.
    public var definitions: [AttributeList] = []
    public var preloadHints: [AttributeList] = []
    public var renditionReports: [AttributeList] = []
    public var dateRanges: [AttributeList] = []
    public var segments: [MediaSegment] = []
    /// Of the segment that is not whole yet (low latency).
    public var openParts: [MediaPart] = []
    /// Whole lines.
    public var unknownTags: [String] = []

    public init() {}

    /// Seconds of all segments.
    public var duration: Double { segments.reduce(0) { $0 + $1.duration } }
    /// Segments that a delta update leaves out.
    public var skippedSegments: Int { skip?.integer("SKIPPED-SEGMENTS") ?? 0 }

    /// A delta update (section 6.2.5.1) made whole.
    /// - Parameter older: as it was before.
    /// - Returns: itself when nothing is left out; `nil` where `older` does not have all that is.
    public func completed(from older: MediaPlaylist) -> MediaPlaylist? {
        let count = skippedSegments
        guard count > 0 else { return self }
        let first = mediaSequence - older.mediaSequence
        guard first >= 0, count <= older.segments.count, first <= older.segments.count - count else { return nil }
        var whole = self
        whole.skip = nil
        whole.segments = older.segments[first..<first + count] + segments
        return whole
    }
}
