import ArgumentParser
import Session

struct LayoutSetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Put all sources in their places, from the next picture on.",
        discussion: """
            pip shows the screen, and the other sources in its corners; side-by-side one beside the other; grid in rows and columns; solo:NAME one \
            alone. 'splitcast layer set' moves single ones from there.

            EXAMPLES:
              splitcast layout set pip
              splitcast layout set side-by-side --transition slide
              splitcast layout set solo:cam --transition fade:500ms
            """)

    @Argument(help: ArgumentHelp("pip, side-by-side, grid or solo:NAME.", valueName: "LAYOUT"))
    var layout: String

    @OptionGroup var layers: LayerCommandOptions

    func run() throws { try layers.carryOut(try request()) }

    func request() throws(CommandFailure) -> LayerRequest {
        guard let chosen = Layout(word: layout) else { throw CommandFailure(.usage, "'\(layout)' is no layout: \(Layout.form)") }
        return .layout(chosen, try layers.chosen())
    }
}
