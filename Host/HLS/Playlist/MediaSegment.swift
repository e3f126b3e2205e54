/// One file of media, or a part of one, with what the playlist says of it.
public struct MediaSegment: Hashable, Sendable {
    public var uri: String
    /// Seconds; not negative.
    public var duration = 0.0
    /// What stands behind the comma of EXTINF.
    public var title = ""
    /// Its media sequence number, and its discontinuity's.
    public var number = 0
    public var discontinuityNumber = 0
    public var byteRange: ByteRange?
    public var isDiscontinuity = false
    public var isGap = false
    /// Bits a second (EXT-X-BITRATE has thousands).
    public var bitRate: Int?
    /// ISO 8601, as it stands there.
    public var programDateTime: String?
    /// Those that hold for it; empty when it is not encrypted.
    public var keys: [MediaKey] = []
    public var map: MediaMap?
    public var parts: [MediaPart] = []

    public init(uri: String, duration: Double) { (self.uri, self.duration) = (uri, duration) }
}
