import ArgumentParser
import Session

struct PauseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pause", abstract: "Pause an agent; returns when it has paused.",
        discussion: """
            It stays attached and costs next to nothing. The stream goes on with a slate; audio is not paused.
            """)

    @OptionGroup var operation: OperationOptions

    @Argument(help: ArgumentHelp("Which agent, as 'splitcast agents' lists them (default: the live one).", valueName: "AGENT-ID"))
    var agent: String?

    func run() throws { try operation.carryOut(try request()) }

    func request() throws(CommandFailure) -> AgentRequest { .pause(agent: try OperationOptions.id("AGENT-ID", agent)) }
}
