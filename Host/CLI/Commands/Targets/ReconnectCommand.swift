import ArgumentParser

struct ReconnectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reconnect", abstract: "Give a target a new connection now; also one that has failed.")

    @Argument(help: ArgumentHelp("The target's number (default: every target that is no recording).", valueName: "ID"))
    var id: Int?

    @OptionGroup var group: GroupOption

    func run() throws {
        try TargetRequestRun(group).steer(.reconnect(id: id))
        print(id.map { "target \($0) connects anew" } ?? "every target connects anew")
    }
}
