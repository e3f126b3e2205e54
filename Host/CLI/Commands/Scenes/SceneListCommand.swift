import ArgumentParser
import Session

struct SceneListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Show the scenes that are kept; no broadcast needs to run.",
        discussion: """
            EXAMPLES:
              splitcast scene list
              splitcast scene list --json
            """)

    @Flag(help: "Print JSON: the scenes.")
    var json = false

    func run() throws {
        let scenes = try SceneText.store().list()
        print(json ? JSONText.of(scenes, isPretty: true) : Self.table(scenes))
    }

    static func table(_ scenes: [SceneStore.Listing]) -> String {
        guard !scenes.isEmpty else { return "there is no scene: 'splitcast scene save NAME' keeps how a broadcast looks and sounds" }
        var table = TextTable(heading: [("SCENE", .left), ("SOURCES", .left), ("OVERLAYS", .right), ("AUDIO", .left), ("PROBLEM", .left)])
        table.rows = scenes.map { scene in
            guard scene.problem.isEmpty else { return [scene.name, "", "", "", scene.problem] }
            return [scene.name, scene.sources.joined(separator: ","), "\(scene.overlays)", scene.audio.joined(separator: ","), ""]
        }
        return table.lines().joined(separator: "\n")
    }
}
