import ArgumentParser
import Session

struct SourcesRemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Show a source no more: its agents are stopped, and their memory is given back.",
        discussion: """
            The screen cannot be removed; 'splitcast layer set screen hidden' hides it.

            EXAMPLES:
              splitcast sources remove cam
            """)

    @Argument(help: ArgumentHelp("As 'splitcast sources show' lists them.", valueName: "SOURCE"))
    var source: String

    @OptionGroup var request: SourcesRun

    func run() throws { try request.remove(try SourceText.name("sources remove", source)) }
}
