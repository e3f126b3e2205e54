/// A variant as the playlist has it (EXT-X-STREAM-INF; RFC 8216bis, section 4.4.6.2).
public struct VariantStream: Hashable, Sendable {
    public var uri: String
    public var attributes: AttributeList

    public init(uri: String, _ attributes: AttributeList) { (self.uri, self.attributes) = (uri, attributes) }

    /// Bits a second, of its largest segment.
    public var bandwidth: Int { attributes.integer("BANDWIDTH") ?? 0 }
    public var codecs: [String] { attributes.list("CODECS") }
    /// The group of renditions of a kind.
    public func group(of kind: Rendition.Kind) -> String? {
        let name = attributes[kind.rawValue]
        return kind == .closedCaptions && name == "NONE" ? nil : name
    }
}
