/// A word where an address or the name of a file was wanted, and that is neither, as it may be quoted: it may be an address that was mistyped,
/// with a stream key or a password in it, or a key alone.
package enum MistypedAddress {
    /// The word itself where it is the path or the name of a file; else no more than what stands for scheme and host. `nil` where nothing of it is
    /// known to be harmless.
    package static func shown(_ text: String) -> String? {
        if isPath(text) || isFileName(text) { return text }
        let bytes = Array(text.utf8)
        let letters = bytes.prefix(while: isLetter)
        let signs = bytes[letters.endIndex...].prefix { ":;,./\\".utf8.contains($0) }
        let start = signs.isEmpty ? 0 : signs.endIndex
        let rest = bytes[start...]
        let host = rest.prefix { !"/?#".utf8.contains($0) }
        guard !host.isEmpty, host.endIndex < bytes.endIndex || signs.contains(slash) else { return nil }
        var shown = Array(bytes[..<start])
        if rest[host.endIndex...].contains(at) {
            shown += hidden
        } else if let end = host.lastIndex(of: at) {
            shown += hidden + host[end...]
        } else {
            shown += host
        }
        if host.endIndex < bytes.endIndex { shown += [slash] + hidden }
        return String(decoding: shown, as: UTF8.self)
    }

    private static let (slash, at, hidden) = (UInt8(ascii: "/"), UInt8(ascii: "@"), Array("***".utf8))

    private static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) }

    private static func isPath(_ text: String) -> Bool { ["/", "./", "../", "~/"].contains { text.hasPrefix($0) } }

    /// It has an ending, as files have, and no sign that addresses have.
    private static func isFileName(_ text: String) -> Bool {
        guard let dot = text.utf8.lastIndex(of: UInt8(ascii: ".")), dot > text.startIndex, !text.contains("//") else { return false }
        let ending = text.utf8[dot...].dropFirst()
        return (1...5).contains(ending.count) && ending.allSatisfy { isLetter($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            && !text.utf8.contains { ":;@?=#".utf8.contains($0) }
    }
}
