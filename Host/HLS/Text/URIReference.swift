/// Addresses in playlists, which may be relative (RFC 3986, section 5).
public enum URIReference {
    private struct Parts {
        var scheme: Substring?
        var authority: Substring?
        var path: Substring
        var query: Substring?
    }

    /// What `reference` means in a playlist at `base`: an address with its scheme, or a path when `base` is one. A fragment is left out.
    public static func resolved(_ reference: String, against base: String) -> String {
        let (given, outer) = (parts(reference), parts(base))
        if given.scheme != nil { return text(given.scheme, given.authority, withoutDots(given.path), given.query) }
        if given.authority != nil { return text(outer.scheme, given.authority, withoutDots(given.path), given.query) }
        if given.path.isEmpty { return text(outer.scheme, outer.authority, String(outer.path), given.query ?? outer.query) }
        if given.path.hasPrefix("/") { return text(outer.scheme, outer.authority, withoutDots(given.path), given.query) }
        let folder = outer.path.lastIndex(of: "/").map { String(outer.path[...$0]) } ?? (outer.authority == nil ? "" : "/")
        return text(outer.scheme, outer.authority, withoutDots(Substring(folder + given.path)), given.query)
    }

    /// Whether it begins with `https:`, `data:` or the like: else it is relative, or a path.
    public static func hasScheme(_ reference: String) -> Bool { parts(reference).scheme != nil }

    /// The parameters behind the `?` of an address, decoded; of two of one name the first.
    public static func query(of address: String) -> [String: String] {
        var values: [String: String] = [:]
        for pair in (parts(address).query ?? "").split(separator: "&").prefix(PlaylistLimits.mostVariables) {
            let (name, value) = (pair.prefix { $0 != "=" }, pair.drop { $0 != "=" }.dropFirst())
            if values[decoded(name)] == nil { values[decoded(name)] = decoded(value) }
        }
        return values
    }

    /// The part of an address's path behind its last slash, without its query.
    public static func lastName(of address: String) -> String {
        let path = parts(address).path
        return String(path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path)
    }

    private static func parts(_ text: String) -> Parts {
        var rest = text[...].prefix { $0 != "#" }
        var (scheme, authority, query): (Substring?, Substring?, Substring?)
        let word = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
        if word.first?.isLetter == true, word.endIndex < rest.endIndex, rest[word.endIndex] == ":" {
            (scheme, rest) = (word, rest[word.endIndex...].dropFirst())
        }
        if let mark = rest.firstIndex(of: "?") { (query, rest) = (rest[mark...].dropFirst(), rest[..<mark]) }
        if rest.hasPrefix("//") {
            rest = rest.dropFirst(2)
            authority = rest.prefix { $0 != "/" }
            rest = rest[(authority?.endIndex ?? rest.startIndex)...]
        }
        return Parts(scheme: scheme, authority: authority, path: rest, query: query)
    }

    private static func text(_ scheme: Substring?, _ authority: Substring?, _ path: String, _ query: Substring?) -> String {
        (scheme.map { "\($0):" } ?? "") + (authority.map { "//\($0)" } ?? "") + path + (query.map { "?\($0)" } ?? "")
    }

    /// Section 5.2.4: `a/./b/../c` is `a/c`; nothing leads above the root.
    private static func withoutDots(_ path: Substring) -> String {
        let isAbsolute = path.hasPrefix("/")
        var (kept, ups): ([Substring], Int) = ([], 0)
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst(isAbsolute ? 1 : 0)
        for (offset, part) in parts.enumerated() {
            let isLast = offset == parts.count - 1
            switch part {
            case ".": if isLast { kept.append("") }
            case "..":
                if kept.isEmpty { ups += 1 } else { kept.removeLast() }
                if isLast { kept.append("") }
            default: kept.append(part)
            }
        }
        let above = isAbsolute ? "/" : String(repeating: "../", count: min(ups, 64))
        return above + kept.joined(separator: "/")
    }

    private static func decoded(_ text: Substring) -> String {
        var (bytes, rest): ([UInt8], ArraySlice<UInt8>) = ([], Array(text.utf8)[...])
        while let byte = rest.popFirst() {
            let digits = rest.prefix(2).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
            guard byte == UInt8(ascii: "%"), digits.count == 2 else {
                bytes.append(byte)
                continue
            }
            bytes.append(UInt8(digits[0] << 4 | digits[1]))
            rest = rest.dropFirst(2)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
