/// The name of a source: what is captured for one layer of the canvas, as people type it and agents give it (`--place`).
public struct SourceName: Hashable, Comparable, Codable, Sendable, CustomStringConvertible {
    public static let longest = 32
    /// The first source of every broadcast with a picture.
    public static let screen = SourceName(trusted: "screen")

    public let text: String

    /// - Returns: `nil` unless it is 1...32 of a-z, 0-9, '-' and '_', and begins with a letter.
    public init?(_ text: String) {
        guard (1...Self.longest).contains(text.utf8.count), let first = text.utf8.first, Self.isLetter(first) else { return nil }
        guard text.utf8.allSatisfy({ Self.isLetter($0) || Self.isOther($0) }) else { return nil }
        self.text = text
    }

    private init(trusted text: String) { self.text = text }

    /// What a name must be, for people.
    public static let form = "a name has 1 to 32 of a-z, 0-9, - and _, and begins with a letter"

    private static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }

    private static func isOther(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }

    public var description: String { text }

    /// - Throws: `DecodingError` for what is no name.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let name = SourceName(text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "'\(text)' is no source: \(Self.form)")
        }
        self = name
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }

    public static func < (one: SourceName, other: SourceName) -> Bool { one.text < other.text }
}
