import Foundation

extension Rule {
    /// Words of a private dialect, each with what to write instead. They are forbidden as whole words and as parts of identifiers.
    private static let banned: [String: String] = [
        "door": "server, socket", "doors": "servers, sockets", "knock": "connect", "knocks": "connects", "knocked": "connected",
        "visitor": "client", "visitors": "clients", "mend": "fix", "mends": "fixes", "mended": "fixed", "mending": "fixing",
        "whoever": "anyone who, the process that", "nobody": "no one, none", "wish": "request, command", "wishes": "requests, commands",
        "wished": "asked for", "wishing": "asking for", "crew": "processes", "lane": "track, slot, queue", "lanes": "tracks, slots, queues",
        "desk": "controller, coordinator, store", "desks": "controllers, coordinators, stores", "bed": "fixture, server",
        "beds": "fixtures, servers", "course": "scenario", "courses": "scenarios", "pump": "stimulus", "pumps": "stimuli",
        "stair": "degradation level", "stairs": "degradation levels", "errand": "request, update", "errands": "requests, updates",
        "diet": "stream selection", "diets": "stream selections", "fasting": "stream selection", "news": "event, change",
    ]

    /// Parts of the names of types: as words they have other meanings that stay.
    private static let bannedInTypes: [String: String] = [
        "sound": "audio", "words": "text, label", "governor": "rate controller", "steering": "rate decision", "care": "check",
    ]

    /// Names of types that were replaced; their parts stay in others.
    private static let bannedTypes: Set = ["AgentLine", "MemoryKeeper", "MemoryHold"]

    private static let bannedPhrases = ["may have up to": "use at most"]

    /// What may stand although it has a banned word in it.
    private static let allowed: [(pattern: String, path: String, reason: String)] = [
        (#"\b[Oo]f course\b"#, "", "English"),
        (#"\b\w*(?<![a-z])[Ww]ish\w*"#, "", "the host's request in PROTOCOL.md, and what is called after it"),
        (#"["`.]diet\b|\bdiet: |\bvar diet\b"#, "", "a field in CONTROL.md"),
        (#"["`.]stair\b|\bstair: |\bvar stair\b|\(stair,"#, "", "a field of the status in JSON"),
        (#"\b[Ll]anes?\b"#, "Sources/Kernels/", "the term for a part of a vector register"),
    ]

    static let words: [Rule] = [
        Rule(
            name: "Banned words stay away", offender: [SourceFile("Host/Session/Run.swift", "func isDoorOpen() {}")]
        ) { files in
            prose(files).flatMap { file in
                file.lines.enumerated().compactMap { number, line in
                    let found = violations(in: line, of: file)
                    return found.isEmpty
                        ? nil : "\(file.path):\(number + 1): \(found.joined(separator: "; ")): \(line.trimmingCharacters(in: .whitespaces))"
                }
            }
        }
    ]

    /// "'door' (write: server, socket)", for each banned word of a line.
    private static func violations(in line: Substring, of file: SourceFile) -> [String] {
        let parts = parts(of: line)
        var found: [String] = []
        if parts.contains("may") { found += bannedPhrases.filter { line.contains($0.key) }.map { "'\($0.key)' (write: \($0.value))" } }
        if file.isSwift, parts.contains(where: declarations.contains) { found += typeViolations(in: line) }
        guard parts.contains(where: { banned[$0] != nil }) else { return found }
        var rest = String(line)
        for entry in allowed where file.path.hasPrefix(entry.path) {
            rest = rest.replacingOccurrences(of: entry.pattern, with: " ", options: .regularExpression)
        }
        return found + self.parts(of: rest[...]).compactMap { part in banned[part].map { "'\(part)' (write: \($0))" } }
    }

    private static let declarations: Set = ["struct", "class", "enum", "actor", "protocol", "typealias"]

    private static func typeViolations(in line: Substring) -> [String] {
        guard let match = line.firstMatch(of: /\b(?:struct|class|enum|actor|protocol|typealias) +([A-Z]\w*)/) else { return [] }
        if bannedTypes.contains(String(match.1)) { return ["'\(match.1)' was renamed"] }
        return parts(of: match.1).compactMap { part in bannedInTypes[part].map { "'\(part)' in a type's name (write: \($0))" } }
    }

    /// What people write: neither made by a tool nor taken from elsewhere, nor this list, nor results, which are history.
    private static func prose(_ files: [SourceFile]) -> [SourceFile] {
        let endings = [".swift", ".c", ".cpp", ".h", ".py", ".sh", ".md", ".html", ".css", ".js", "Makefile"]
        return files.filter { file in
            (endings.contains { file.path.hasSuffix($0) } || file.text.hasPrefix("#!")) && !file.path.contains("/generated/")
                && !file.path.hasSuffix("RESULTS.md") && file.path != "Tests/Rules/Rule+Words.swift"
        }
    }

    /// The words of a line of three letters and more in lower case, those inside identifiers one by one:
    /// `isDoorOpen` and `is_door_open` have two.
    private static func parts(of line: Substring) -> [String] {
        var parts: [String] = []
        var part: [UInt8] = []
        func end() {
            if part.count > 2 { parts.append(String(decoding: part.map { $0 | 0x20 }, as: UTF8.self)) }
            part.removeAll(keepingCapacity: true)
        }
        for byte in line.utf8 {
            let (isUpper, isLower) = ((65...90).contains(byte), (97...122).contains(byte))
            let followsLower = part.last.map { $0 >= 97 } ?? false
            if !isUpper && !isLower || isUpper && followsLower { end() }
            // The last capital of a row begins the word that follows: `URLDoor`.
            if isLower, !followsLower, part.count > 1, let first = part.popLast() {
                end()
                part.append(first)
            }
            if isUpper || isLower { part.append(byte) }
        }
        end()
        return parts
    }
}
