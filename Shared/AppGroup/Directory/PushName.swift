/// The name under which a process pushes audio: 1 to 32 of `A-Z a-z 0-9 . _ -`, not starting with a dot or a dash, and none
/// of the host's own sources.
public struct PushName: Hashable, Sendable, CustomStringConvertible {
    public static let longest = 32
    /// What the host and its commands call their own.
    public static let reserved = ["mic", "desktop", "music", "all", "mix"]

    public let text: String

    /// - Throws: `GroupError.Code.badName`, in one line that names the rule.
    public init(_ text: String) throws(GroupError) {
        guard (1...Self.longest).contains(text.utf8.count), text.utf8.allSatisfy(Self.isAllowed), !text.hasPrefix("."), !text.hasPrefix("-")
        else {
            throw GroupError(
                .badName, "'\(text)' is not a valid source name: use 1 to \(Self.longest) of A-Z a-z 0-9 . _ -, not starting with . or -")
        }
        guard !Self.reserved.contains(text.lowercased()) else {
            let reserved = Self.reserved.joined(separator: ", ")
            throw GroupError(.badName, "'\(text)' is reserved for the host's own sources (\(reserved)): use another name")
        }
        self.text = text
    }

    /// The name nearest to a text, such as a file's: a dash stands for each run of what a name may not have.
    ///
    /// - Parameters:
    ///   - fallback: where nothing is left, or what is left is reserved; a valid name.
    ///   - room: bytes that are left for a number behind it.
    public init(nearest text: String, otherwise fallback: String, room: Int = 0) {
        let dash = UInt8(ascii: "-")
        var bytes: [UInt8] = []
        for byte in text.utf8 where bytes.count < Self.longest - room {
            if Self.isAllowed(byte), byte != dash { bytes.append(byte) } else if let last = bytes.last, last != dash { bytes.append(dash) }
        }
        bytes = Array(bytes.drop { $0 == UInt8(ascii: ".") || $0 == dash })
        while bytes.last == dash { bytes.removeLast() }
        let found = String(decoding: bytes, as: UTF8.self)
        self.text = found.isEmpty || Self.reserved.contains(found.lowercased()) ? fallback : found
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        case UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"): true
        default: false
        }
    }

    public var description: String { text }
}
