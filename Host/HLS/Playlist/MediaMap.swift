/// Where the header lies that segments need to be read (EXT-X-MAP; RFC 8216bis, section 4.4.4.5).
public struct MediaMap: Hashable, Sendable {
    public var attributes: AttributeList
    /// Those that held where the tag stands: they encrypt it too.
    public var keys: [MediaKey]

    public init(_ attributes: AttributeList, keys: [MediaKey] = []) { (self.attributes, self.keys) = (attributes, keys) }

    public var uri: String { attributes["URI"] ?? "" }
    public var byteRange: ByteRange? { attributes["BYTERANGE"].flatMap { ByteRange($0, next: 0) } }
}
