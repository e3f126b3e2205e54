/// Reads `NAME=VALUE,NAME="VALUE"`. Spaces around commas are forgiven, a comma at the end too.
struct AttributeReader {
    let variables: VariableTable

    /// - Parameters:
    ///   - bytes: what stands behind the tag's colon.
    ///   - tag: for messages.
    func read(_ bytes: ArraySlice<UInt8>, of tag: String, line: Int) throws(HLSError) -> AttributeList {
        var list = AttributeList()
        var rest = bytes
        while true {
            rest = rest.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: ",") }
            guard !rest.isEmpty else { return list }
            guard list.attributes.count < PlaylistLimits.mostAttributes else {
                throw HLSError(.tooLarge, "line \(line): \(tag) has more than \(PlaylistLimits.mostAttributes) attributes")
            }
            let name = rest.prefix { Self.isOfName($0) }
            rest = rest[name.endIndex...]
            guard !name.isEmpty, rest.first == UInt8(ascii: "=") else {
                throw HLSError(
                    .malformed,
                    "line \(line): \(tag): an attribute is NAME=VALUE, which does not stand at '\(Quoted.text(bytes[name.startIndex...]))'")
            }
            rest = rest.dropFirst()
            let isQuoted = rest.first == UInt8(ascii: "\"")
            let value: ArraySlice<UInt8>
            if isQuoted {
                value = rest.dropFirst().prefix { $0 != UInt8(ascii: "\"") }
                guard value.endIndex < rest.endIndex else {
                    throw HLSError(.malformed, "line \(line): \(tag): the value of \(Quoted.text(name)) has no quotation mark at its end")
                }
                rest = rest[value.endIndex...].dropFirst()
            } else {
                value = rest.prefix { $0 != UInt8(ascii: ",") }
                rest = rest[value.endIndex...]
            }
            list.attributes.append(try attribute(name, value, isQuoted, tag, line))
        }
    }

    private func attribute(
        _ name: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>, _ isQuoted: Bool, _ tag: String, _ line: Int
    ) throws(HLSError) -> AttributeList.Attribute {
        // What a line ends with is no part of it, nor of a value that may be written there.
        let bytes = isQuoted ? value : value.withoutBlanksBehind
        guard var text = String(validating: bytes, as: UTF8.self) else { throw HLSError(.notText, "line \(line): \(tag) is not UTF-8") }
        // Only these two kinds of values have variables (section 4.3).
        if isQuoted || text.hasPrefix("0x") || text.hasPrefix("0X") { text = try variables.substituted(text, line: line) }
        guard isQuoted || !text.utf8.contains(UInt8(ascii: ",")), isQuoted || text.utf8.last != UInt8(ascii: " ") else {
            throw HLSError(.malformed, "line \(line): \(tag): with its variables put in, \(Quoted.text(name)) is no number")
        }
        return AttributeList.Attribute(String(decoding: name, as: UTF8.self), text, isQuoted: isQuoted)
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        (65...90).contains(byte) || (97...122).contains(byte) || (48...57).contains(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }
}
