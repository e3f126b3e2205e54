/// The variables of a playlist (EXT-X-DEFINE; RFC 8216bis, sections 4.3 and 4.4.2.3), and where it may take others from.
struct VariableTable {
    /// Of the master playlist that led here; empty for a master playlist.
    let importable: [String: String]
    /// Of the playlist's own address.
    let query: [String: String]
    private(set) var values: [String: String] = [:]

    init(_ context: PlaylistContext = PlaylistContext()) { (importable, query) = (context.variables, context.query) }

    mutating func define(_ list: AttributeList, line: Int) throws(HLSError) {
        guard values.count < PlaylistLimits.mostVariables else {
            throw HLSError(.tooLarge, "line \(line): more than \(PlaylistLimits.mostVariables) variables")
        }
        if let name = list["NAME"] {
            guard let value = list["VALUE"] else { throw HLSError(.malformed, "line \(line): EXT-X-DEFINE has NAME without VALUE") }
            try add(name, value, line)
        } else if let name = list["IMPORT"] {
            guard let value = importable[name] else {
                throw HLSError(.undefinedVariable, "line \(line): the variable '\(Quoted.text(name))' is imported, and no master playlist defines it")
            }
            try add(name, value, line)
        } else if let name = list["QUERYPARAM"] {
            guard let value = query[name], !value.isEmpty else {
                throw HLSError(.undefinedVariable, "line \(line): the variable '\(Quoted.text(name))' is not in the address's query")
            }
            try add(name, value, line)
        } else {
            throw HLSError(.malformed, "line \(line): EXT-X-DEFINE needs NAME, IMPORT or QUERYPARAM")
        }
    }

    private mutating func add(_ name: String, _ value: String, _ line: Int) throws(HLSError) {
        guard !name.isEmpty, name.utf8.allSatisfy(Self.isOfName) else {
            throw HLSError(.malformed, "line \(line): '\(Quoted.text(name))' is no variable's name: letters, digits, - and _ are")
        }
        guard values[name] == nil else { throw HLSError(.malformed, "line \(line): the variable '\(name)' is defined twice") }
        // Section 4.2: what a quoted string cannot hold. A query may.
        guard !value.utf8.contains(where: { $0 == 10 || $0 == 13 || $0 == UInt8(ascii: "\"") }) else {
            throw HLSError(.malformed, "line \(line): the value of the variable '\(name)' has a quotation mark or the end of a line in it")
        }
        values[name] = value
    }

    /// `text` with each `{$NAME}` replaced, once: what comes in is not looked at again.
    func substituted(_ text: String, line: Int) throws(HLSError) -> String {
        // Nearly every text has none.
        guard text.utf8.contains(UInt8(ascii: "{")) else { return text }
        let bytes = Array(text.utf8)
        var (result, index): ([UInt8], Int) = ([], 0)
        while index < bytes.count {
            guard bytes[index] == UInt8(ascii: "{"), index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "$") else {
                result.append(bytes[index])
                index += 1
                continue
            }
            let name = bytes[(index + 2)...].prefix(while: Self.isOfName)
            // Other braces mean nothing.
            guard !name.isEmpty, name.endIndex < bytes.count, bytes[name.endIndex] == UInt8(ascii: "}") else {
                result.append(bytes[index])
                index += 1
                continue
            }
            guard let value = values[String(decoding: name, as: UTF8.self)] else {
                throw HLSError(.undefinedVariable, "line \(line): the variable '\(Quoted.text(name))' is not defined before it is used")
            }
            result += value.utf8
            guard result.count <= PlaylistLimits.longestLine else { throw .longLine(line) }
            index = name.endIndex + 1
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        (65...90).contains(byte) || (97...122).contains(byte) || (48...57).contains(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }
}

extension HLSError {
    static func longLine(_ line: Int) -> HLSError { HLSError(.tooLarge, "line \(line) is longer than \(PlaylistLimits.longestLine) bytes") }
}
