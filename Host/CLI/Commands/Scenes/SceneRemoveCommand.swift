import ArgumentParser
import Session

struct SceneRemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove a scene's file; what is shown stays, and no broadcast needs to run.",
        discussion: """
            EXAMPLES:
              splitcast scene remove talk
            """)

    @Argument(help: ArgumentHelp("As 'splitcast scene list' has it.", valueName: "NAME"))
    var name: String

    @Flag(help: "Print JSON: the scenes that are left.")
    var json = false

    func run() throws {
        let (store, scene) = (try SceneText.store(), try SceneText.name(name))
        do throws(SessionError) { try store.remove(scene) } catch { throw CommandFailure(error) }
        print(json ? JSONText.of(store.list(), isPretty: true) : "scene \(name) is removed")
    }
}
