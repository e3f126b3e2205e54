/// An alternative for one kind of media (EXT-X-MEDIA; RFC 8216bis, section 4.4.6.1).
public struct Rendition: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        case audio = "AUDIO", video = "VIDEO", subtitles = "SUBTITLES", closedCaptions = "CLOSED-CAPTIONS"
    }

    public var kind: Kind
    public var attributes: AttributeList

    /// `nil` where TYPE is none of the four.
    public init?(_ attributes: AttributeList) {
        guard let kind = Kind(rawValue: attributes["TYPE"] ?? "") else { return nil }
        (self.kind, self.attributes) = (kind, attributes)
    }

    public var group: String { attributes["GROUP-ID"] ?? "" }
    public var name: String { attributes["NAME"] ?? "" }
    public var language: String? { attributes["LANGUAGE"] }
    /// `nil` where it is in the variant's own segments.
    public var uri: String? { attributes["URI"] }
    public var stableID: String? { attributes["STABLE-RENDITION-ID"] }
    public var isDefault: Bool { attributes.isYes("DEFAULT") }
    public var isAutoselected: Bool { attributes.isYes("AUTOSELECT") || isDefault }
    public var isForced: Bool { attributes.isYes("FORCED") }
    public var channels: Channels? { attributes["CHANNELS"].flatMap { Channels($0) } }

    /// What CHANNELS says: how many, what coding of objects, and what the audio is made for.
    public struct Channels: Hashable, Sendable {
        public var count: Int
        /// `JOC` for Dolby Atmos in E-AC-3.
        public var objectCodings: [String]
        /// BINAURAL, IMMERSIVE, DOWNMIX.
        public var uses: [String]

        /// `2`, `16/JOC`, `2/-/BINAURAL`
        init?(_ text: String) {
            let parts = text.split(separator: "/", omittingEmptySubsequences: false)
            guard let count = parts.first.flatMap({ NumberText.integer($0.utf8) }) else { return nil }
            self.count = count
            let lists = parts.dropFirst().map { $0.split(separator: ",").map(String.init).filter { $0 != "-" } }
            (objectCodings, uses) = (lists.first ?? [], lists.dropFirst().first ?? [])
        }
    }
}
