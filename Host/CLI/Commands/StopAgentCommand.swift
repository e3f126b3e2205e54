import ArgumentParser
import Session

struct StopAgentCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stop-agent", abstract: "Stop an agent; returns when it is gone.",
        discussion: """
            The stream goes on: with the last picture, then with the slate (see --hold and --slate of 'splitcast live'). \
            One that does not go is killed. 'splitcast request-agent' brings one back.
            """)

    @OptionGroup var operation: OperationOptions

    @Argument(help: ArgumentHelp("Which agent, as 'splitcast agents' lists them (default: the live one).", valueName: "AGENT-ID"))
    var agent: String?

    func run() throws { try operation.carryOut(try request()) }

    func request() throws(CommandFailure) -> AgentRequest { .stop(agent: try OperationOptions.id("AGENT-ID", agent)) }
}
