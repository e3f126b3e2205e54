/// What a playlist has at most. More is refused as `.tooLarge`: no stream needs it, and what a stranger sends must not take all memory.
public enum PlaylistLimits {
    public static let mostBytes = 64 * 1024 * 1024
    /// Of one line, variables put in.
    public static let longestLine = 64 * 1024
    /// Of one tag.
    public static let mostAttributes = 128
    public static let mostVariables = 1000
    /// Variants and renditions, each.
    public static let mostEntries = 10_000
    /// Of a media playlist, segments, parts and all else that is kept by the line, together: more than a week of segments of two seconds.
    public static let mostMediaEntries = 400_000
    /// That hold for one segment, each of a format of its own.
    public static let mostKeys = 32
    /// Seconds, of a segment or a part.
    public static let longestDuration = 1e6
    /// Bytes and sequence numbers: what a floating-point number holds exactly, so that sums of two never overflow.
    public static let largestNumber = 1 << 53
    /// Tags that are not known are kept up to this many.
    public static let mostUnknownTags = 1000
}
