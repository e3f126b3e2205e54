import ArgumentParser
import Session

struct TargetsShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "show", abstract: "Show where the stream goes (this is the default).")

    @OptionGroup var group: GroupOption

    @Flag(help: "Print JSON: {\"targets\":[…]}, with the fields of 'splitcast status --json'.")
    var json = false

    private struct List: Encodable { let targets: [SessionStatus.Target] }

    func run() throws {
        let targets = try TargetRequestRun(group).targets()
        print(json ? JSONText.of(List(targets: targets), isPretty: true) : TargetTable.text(targets), terminator: json ? "\n" : "")
    }
}
