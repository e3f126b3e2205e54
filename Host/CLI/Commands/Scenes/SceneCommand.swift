import ArgumentParser

struct SceneCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scene", abstract: "Keep how a broadcast looks and sounds under a name, and show it again.",
        subcommands: [SceneSaveCommand.self, SceneShowCommand.self, SceneListCommand.self, SceneRemoveCommand.self])
}
