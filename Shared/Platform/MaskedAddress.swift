/// An address of media as people may see it, with what may be secret in it left out: name and password, the query, the fragment, parts of
/// the path that hold a `=` or a `@`, and all of an RTMP address's path, which ends with its stream key.
///
/// Decides by bytes, as servers do: a combining mark behind an `@` hides no password from it.
public struct MaskedAddress: Hashable, Sendable, CustomStringConvertible {
    public let description: String

    /// - Parameter text: with its `SCHEME://`, or without one, as people forget it.
    public init(_ text: String) {
        let bytes = Array(text.utf8)
        let start = Self.endOfScheme(bytes)
        let authority = bytes[start...].prefix { !Self.endsAuthority($0) }
        let rest = bytes[authority.endIndex...]
        let path = rest.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        var shown = bytes[..<start]
        if rest.contains(Self.at) {
            // A password with a slash in it ends what is taken for the host's name.
            shown += Self.dots
        } else if let at = authority.lastIndex(of: Self.at) {
            shown += Self.dots + authority[at...]
        } else {
            shown += authority
        }
        if Self.endsWithKey(bytes[..<start]) {
            shown += [Self.slash] + Self.dots
        } else {
            let parts = path.split(separator: Self.slash, omittingEmptySubsequences: false)
            let safe = parts.map { $0.contains(Self.at) || $0.contains(UInt8(ascii: "=")) ? Self.dots[...] : $0 }
            shown += safe.joined(separator: [Self.slash])
            if path.endIndex < rest.endIndex { shown += [rest[path.endIndex]] + Self.dots }
        }
        description = String(decoding: shown, as: UTF8.self)
    }

    /// One of a program's arguments, for logs and messages: masked where it may be an address, else as it is.
    public static func ofArgument(_ text: String) -> String {
        let bytes = Array(text.utf8)
        return endOfScheme(bytes) > 0 || bytes.contains(at) ? MaskedAddress(text).description : text
    }

    private static let at = UInt8(ascii: "@")
    private static let slash = UInt8(ascii: "/")
    private static let dots = Array("…".utf8)

    private static func endsAuthority(_ byte: UInt8) -> Bool { byte == slash || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#") }

    /// Behind the first `://`; 0 without one.
    private static func endOfScheme(_ bytes: [UInt8]) -> Int {
        guard bytes.count >= 3 else { return 0 }
        for index in 0...bytes.count - 3 where bytes[index] == UInt8(ascii: ":") && bytes[index + 1] == slash && bytes[index + 2] == slash {
            return index + 3
        }
        return 0
    }

    /// `rtmp://` and its relatives, in any case; `--url=` may stand before it.
    private static func endsWithKey(_ scheme: ArraySlice<UInt8>) -> Bool {
        let word = scheme.dropLast(3).reversed().prefix { $0 != UInt8(ascii: "=") }.reversed().map { $0 | 0x20 }
        return word.starts(with: "rtmp".utf8)
    }
}
