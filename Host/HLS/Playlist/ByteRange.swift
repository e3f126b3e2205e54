/// A part of a file. Both are at most `PlaylistLimits.largestNumber`.
public struct ByteRange: Hashable, Sendable {
    public var offset: Int
    public var length: Int

    public init(offset: Int, length: Int) { (self.offset, self.length) = (offset, length) }

    /// Behind its last byte.
    public var end: Int { offset + length }

    /// As tags and attributes have it.
    public var text: String { "\(length)@\(offset)" }

    /// `LENGTH` or `LENGTH@OFFSET`; without an offset, it is `next`, and `nil` where that is too.
    init?(_ text: some StringProtocol, next: Int?) {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), let length = NumberText.integer(parts[0].utf8), length > 0,
            let offset = parts.count == 2 ? NumberText.integer(parts[1].utf8) : next
        else { return nil }
        self.init(offset: offset, length: length)
    }
}
