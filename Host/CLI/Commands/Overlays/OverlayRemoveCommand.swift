import ArgumentParser
import Session

struct OverlayRemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "remove", abstract: "Take an overlay away, from the next picture on.")

    @Argument(help: ArgumentHelp("The overlay's number, as 'splitcast overlay list' has it.", valueName: "ID"))
    var id: Int

    @OptionGroup var request: OverlayRun

    func run() throws { try request.carryOut(.remove(id: id)) }
}
