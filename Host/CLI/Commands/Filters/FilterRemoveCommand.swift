import ArgumentParser
import Session

struct FilterRemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "remove", abstract: "Take a filter away, from the next picture on.")

    @Argument(help: ArgumentHelp("The filter's number, as 'splitcast filter list' has it.", valueName: "ID"))
    var id: Int

    @OptionGroup var request: FilterRun

    func run() throws { try request.carryOut(.remove(id: id)) }
}
