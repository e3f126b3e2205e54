import Glibc

/// The name of a group: 1 to 32 of `A-Z a-z 0-9 . _ -`, not starting with a dot or a dash.
public struct GroupName: Hashable, Sendable, CustomStringConvertible {
    public static let longest = 32
    public static let standard = GroupName(unchecked: "default")

    /// What `SPLITCAST_GROUP` says, valid or not; `nil` where it is not set or empty.
    public static var environmentText: String? { getenv("SPLITCAST_GROUP").map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 } }

    public let text: String

    private init(unchecked text: String) { self.text = text }

    /// - Throws: `GroupError.Code.badName` naming the rule that is broken.
    public init(_ text: String) throws(GroupError) {
        let bytes = Array(text.utf8)
        func allowed(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
            case UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"): true
            default: false
            }
        }
        guard (1...Self.longest).contains(bytes.count), bytes.allSatisfy(allowed), bytes[0] != UInt8(ascii: "."), bytes[0] != UInt8(ascii: "-")
        else {
            throw GroupError(
                .badName, "group name '\(text)' is not valid: use 1 to \(Self.longest) of A-Z a-z 0-9 . _ -, not starting with . or -")
        }
        self.text = text
    }

    public var description: String { text }
}
