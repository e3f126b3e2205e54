import ArgumentParser

struct OverlayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "overlay", abstract: "Lay pictures and texts over what viewers see.",
        subcommands: [OverlayAddCommand.self, OverlayRemoveCommand.self, OverlayListCommand.self])
}
