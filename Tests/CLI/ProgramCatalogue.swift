import ArgumentParser
import Foundation

@testable import Session
@testable import SplitcastCLI

/// The commands and options that there are: of `splitcast` by its parser, of the agents by their usage texts.
struct ProgramCatalogue {
    /// By the words behind `splitcast`, as in `audio gain`; without `--help` and `--version`, which all have.
    private(set) var commands: [String: Set<String>] = [:]
    /// By the name behind `splitcast-capture-`, the options that all agents have among them.
    private(set) var agents: [String: Set<String>] = [:]

    static let common: Set = ["--help", "--help-all", "--version"]

    init() throws {
        add(SplitcastCommand.self, [])
        for (name, help) in ConformancePages.help { commands["conformance " + name] = Self.options(in: help).subtracting(Self.common) }
        let folders = ["x11": "X11", "wlr": "Wlroots", "pipewire": "PipeWire", "media": "Media", "pattern": "Pattern"]
        let shared = Self.options(in: try Self.source("CaptureKit/AgentOptions.swift"))
        for (name, folder) in folders {
            agents[name] = shared.union(Self.options(in: try Self.source("\(folder)/\(folder)Options.swift"))).subtracting(Self.common)
        }
    }

    private mutating func add(_ type: any ParsableCommand.Type, _ path: [String]) {
        let help = path.isEmpty ? "" : SplitcastCommand.helpMessage(for: type, columns: 10_000)
        // What stands behind a family's name alone is for its default.
        let usual = type.configuration.defaultSubcommand.map { SplitcastCommand.helpMessage(for: $0, columns: 10_000) } ?? ""
        if !path.isEmpty { commands[path.joined(separator: " ")] = Self.options(in: help + "\n" + usual).subtracting(Self.common) }
        for subcommand in type.configuration.subcommands where subcommand.configuration.shouldDisplay {
            add(subcommand, path + [subcommand.configuration.commandName ?? ""])
        }
    }

    /// What a usage text defines: names at the beginning of a line, `--json` also behind the name that it goes with.
    static func options(in usage: String) -> Set<String> {
        Set(
            usage.split(separator: "\n").flatMap { line -> [String] in
                guard let match = line.prefixMatch(of: /\s+(?:-\w, )?(--[a-z][a-z0-9-]*)(?:\/(--[a-z-]+))?(?: \[(--[a-z]+)\])?/) else { return [] }
                return [match.1, match.2, match.3].compactMap { $0.map(String.init) }
            })
    }

    private static func source(_ path: String) throws -> String {
        try String(contentsOf: MarkdownDocument.top.appendingPathComponent("Capture/" + path), encoding: .utf8)
    }

    var everyOption: Set<String> { (Array(commands.values) + Array(agents.values)).reduce(Self.common) { $0.union($1) } }

    /// The command that a line begins with, its words without `splitcast`; "" when there is none.
    func command(of line: ShellLine) -> String {
        var path = ""
        for word in line.arguments.dropFirst().filter({ !$0.hasPrefix("-") }) {
            let longer = path.isEmpty ? word : path + " " + word
            guard commands[longer] != nil else { break }
            path = longer
        }
        return path
    }

    /// Options in a line that its program does not have.
    func unknownOptions(in line: ShellLine) -> [String] {
        var known = everyOption
        var words = line.arguments.dropFirst()[...]
        if line.program.hasPrefix("--") { words = line.arguments[...] }
        if line.program.hasPrefix("splitcast-capture-") { known = agents[String(line.program.dropFirst(18))]?.union(Self.common) ?? [] }
        if line.program == "splitcast" {
            let command = command(of: line)
            known = commands[command]?.union(Self.common) ?? Self.common
            if command == "swap" || command == "request-agent", let index = words.firstIndex(where: { agents[$0] != nil }) {
                known.formUnion(agents[words[index]] ?? [])
                // The host's own limit of that agent.
                known.insert("--agent-memory")
                // Some of what stands behind it is for the portal.
                if words[index] == "pipewire" { known.formUnion(CastArguments.names) }
            }
            // What stands behind the agent's command is the agent's.
            if command == "conformance agent" {
                words = words.prefix { $0.hasPrefix("-") || commands["conformance \($0)"] != nil || $0 == "conformance" }
            }
        }
        guard line.program.hasPrefix("splitcast") || line.program.hasPrefix("--") || line.program == "make" else { return [] }
        return words.flatMap { $0.split(separator: " ") }.compactMap { word in
            guard let match = word.prefixMatch(of: /(?:ARGS=)?(--[a-z][a-z0-9-]*)/) else { return nil }
            return known.contains(String(match.1)) ? nil : String(match.1)
        }
    }
}
