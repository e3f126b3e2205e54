import ArgumentParser
import Session

struct SetTargetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "target", abstract: "Give a target another encoding.",
        discussion: """
            The target keeps its connection and changes over at a key frame. A recording goes on in a new file where the size of its picture \
            changes. An encoding begins with its first target and ends with its last.

            EXAMPLES:
              splitcast set target 2 --encoding low
              splitcast set target 2 --encoding main --group talk
            """)

    @Argument(help: ArgumentHelp("Its number, as 'splitcast targets' lists it.", valueName: "ID"))
    var id: Int

    @Option(help: ArgumentHelp("main, low, mid, high, or a name that --encoding gave.", valueName: "NAME"))
    var encoding: String

    @OptionGroup var group: GroupOption

    func run() throws {
        let targets = try TargetRequestRun(group).steer(.move(id: id, encoding: encoding))
        if let target = targets.first(where: { $0.id == id }) { print("target \(id) gets \(target.encoding): \(target.url)") }
    }
}
