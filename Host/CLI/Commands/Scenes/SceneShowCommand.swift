import ArgumentParser
import Session

struct SceneShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show a scene, all of it from the next picture on.",
        discussion: """
            What the broadcast lacks of it is named, and the rest is shown. Sources that the scene does not know are hidden; audio that it does \
            not know stays as it is; overlays that it does not have go.

            EXAMPLES:
              splitcast scene show talk
              splitcast scene show talk --transition fade:300ms
              splitcast scene show break --transition slide --group evening
            """)

    @Argument(help: ArgumentHelp("As 'splitcast scene list' has it.", valueName: "NAME"))
    var name: String

    @Option(
        help: ArgumentHelp(
            "cut, fade or slide, also with its time: fade:500ms, at most 10s (default: cut; fade and slide take 300ms).", valueName: "WORD"))
    var transition: String?

    @OptionGroup var request: SceneRun

    func run() throws {
        let report = try request.carryOut(try chosen())
        request.show(report, "scene \(report.name) is shown")
    }

    func chosen() throws(CommandFailure) -> SceneRequest {
        let name = try SceneText.name(name)
        guard let chosen = transition.map({ LayerTransition(word: $0) }) ?? .cut else {
            throw OptionText.wrong("--transition", transition ?? "", LayerTransition.form)
        }
        return .show(name, in: try SceneText.store(), chosen)
    }
}
