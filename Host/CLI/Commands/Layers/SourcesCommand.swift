import ArgumentParser

struct SourcesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sources", abstract: "List what could be captured; 'show': what a broadcast captures, and where it is seen.",
        subcommands: [SourcesListCommand.self, SourcesShowCommand.self], defaultSubcommand: SourcesListCommand.self)
}
