import ArgumentParser

struct TargetsRemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "remove", abstract: "Send what is queued, close, and stream there no more.")

    @Argument(help: ArgumentHelp("The target's number.", valueName: "ID"))
    var id: Int

    @OptionGroup var group: GroupOption

    func run() throws {
        try TargetRequestRun(group).steer(.remove(id: id))
        print("target \(id) removed")
    }
}
