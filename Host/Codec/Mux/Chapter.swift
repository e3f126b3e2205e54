public import Platform

/// A place in a recording that has a name.
public struct Chapter: Hashable, Sendable {
    /// As many as MP4 counts in a byte.
    public static let longestNameBytes = 255

    public let name: String
    public let time: MediaTime

    public init(_ name: String, at time: MediaTime) { (self.name, self.time) = (name, time) }

    /// What is wrong with a chapter's name, and the right form; `nil` when nothing is.
    public static func problem(ofName name: String) -> String? {
        let bytes = name.utf8.count
        if name.allSatisfy(\.isWhitespace) { return "the chapter's name is empty: give one, such as \"Questions\", or none at all" }
        if bytes > longestNameBytes { return "\(bytes) bytes are too long for a chapter's name: \(longestNameBytes) at most" }
        if name.unicodeScalars.contains(where: { $0.value < 32 || (127..<160).contains($0.value) || (0x2028...0x2029).contains($0.value) }) {
            return "the chapter's name holds a control character: give one line of plain text"
        }
        // What becomes of bytes that are none.
        if name.unicodeScalars.contains("\u{FFFD}") { return "the chapter's name is no UTF-8: give one line of plain text" }
        return nil
    }
}
