import ArgumentParser
import Foundation
import Testing

@testable import SplitcastCLI

/// README.md, Host/MANUAL.md and Host/Tasks against the program, and the links and paths of all pages against the tree.
@Suite struct ManualTests {
    private static let described = ["README.md", "Host/MANUAL.md"] + tasks
    /// The pages of Host/Tasks.
    private static let tasks = ["talk", "kiosk", "fleet", "low-memory", "desktops", "trouble"].map { "Host/Tasks/\($0).md" }
    private static let pages =
        described + ["CONTRIBUTING.md", "CHANGELOG.md"] + ["ARCHITECTURE", "PROTOCOL", "CONTROL", "API", "EVENTS"].map { "Shared/\($0).md" }

    private let program: ProgramCatalogue

    /// Asked for once: a help text of each command.
    private static let catalogue = Result { try ProgramCatalogue() }

    init() throws { program = try Self.catalogue.get() }

    // MARK: What is shown exists

    @Test(arguments: described) func everyOptionAndCommandShownExists(path: String) throws {
        let violations = unknown(in: try MarkdownDocument(path))
        #expect(violations.isEmpty, "\(violations.joined(separator: "\n"))")
    }

    @Test(arguments: [
        "    splitcast live --to out.flv --verbatim", "    splitcast-capture-x11 --standbye", "Say `--no-such-option`.", "    splitcast music rewind",
        "    splitcast stop --duration 5m", "    splitcast swap pipewire --windows",
        "    splitcast swap x11 --windows", "    splitcast swap x11 --display :1 --loop", "See `splitcast explode`.",
        "    make live ARGS=\"--recorded a\"",
    ])
    func whatDoesNotExistIsSeen(text: String) { #expect(unknown(in: MarkdownDocument("README.md", text)).count == 1) }

    private func unknown(in page: MarkdownDocument) -> [String] {
        (page.codeLines + page.inlineCode).flatMap { ShellLine.commands(of: $0) }.flatMap { line -> [String] in
            let isKnown = line.program != "splitcast" || line.arguments.count == 1 || isCommand(line)
            return (isKnown ? [] : ["no such command: \(line)"]) + program.unknownOptions(in: line).map { "no such option: \($0) in: \(line)" }
        }
    }

    /// Whether the first words are commands, down to one that has none below it or takes other words as well.
    private func isCommand(_ line: ShellLine) -> Bool {
        let path = program.command(of: line)
        let isFamily = program.commands.keys.contains { $0.hasPrefix(path + " ") }
        let words = line.arguments.dropFirst().prefix { !$0.hasPrefix("-") && $0.first?.isUppercase == false }
        return !path.isEmpty && (!isFamily || words.count <= path.split(separator: " ").count) || line.arguments[1].first?.isUppercase == true
            || line.arguments[1].hasPrefix("-") || line.arguments[1] == "help"
    }

    // MARK: Examples

    @Test(arguments: described) func everyExampleParses(path: String) throws {
        let examples = try MarkdownDocument(path).codeLines.flatMap { ShellLine.commands(of: $0) }.filter { $0.program == "splitcast" }
        #expect(examples.count > 3)
        for example in examples { #expect(throws: Never.self, "\(path): \(example)") { try Self.parse(example) } }
    }

    @Test(arguments: ["splitcast live --fps", "splitcast targets remove", "splitcast live --split 10parsecs", "splitcast live --split 5m surplus"])
    func anExampleThatMakesNoSenseIsSeen(text: String) throws {
        let line = try #require(ShellLine.commands(of: text).first)
        #expect(throws: (any Error).self) { try Self.parse(line) }
    }

    /// Of broadcasts the values too, except those that depend on files of this machine.
    private static func parse(_ line: ShellLine) throws {
        if let words = ConformanceCommand.arguments(of: Array(line.arguments.dropFirst())) {
            _ = try ConformancePages.parse(words)
            return
        }
        let command = try SplitcastCommand.parseAsRoot(NegativeValues.marked(Array(line.arguments.dropFirst())))
        let isElsewhere = { (word: String) in ["@", "hls:/", "keyring:"].contains { word.hasPrefix($0) } || ["--tls-ca", "--s3"].contains(word) }
        let needsFile = line.arguments.contains(where: isElsewhere)
        guard !needsFile else { return }
        do throws(CommandFailure) {
            if let live = command as? LiveCommand { _ = try live.plan() }
            if let host = command as? HostCommand { _ = try host.plan() }
        } catch {
            // No display is no fault of the example's.
            guard error.exitCode == 3 else { throw error }
        }
    }

    // MARK: What exists is described

    @Test func everyCommandAndOptionIsDescribed() throws {
        let missing = undescribed(in: try MarkdownDocument("Host/MANUAL.md"))
        #expect(missing.isEmpty, "\(missing.joined(separator: "\n"))")
    }

    @Test func noRowOfATableStandsTwice() throws {
        for table in try MarkdownDocument("Host/MANUAL.md").sections.flatMap({ $0.components(separatedBy: "\n\n") }) {
            let rows = table.split(separator: "\n").filter { $0.hasPrefix("| `--") }
            #expect(Set(rows).count == rows.count, "\(rows)")
        }
    }

    @Test func whatIsNotDescribedIsSeen() {
        let page = MarkdownDocument("Host/MANUAL.md", "# A\n`splitcast live` with `--to`\n# B\n`--fps` of `splitcast stop`\n")
        let missing = undescribed(in: page)
        #expect(missing.contains("splitcast live --fps") && missing.contains("splitcast swap"))
        #expect(!missing.contains("splitcast live --to") && !missing.contains("splitcast stop"))
    }

    /// A command is described where its name stands, its options in a section that has both.
    private func undescribed(in page: MarkdownDocument) -> [String] {
        var missing: [String] = []
        func sections(naming words: String, _ sections: [String]) -> [String] {
            let pattern = "(?<![\\w-])" + NSRegularExpression.escapedPattern(for: words) + "(?![\\w-])"
            return sections.filter { $0.range(of: pattern, options: .regularExpression) != nil }
        }
        let everywhere = ["--group"]
        for (command, options) in program.commands.map({ ("splitcast " + $0.key, $0.value) }) {
            let named = sections(naming: command, page.sections)
            if named.isEmpty { missing.append(command) }
            for option in options where !everywhere.contains(option) {
                if sections(naming: option, named).isEmpty { missing.append("\(command) \(option)") }
            }
        }
        for (agent, options) in program.agents.map({ ("splitcast-capture-" + $0.key, $0.value) }) {
            let named = sections(naming: agent, page.sections)
            for option in options where sections(naming: option, named).isEmpty { missing.append("\(agent) \(option)") }
        }
        return missing.sorted()
    }

    // MARK: The pages themselves

    @Test func theManualLeadsToEveryTask() throws {
        let links = try MarkdownDocument("Host/MANUAL.md").links.map(\.target)
        let folder = MarkdownDocument.top.appendingPathComponent("Host/Tasks").path
        let pages = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(Set(pages.map { "Host/Tasks/" + $0 }) == Set(Self.tasks))
        for page in pages { #expect(links.contains("Tasks/" + page), "\(page)") }
    }

    @Test func theContentsAreTheHeadings() throws {
        for path in ["Host/MANUAL.md", "Shared/ARCHITECTURE.md"] {
            let problem = try MarkdownDocument(path).contentsProblem()
            #expect(problem == nil)
        }
        #expect(MarkdownDocument("A.md", "## Contents\n\n- [One](#one)\n\n## One\n## Two\n").contentsProblem() != nil)
        #expect(MarkdownDocument("A.md", "## Contents\n\n- [One & two](#one--two)\n\n## One & two\n").contentsProblem() == nil)
    }

    @Test(arguments: pages) func everyLinkLeadsSomewhere(path: String) throws {
        let broken = try MarkdownDocument(path).brokenLinks()
        #expect(broken.isEmpty, "\(broken.joined(separator: "\n"))")
    }

    @Test func aBrokenLinkIsSeen() {
        let page = MarkdownDocument("Host/A.md", "# One\n[a](../README.md) [b](#one) [c](#two) [d](No.md) [e](../Shared)\n")
        #expect(page.brokenLinks().count == 2)
    }

    @Test func everyFileOfTheArchitectureExists() throws {
        let missing = Self.missingFiles(in: try MarkdownDocument("Shared/ARCHITECTURE.md"))
        #expect(missing.isEmpty, "\(missing.joined(separator: "\n"))")
        #expect(Self.missingFiles(in: MarkdownDocument("A.md", "`Shared/Nothing.swift`, `Package.swift`, `a/b`\n    Host/No.swift")).count == 2)
    }

    /// Paths of files, and of folders of the product (with a slash at the end), that are not there.
    private static func missingFiles(in page: MarkdownDocument) -> [String] {
        let paths = (page.inlineCode + page.codeLines).flatMap {
            $0.matches(of: /\b(?:Shared|Capture|Host|Sources|Tests)(?:\/[\w+-]+)+(?:\.(?:swift|c|cpp|h|md)|\/)/).map { String($0.0) }
        }
        return Set(paths).filter { !FileManager.default.fileExists(atPath: MarkdownDocument.top.appendingPathComponent($0).path) }.sorted()
    }

    @Test func theReadmeIsShort() throws {
        let text = try String(contentsOf: MarkdownDocument.top.appendingPathComponent("README.md"), encoding: .utf8)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count - 1 <= 120)
        #expect(lines.allSatisfy { $0.count <= 120 })
    }
}
