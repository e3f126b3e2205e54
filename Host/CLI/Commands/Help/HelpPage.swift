import ArgumentParser
import Glibc

/// The help of one command, taken from the parser's own text of it: nothing is written twice.
///
/// Help that fits two screens is shown as it is. Of longer help come the usage, a few examples and the options that people use most, with a
/// line that names `--help-all`, which shows everything. Of each option the first sentence is shown, and what it is without it.
struct HelpPage {
    static let option = "--help-all"
    static let mostColumns = 100
    /// As many as two terminal windows of a usual size show.
    static let mostLines = 60
    private static let mostExamples = 8
    private static let mostExamplesBesideCommands = 3
    /// How many columns the names of commands take.
    private static let nameColumns = 18
    /// What one of two does, the other takes back.
    private static let partners = ["resume": "pause", "detach": "attach"]
    private static let commandsTitle = "SUBCOMMANDS"
    static let overview = "OVERVIEW: "
    /// Where the parser begins what it says of an option; what it adds to that stands further left.
    private static let textIndent = 26

    let command: String
    /// All of it, in the parser's words.
    let full: String
    private let frequent: [String]
    private let columns: Int

    /// - Parameters:
    ///   - words: what was typed, from which the command is found.
    ///   - text: the parser's; `nil` asks it.
    init(of words: [String], text: String? = nil, columns: Int = Console(descriptor: STDOUT_FILENO).columns) {
        let words = words.first == "help" ? Array(words.dropFirst()) : words
        command = CommandWord.path(words)
        let columns = min(columns, Self.mostColumns)
        self.columns = columns
        let type = CommandWord.type(words)
        let text =
            text
            ?? (type == SplitcastCommand.self
                ? SplitcastCommand.helpMessage(columns: columns) : SplitcastCommand.helpMessage(for: type, columns: columns))
        full = Self.wrappingUsage(Self.withoutTitle(text))
        frequent = (type as? any HasFrequentOptions.Type)?.frequentOptions ?? []
    }

    /// What was typed asks for all of the help.
    static func isAskedForAll(_ words: [String]) -> Bool { words.prefix { $0 != "--" }.contains(option) }

    private static func fits(_ text: String) -> Bool { text.split(separator: "\n", omittingEmptySubsequences: false).count <= mostLines }

    /// For `--help`.
    var text: String {
        guard !Self.fits(full) else { return full }
        let parts = Self.parts(of: full)
        let overview = parts.first { $0.title.isEmpty }
        let usage = parts.first { $0.title == "USAGE" }
        let commands = parts.filter { $0.title.hasSuffix(Self.commandsTitle) }
        var lines = Self.summary(overview?.lines ?? []) + [""] + (usage?.lines ?? []) + [""]
        lines += Self.examples(overview?.lines ?? [], most: commands.isEmpty ? Self.mostExamples : Self.mostExamplesBesideCommands)
        if !frequent.isEmpty { lines += ["", "OPTIONS THAT ARE USED MOST:"] + frequent.flatMap { entry($0, parts) } }
        if !commands.isEmpty { lines += [""] + commands.flatMap(list) }
        let rest = commands.isEmpty ? "all options, grouped, and what else there is to know" : "more examples, and the exit codes"
        lines += ["", "For the rest (\(rest)): \(command) \(Self.option)"]
        return lines.joined(separator: "\n")
    }

    /// What a command does stands first, and needs no title.
    private static func withoutTitle(_ text: String) -> String { text.hasPrefix(overview) ? String(text.dropFirst(overview.count)) : text }

    /// The parser leaves the line of usage as long as it is.
    private static func wrappingUsage(_ text: String) -> String {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard let index = lines.firstIndex(where: { $0.hasPrefix("USAGE: ") }), lines[index].count > mostColumns else { return text }
        let words = lines[index].replacing(/\ (?=\[--|--)/, with: "\n").split(separator: "\n")
        lines.replaceSubrange(index...index, with: filled(words, mostColumns: 79, indent: "         "))
        return lines.joined(separator: "\n")
    }

    // MARK: Parts of the parser's text

    private struct Part {
        let title: String
        var lines: [String]
    }

    /// They begin with `TITLE:` at the left.
    private static func parts(of text: String) -> [Part] {
        var parts = [Part(title: "", lines: [])]
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let title = line.prefix { $0 != ":" }
            let begins =
                !title.isEmpty && title.count < line.count && title.allSatisfy { $0.isUppercase || " '".contains($0) } && title != "EXAMPLES"
                && title != "EXIT CODES"
            if begins { parts.append(Part(title: String(title), lines: [])) }
            parts[parts.count - 1].lines.append(String(line))
        }
        return parts.map { Part(title: $0.title, lines: Array($0.lines.trimmingEmpty())) }
    }

    /// The first paragraph, which says what the command does.
    private static func summary(_ lines: [String]) -> [String] { Array(lines.prefix { !$0.isEmpty }) }

    private static func examples(_ lines: [String], most: Int) -> [String] {
        guard let start = lines.firstIndex(of: "EXAMPLES:") else { return [] }
        var (taken, count): ([String], Int) = ([lines[start]], 0)
        for line in lines[(start + 1)...].prefix(while: { $0.hasPrefix("  ") }) {
            count += line.hasPrefix("  splitcast") ? 1 : 0
            guard count <= most else { break }
            taken.append(line)
        }
        return taken
    }

    /// The commands of one group, a line each.
    private func list(_ group: Part) -> [String] {
        var entries: [(name: String, text: String)] = []
        for line in group.lines.dropFirst().prefix(while: { !$0.isEmpty }) {
            let words = line.split(separator: " ")
            if line.hasPrefix("   "), let last = entries.popLast() {
                entries.append((last.name, ([Substring(last.text)] + words).joined(separator: " ")))
            } else if let name = words.first {
                entries.append((String(name), words.dropFirst().joined(separator: " ")))
            }
        }
        var lines = [group.title.split(separator: " ").dropLast().joined(separator: " ") + ":"]
        for (name, text) in entries where Self.partners[name] == nil {
            let names = ([name] + Self.partners.filter { $0.value == name }.map(\.key)).joined(separator: ", ")
            let padding = String(repeating: " ", count: max(1, Self.nameColumns - 2 - names.count))
            lines.append("  " + names + padding + Self.shortened(text, to: columns - 1 - Self.nameColumns))
        }
        return lines
    }

    /// Up to where it says more, if all of it is too long.
    private static func shortened(_ text: String, to count: Int) -> String {
        guard text.count > count else { return text }
        let ends = [text.firstIndex { ";:".contains($0) }, text.firstIndex(of: ",")].compactMap(\.self)
        return ends.map { String(text[..<$0]) + "." }.first { $0.count <= count } ?? text
    }

    /// An option and what it is for, in one sentence.
    private func entry(_ name: String, _ parts: [Part]) -> [String] {
        let indent = String(repeating: " ", count: Self.textIndent)
        for part in parts {
            guard let start = part.lines.firstIndex(where: { Self.names(in: $0).contains(name) }) else { continue }
            let more = part.lines[(start + 1)...].prefix { $0.hasPrefix(indent) }
            // A long name stands on a line of its own.
            let first = part.lines[start]
            let isBeside = first.count > Self.textIndent && first.prefix(Self.textIndent).hasSuffix(" ")
            let words = ((isBeside ? [String(first.dropFirst(Self.textIndent))] : []) + more.map { String($0.dropFirst(Self.textIndent)) })
                .joined(separator: " ")
            let sentence = Self.firstSentence(of: words).split(separator: " ")
            var lines = Self.filled(sentence, mostColumns: columns - Self.textIndent).map { indent + $0 }
            guard isBeside else { return [first] + lines }
            lines[0] = String(first.prefix(Self.textIndent) + lines[0].dropFirst(Self.textIndent))
            return lines
        }
        return []
    }

    /// With the default, which stands at the end of all.
    private static func firstSentence(of text: String) -> String {
        guard let end = text.firstMatch(of: /\.\ (?=[A-Z])/) else { return text }
        let (first, rest) = (text[..<end.range.lowerBound], text[end.range.upperBound...])
        return first + (rest.firstMatch(of: /\ \(default: [^)]*\)\.$/).map { String($0.output) } ?? ".")
    }

    /// Lines that hold as many of the words as they can; all but the first begin with `indent`, which counts.
    private static func filled(_ words: [Substring], mostColumns: Int, indent: String = "") -> [String] {
        var lines: [String] = []
        for word in words {
            if let last = lines.last, last.count + 1 + word.count <= mostColumns {
                lines[lines.count - 1] = last + " " + word
            } else {
                lines.append(lines.isEmpty ? String(word) : indent + word)
            }
        }
        return lines
    }

    private static func names(in line: String) -> [String] {
        guard line.hasPrefix("  -") else { return [] }
        return line.split { " ,/".contains($0) }.prefix { $0.hasPrefix("-") }.map(String.init)
    }
}

extension [String] {
    fileprivate func trimmingEmpty() -> Self {
        var lines = self
        while lines.last?.isEmpty == true { lines.removeLast() }
        return lines
    }
}
