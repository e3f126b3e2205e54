import ArgumentParser

struct LayoutCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "layout", abstract: "Put all sources in their places at once.", subcommands: [LayoutSetCommand.self])
}
