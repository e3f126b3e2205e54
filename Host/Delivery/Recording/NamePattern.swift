import Glibc

/// A file's path with conversions of strftime(3), such as `talk-%Y-%m-%d_%H%M%S.mkv`: each file gets the time at which it begins.
struct NamePattern: Hashable, Sendable {
    enum Part: Hashable, Sendable {
        case literal(String)
        case conversion(Character)
    }

    let parts: [Part]

    /// Those that are taken, as they stand in the message about one that is not. None makes a slash.
    static let conversions = "YymdjHIpMSsaAbBuVGFTzZ"
    private static let list = conversions.map { "%\($0)" }.joined(separator: " ")

    /// - Throws: `.badURL` naming a conversion that there is not, and those that there are.
    init(parsing text: String) throws(DeliveryError) {
        let text = Self.normalized(text)
        var (parts, literal): ([Part], String) = ([], "")
        var rest = text[...]
        while let first = rest.popFirst() {
            guard first == "%" else {
                literal.append(first)
                continue
            }
            guard let letter = rest.popFirst(), letter == "%" || Self.conversions.contains(letter) else {
                let found = text[..<rest.startIndex].suffix(2)
                throw DeliveryError(
                    .badURL,
                    "\"\(text)\": \"\(found.hasPrefix("%") ? found : "%")\" is no conversion for a file's name: there are \(Self.list), "
                        + "and %% for a percent sign")
            }
            guard letter != "%" else {
                literal.append("%")
                continue
            }
            if !literal.isEmpty { parts.append(.literal(literal)) }
            literal = ""
            parts.append(.conversion(letter))
        }
        if !literal.isEmpty { parts.append(.literal(literal)) }
        self.parts = parts
    }

    /// The same path without `.` and without doubled slashes: what a pattern makes and what is found in folders is compared as text.
    static func normalized(_ path: String) -> String {
        let parts = path.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
        return path.hasPrefix("/") ? "/" + parts : parts
    }

    /// Whether two files may have two names.
    var hasConversions: Bool { parts.contains { if case .conversion = $0 { true } else { false } } }

    /// The path of a file that begins at `seconds` (time(2)), in local time.
    func path(at seconds: time_t) -> String {
        var (seconds, moment) = (seconds, tm())
        tzset()
        localtime_r(&seconds, &moment)
        return parts.map { part in
            switch part {
            case .literal(let text): text
            case .conversion(let letter): Self.text(of: letter, at: &moment)
            }
        }.joined()
    }

    /// The folder that has to be there before: what lies below it follows from the time, and is made.
    var fixedFolder: String {
        guard case .literal(let text)? = parts.first, let slash = text.lastIndex(of: "/") else { return "." }
        return slash == text.startIndex ? "/" : String(text[..<slash])
    }

    /// Makes the folders of a path of this pattern, below the fixed one.
    func makeFolders(of path: String) throws(DeliveryError) {
        let base = fixedFolder == "." ? "" : fixedFolder
        var index = path.index(path.startIndex, offsetBy: base.count)
        while let slash = path[index...].dropFirst().firstIndex(of: "/") {
            let folder = String(path[..<slash])
            guard mkdir(folder, 0o777) == 0 || errno == EEXIST else {
                throw DeliveryError(.notWritable, "the directory \(folder) cannot be made: \(String(cString: strerror(errno)))")
            }
            index = slash
        }
    }

    static func text(of letter: Character, at moment: inout tm) -> String {
        var buffer = [CChar](repeating: 0, count: 128)
        strftime(&buffer, buffer.count, "%\(letter)", &moment)
        return buffer.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    }
}
