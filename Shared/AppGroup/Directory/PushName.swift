/// The name under which a process pushes audio: 1 to 32 of `A-Z a-z 0-9 . _ -`, not starting with a dot or a dash, and none
/// of the host's own sources.
public struct PushName: Hashable, Sendable, CustomStringConvertible {
    public static let longest = 32
    /// What the host and its commands call their own.
    public static let reserved = ["mic", "desktop", "music", "all", "mix"]

    public let text: String

    /// - Throws: `GroupError.Code.badName`, in one line that names the rule.
    public init(_ text: String) throws(GroupError) {
        func allowed(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
            case UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"): true
            default: false
            }
        }
        guard (1...Self.longest).contains(text.utf8.count), text.utf8.allSatisfy(allowed), !text.hasPrefix("."), !text.hasPrefix("-") else {
            throw GroupError(
                .badName, "'\(text)' is not a valid source name: use 1 to \(Self.longest) of A-Z a-z 0-9 . _ -, not starting with . or -")
        }
        guard !Self.reserved.contains(text.lowercased()) else {
            let reserved = Self.reserved.joined(separator: ", ")
            throw GroupError(.badName, "'\(text)' is reserved for the host's own sources (\(reserved)): use another name")
        }
        self.text = text
    }

    public var description: String { text }
}
