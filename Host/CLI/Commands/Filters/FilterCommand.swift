import ArgumentParser

struct FilterCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "filter", abstract: "Have the picture of a source pass filters: colour tables, retouching, a key and others.",
        subcommands: [FilterAddCommand.self, FilterSetCommand.self, FilterRemoveCommand.self, FilterListCommand.self])
}
