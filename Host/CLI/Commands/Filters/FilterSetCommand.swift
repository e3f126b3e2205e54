import ArgumentParser
import Session

struct FilterSetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Change settings of a filter, from the next picture on; one that took too long is tried again.",
        discussion: """
            What is not named stays as it is.

            EXAMPLES:
              splitcast filter set 1 smooth=0.3
              splitcast filter set 2 lut=cold.cube
            """)

    @Argument(help: ArgumentHelp("The filter's number, as 'splitcast filter list' has it.", valueName: "ID"))
    var id: Int

    @Argument(help: ArgumentHelp("As 'splitcast filter add' takes them.", valueName: "NAME=VALUE"))
    var settings: [String] = []

    @OptionGroup var request: FilterRun

    func run() throws { try request.carryOut(try filter()) }

    func filter() throws(CommandFailure) -> FilterRequest {
        guard !settings.isEmpty else { throw CommandFailure(.usage, "set what? Give settings, such as smooth=0.3") }
        return .set(id: id, words: FilterText.settings(settings))
    }
}
