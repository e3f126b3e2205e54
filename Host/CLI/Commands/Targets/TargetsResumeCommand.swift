import ArgumentParser

struct TargetsResumeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "resume", abstract: "Go on after a pause, from a key frame.")

    @Argument(help: ArgumentHelp("The target's number.", valueName: "ID"))
    var id: Int

    @OptionGroup var group: GroupOption

    func run() throws {
        try TargetRequestRun(group).steer(.resume(id: id))
        print("target \(id) resumed")
    }
}
