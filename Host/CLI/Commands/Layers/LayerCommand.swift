import ArgumentParser

struct LayerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "layer", abstract: "Change where and how a source is shown.", subcommands: [LayerSetCommand.self])
}
