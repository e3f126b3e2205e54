/// A part of a segment (EXT-X-PART; RFC 8216bis, section 4.4.4.9).
public struct MediaPart: Hashable, Sendable {
    public var attributes: AttributeList

    public init(_ attributes: AttributeList) { self.attributes = attributes }

    public var uri: String { attributes["URI"] ?? "" }
    /// Seconds.
    public var duration: Double { attributes.decimal("DURATION") ?? 0 }
    public var isIndependent: Bool { attributes.isYes("INDEPENDENT") }
    public var isGap: Bool { attributes.isYes("GAP") }
}
