/// What a playlist says of a variant's picture.
public struct VideoAttributes: Hashable, Sendable {
    /// SDR where the playlist says nothing else of a variant with a picture.
    public var videoRange: VideoRange
    /// Frames a second.
    public var nominalFrameRate: Double?
    public var presentationSize: PresentationSize?
    /// Sample entries: `avc1`, `dvh1`; those of SUPPLEMENTAL-CODECS too.
    public var codecTypes: [String]
}
