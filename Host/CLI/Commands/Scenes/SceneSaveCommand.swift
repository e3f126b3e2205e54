import ArgumentParser
import Session

struct SceneSaveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "save", abstract: "Keep how a broadcast looks and sounds now, in place of what has this name.",
        discussion: """
            Kept are the layer and zoom of each source, the overlays, and which audio is muted and how loud it is; in \
            $XDG_CONFIG_HOME/splitcast/scenes/NAME.json, or below ~/.config.

            EXAMPLES:
              splitcast scene save talk
              splitcast scene save break --group evening
            """)

    @Argument(help: ArgumentHelp("1 to 32 of a-z, 0-9, - and _, with a letter first.", valueName: "NAME"))
    var name: String

    @OptionGroup var request: SceneRun

    func run() throws {
        let report = try request.carryOut(.save(try SceneText.name(name), in: try SceneText.store()))
        request.show(report, "scene \(report.name) is saved to \(report.file)")
    }
}
