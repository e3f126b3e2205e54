import ArgumentParser
import Configuration
import FoundationEssentials

/// The options of `live` and `host` as keys of configuration: read off the parser, so that none is missing.
enum BroadcastKeys {
    /// Those of `live`, which has all of `host`'s.
    static let all = ConfigurationKeys(keys(of: LiveCommand.self))

    static let ofHost = Set(keys(of: HostCommand.self).map(\.name))

    /// What says where configuration comes from is no part of it.
    private static let excluded: Set = ["help", "version", "use", "config"]

    private static func keys(of command: any ParsableCommand.Type) -> [ConfigurationKey] {
        let text = Data(command._dumpHelp().utf8)
        guard let tool = try? JSONDecoder().decode(Tool.self, from: text) else { return [] }  // the form is the parser's own
        let help = command.helpMessage(columns: 10_000)
        let named = tool.command.arguments.compactMap { argument in argument.longName.map { (name: $0, argument: argument) } }
        let names = Set(named.map(\.name))
        return named.compactMap { name, argument in
            guard !excluded.contains(name) else { return nil }
            // Its opposite stands for both.
            if argument.isFlag, name.hasPrefix("no-"), names.contains(String(name.dropFirst(3))) { return nil }
            let kind: ConfigurationKey.Kind =
                if argument.isFlag {
                    names.contains("no-" + name) ? .reversibleFlag : .flag
                } else if argument.isRepeating == true {
                    .list
                } else {
                    help.contains("\n  --\(name) [<") ? .optionalValue : .value
                }
            return ConfigurationKey(
                name: name, kind: kind, section: argument.sectionTitle ?? "", help: argument.abstract ?? "",
                takesPairs: argument.valueName?.contains("=") ?? false)
        }
    }

    /// The part of `--experimental-dump-help` (swift-argument-parser's ToolInfo, version 0) that is needed.
    private struct Tool: Decodable {
        struct Command: Decodable { let arguments: [Argument] }
        struct Name: Decodable {
            let kind: String
            let name: String
        }
        struct Argument: Decodable {
            let kind: String
            let isRepeating: Bool?
            let sectionTitle: String?
            let names: [Name]?
            let abstract: String?
            let valueName: String?

            var isFlag: Bool { kind == "flag" }
            var longName: String? { names?.first { $0.kind == "long" }?.name }
        }

        let command: Command
    }
}
