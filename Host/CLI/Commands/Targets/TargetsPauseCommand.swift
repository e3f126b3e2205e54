import ArgumentParser

struct TargetsPauseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "pause", abstract: "Send nothing there until it is resumed.")

    @Argument(help: ArgumentHelp("The target's number.", valueName: "ID"))
    var id: Int

    @OptionGroup var group: GroupOption

    func run() throws {
        try TargetRequestRun(group).steer(.pause(id: id))
        print("target \(id) paused")
    }
}
