/// Variants and renditions to choose from (a multivariant playlist; RFC 8216bis, section 4.4.6).
public struct MasterPlaylist: Hashable, Sendable {
    public var version: Int?
    public var isIndependent = false
    public var start: AttributeList?
    public var contentSteering: AttributeList?
    public var definitions: [AttributeList] = []
    public var sessionData: [AttributeList] = []
    public var sessionKeys: [MediaKey] = []
    public var renditions: [Rendition] = []
    public var streams: [VariantStream] = []
    /// Of key frames alone; each has its address in URI.
    public var iFrameStreams: [AttributeList] = []
    /// Whole lines.
    public var unknownTags: [String] = []
    /// The variables that media playlists may import, with their values.
    public var variables: [String: String] = [:]

    public init() {}

    /// In the order of the playlist.
    public func renditions(of kind: Rendition.Kind, in group: String?) -> [Rendition] {
        guard let group else { return [] }
        return renditions.filter { $0.kind == kind && $0.group == group }
    }
}
