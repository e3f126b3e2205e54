import AppGroup
import ArgumentParser
import Control
import Session

struct SourcesShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show what a running broadcast captures, and where each source is seen.",
        discussion: """
            EXAMPLES:
              splitcast sources show
              splitcast sources show --group talk --json
            """)

    @OptionGroup var group: GroupOption

    @Flag(help: "Print JSON: a list of sources, each with its layer.")
    var json = false

    func run() throws {
        do {
            let sources = try ControlClient(try group.name()).status().sources
            print(json ? JSONText.of(sources, isPretty: true) : SourceTable.text(sources))
        } catch let error as GroupError { throw CommandFailure(error) } catch let error as ControlError { throw CommandFailure(error) }
    }
}
