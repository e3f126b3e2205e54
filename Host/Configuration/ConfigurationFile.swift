public import Platform
import Yams

/// A configuration file: options, and named settings.
///
/// ```yaml
/// bitrate: 3500k              # an option of 'live' and 'host', without its hyphens
/// to: ["@/etc/splitcast/key.txt"]   # several values: a list
/// verbose: true               # an option without a value
/// settings:
///   talk:                     # 'splitcast live --use talk'
///     inherit: desktop        # begin with the options of others
///     mic: default
/// ```
/// YAML 1.1 by libyaml; a value is the text as it stands in the file, whatever type YAML would give it.
public struct ConfigurationFile: Sendable {
    /// As it is shown to people.
    public let path: String
    public let entries: [ConfigurationEntry]
    public let settings: [NamedSettings]

    /// No file: nothing is set.
    public static let none = ConfigurationFile(path: "", entries: [], settings: [])

    static let mostBytes = 256 * 1024
    private static let settingsKey = "settings"
    private static let inheritKey = "inherit"

    private init(path: String, entries: [ConfigurationEntry], settings: [NamedSettings]) {
        (self.path, self.entries, self.settings) = (path, entries, settings)
    }

    /// - Parameter text: at most 256 KiB.
    /// - Throws: `ConfigurationError` that begins with the path, the line and the column: the first mistake.
    public init(_ text: String, path: String, keys: ConfigurationKeys) throws(ConfigurationError) {
        let read = Self.read(text, path: path, keys: keys)
        if let first = read.problems.first { throw first }
        self = read.file
    }

    /// All that is wrong with it, in the order of its lines, and what is right. What is no YAML is one mistake: nothing behind it can be told.
    public static func read(_ text: String, path: String, keys: ConfigurationKeys) -> (file: Self, problems: [ConfigurationError]) {
        var (entries, settings): ([ConfigurationEntry], [NamedSettings]) = ([], [])
        var problems: [ConfigurationError] = []
        do throws(ConfigurationError) {
            let reader = Reader(path: path, keys: keys)
            for pair in try root(of: text, reader) {
                do throws(ConfigurationError) {
                    let (name, key, value) = try pair.get()
                    if name == settingsKey {
                        settings = try Self.settings(in: value, reader, &problems)
                    } else {
                        entries.append(try reader.entry(name, key, value))
                    }
                } catch { problems.append(error) }
            }
        } catch { problems.append(error) }
        return (ConfigurationFile(path: path, entries: entries, settings: settings), problems)
    }

    private static func root(of text: String, _ reader: Reader) throws(ConfigurationError) -> [Reader.Pair] {
        guard text.utf8.count <= mostBytes else {
            throw ConfigurationError(.malformed, "\(reader.path): is longer than 256 KiB, the most that a configuration may have")
        }
        try reader.refuseAliases(in: text)
        let root: Node?
        do { root = try Yams.compose(yaml: text) } catch { throw reader.describe(error) }
        guard let root, !reader.isEmpty(root) else { return [] }
        return try reader.pairs(of: root, what: "the configuration")
    }

    private static func settings(
        in node: Node, _ reader: Reader, _ problems: inout [ConfigurationError]
    ) throws(ConfigurationError) -> [NamedSettings] {
        var all: [NamedSettings] = []
        for pair in try reader.pairs(of: node, what: "'\(settingsKey)'") {
            let (name, key, value): (String, Node, Node)
            do throws(ConfigurationError) { (name, key, value) = try pair.get() } catch {
                problems.append(error)
                continue
            }
            guard !name.isEmpty, name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }) else {
                problems.append(reader.fault(key, "'\(name)' is no name for settings: use letters, digits, - and _"))
                continue
            }
            var (entries, parent, parentPlace): ([ConfigurationEntry], String?, String?) = ([], nil, nil)
            var options: [Reader.Pair] = []
            if !reader.isEmpty(value) {
                do throws(ConfigurationError) { options = try reader.pairs(of: value, what: "settings '\(name)'") } catch { problems.append(error) }
            }
            for pair in options {
                do throws(ConfigurationError) {
                    let (option, key, value) = try pair.get()
                    if option == inheritKey {
                        (parent, parentPlace) = (try reader.text(of: value, key, "a name of settings"), reader.place(of: key))
                    } else {
                        entries.append(try reader.entry(option, key, value))
                    }
                } catch { problems.append(error) }
            }
            all.append(NamedSettings(name: name, parent: parent, at: parentPlace, entries: entries, summary: "\(reader.path):\(key.mark?.line ?? 1)"))
        }
        return all
    }

    /// What is common to all places of one file.
    private struct Reader {
        /// A name with its value, or what is wrong there.
        typealias Pair = Result<(name: String, key: Node, value: Node), ConfigurationError>

        let path: String
        let keys: ConfigurationKeys

        func fault(_ node: Node, _ message: String, _ code: ConfigurationErrorCode = .badEntry) -> ConfigurationError {
            ConfigurationError(code, "\(place(of: node)): \(message)")
        }

        func place(of node: Node) -> String { "\(path):\(node.mark?.line ?? 1):\(node.mark?.column ?? 1)" }

        func describe(_ error: any Error) -> ConfigurationError {
            switch error {
            case YamlError.scanner(_, let problem, let mark, _), YamlError.parser(_, let problem, let mark, _),
                YamlError.composer(_, let problem, let mark, _):
                ConfigurationError(.malformed, "\(path):\(mark.line):\(mark.column): this is not YAML: \(problem)", cause: error)
            case YamlError.duplicatedKeysInMapping(let duplicates, let context): describe(duplicates.first ?? "", context, error)
            case YamlError.reader(let problem, let offset?, _, let yaml):
                // Its own text shows the line itself, which may hold a key.
                ConfigurationError(
                    .malformed, "\(path):\(yaml.utf8.prefix(offset).count { $0 == UInt8(ascii: "\n") } + 1): this is not YAML: \(problem)",
                    cause: error)
            default: ConfigurationError(.malformed, "\(path): this is not YAML: \(error)", cause: error)
            }
        }

        /// Two keys of one name, the first of which stands at the mark.
        private func describe(_ name: String, _ context: YamlError.Context, _ error: any Error) -> ConfigurationError {
            let first = (line: context.mark.line, column: context.mark.column)
            let second = SecondKey(name, in: context.text).position(after: first) ?? first
            return ConfigurationError(
                .malformed, "\(path):\(second.line):\(second.column): '\(name)' stands there twice: keep one, or make it a list", cause: error)
        }

        /// A file of some lines with them may stand for more than any memory holds.
        func refuseAliases(in text: String) throws(ConfigurationError) {
            for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
                var (quote, before): (Character?, Character) = (nil, " ")
                for (column, (letter, next)) in zip(line, line.dropFirst() + " ").enumerated() {
                    if let open = quote {
                        if letter == open { quote = nil }
                    } else if letter == "\"" || letter == "'" {
                        quote = letter
                    } else if letter == "#", before.isWhitespace {
                        break
                    } else if letter == "&" || letter == "*", " \t[{,:-?".contains(before), next.isLetter || next.isNumber || next == "_" {
                        throw ConfigurationError(
                            .malformed,
                            "\(path):\(index + 1):\(column + 1): '\(letter)\(next)…' is an anchor or alias of YAML, which are not read: "
                                + "put a text in quotes; settings begin with others by 'inherit'")
                    }
                    before = letter
                }
            }
        }

        /// `~`, `null`, or nothing at all.
        func isEmpty(_ node: Node) -> Bool {
            guard case .scalar(let scalar) = node else { return false }
            return scalar.style == .plain && ["", "~", "null"].contains(scalar.string)
        }

        /// In the order of the file; a name that stands there twice, or is none, is a problem.
        func pairs(of node: Node, what: String) throws(ConfigurationError) -> [Pair] {
            guard case .mapping(let mapping) = node else { throw fault(node, "\(what) is a list of 'name: value' lines", .malformed) }
            var names: Set<String> = []
            return mapping.map { key, value in
                guard let name = key.scalar?.string else { return .failure(fault(key, "a name of an option stands here", .malformed)) }
                guard names.insert(name).inserted else {
                    return .failure(fault(key, "'\(name)' stands there twice: keep one, or make it a list"))
                }
                return .success((name, key, value))
            }
        }

        func text(of node: Node, _ key: Node, _ wanted: String) throws(ConfigurationError) -> String {
            guard let scalar = node.scalar, !isEmpty(node) else { throw fault(key, "'\(key.scalar?.string ?? "")' wants \(wanted)") }
            guard !scalar.string.unicodeScalars.contains(where: { $0.value == 0 || $0 == "\n" }) else {
                throw fault(node, "a value is one line")
            }
            return scalar.string
        }

        func entry(_ given: String, _ key: Node, _ node: Node) throws(ConfigurationError) -> ConfigurationEntry {
            let name = given.hasPrefix("--") ? String(given.dropFirst(2)) : given
            guard !["use", "config"].contains(name) else {
                throw fault(key, "'\(name)' cannot stand in a file: settings begin with others by 'inherit'")
            }
            guard let known = keys[name] else {
                let near = keys.nearest(name).map { ": did you mean '\($0)'?" } ?? " (all are listed by 'splitcast config schema')"
                throw fault(key, "there is no option '\(given)'\(near)")
            }
            let values = try values(of: known, key, node)
            let origin = ConfigurationEntry.Origin.file(path: path, line: key.mark?.line ?? 1, column: key.mark?.column ?? 1)
            return ConfigurationEntry(key: known, values: values, origin: origin)
        }

        private func values(of known: ConfigurationKey, _ key: Node, _ node: Node) throws(ConfigurationError) -> [String] {
            switch known.kind {
            case .flag, .reversibleFlag:
                let word = try text(of: node, key, "true or false").lowercased()
                guard let value = ["true": "true", "yes": "true", "on": "true", "false": "false", "no": "false", "off": "false"][word] else {
                    throw fault(node, "'\(known.name)' is true or false, not '\(word)'")
                }
                return [value]
            case .optionalValue:
                let word = try text(of: node, key, "a value, or true")
                guard !word.hasPrefix("-"), !word.isEmpty else { throw fault(node, "'\(known.name)' is true, false or a value, not '\(word)'") }
                return [
                    node.scalar?.style == .plain ? ["yes": "true", "on": "true", "no": "false", "off": "false"][word.lowercased()] ?? word : word
                ]
            case .value:
                if node.sequence != nil { throw fault(node, "'\(known.name)' has one value, not a list") }
                return [try text(of: node, key, "a value")]
            case .list:
                if let mapping = node.mapping {
                    guard known.takesPairs else { throw fault(node, "'\(known.name)' wants a value, or a list of them, not names with values") }
                    // As `name=value`: names stand once each.
                    var values: [String] = []
                    for (name, value) in mapping {
                        values.append(try text(of: name, key, "names and values") + "=" + text(of: value, name, "a value"))
                    }
                    return values
                }
                guard let sequence = node.sequence else { return [try text(of: node, key, "a value, or a list of them")] }
                var values: [String] = []
                for item in sequence { values.append(try text(of: item, key, "texts in its list")) }
                return values
            }
        }
    }
}
