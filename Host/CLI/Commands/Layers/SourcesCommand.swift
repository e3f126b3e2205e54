import ArgumentParser

struct SourcesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sources", abstract: "List what could be captured; 'show', 'add', 'remove': what a broadcast captures, and where it is seen.",
        subcommands: [SourcesListCommand.self, SourcesShowCommand.self, SourcesAddCommand.self, SourcesRemoveCommand.self],
        defaultSubcommand: SourcesListCommand.self)
}
