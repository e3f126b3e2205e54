import ArgumentParser
import Control
import Session

/// The options of every command that asks something of agents.
struct OperationOptions: ParsableArguments {
    @OptionGroup var group: GroupOption

    @Option(
        help: ArgumentHelp(
            "Stop waiting after this long, 100ms to 10m; the host goes on, and gives up by itself when nothing comes of it for 10 s.",
            valueName: "TIME"))
    var timeout: String?

    @Flag(help: "Print JSON: how the operation ended.")
    var json = false

    /// Asks, waits for the end and prints one line about it.
    /// - Throws: `CommandFailure`, also when the host could not do it.
    @available(*, noasync)
    func carryOut(_ request: AgentRequest) throws(CommandFailure) {
        if let problem = request.problem { throw CommandFailure(.usage, problem) }
        let timeLimit = try timeout.map { text throws(CommandFailure) in
            try OptionText.duration("--timeout", text, .milliseconds(100) ... .seconds(600))
        }
        let run = try AgentRequestRun(request, in: try group.name())
        let outcome = try run.run(timeLimit: timeLimit ?? OperationWait.timeLimit)
        if json { print(JSONText.of(outcome.operation, isPretty: true)) }
        if outcome.operation.state == .failed { throw CommandFailure(.failed, outcome.line) }
        if !json { print(outcome.line) }
    }

    /// An id as the user typed it.
    static func id(_ name: String, _ text: String?) throws(CommandFailure) -> UInt32? {
        guard let text else { return nil }
        guard text.allSatisfy({ $0.isASCII && $0.isNumber }), let id = UInt32(text) else {
            throw OptionText.wrong(name, text, "give a number such as 3, as 'splitcast agents' lists them")
        }
        return id
    }
}
