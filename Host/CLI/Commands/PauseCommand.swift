import ArgumentParser
import Session

struct PauseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pause", abstract: "Let an agent capture nothing for a while; returns when it does.",
        discussion: """
            It stays attached and costs next to nothing. The stream goes on with a slate; sound is not paused.
            """)

    @OptionGroup var operation: OperationOptions

    @Argument(help: ArgumentHelp("Which agent, as 'splitcast agents' lists them (default: the live one).", valueName: "AGENT-ID"))
    var agent: String?

    func run() throws { try operation.carryOut(try request()) }

    func request() throws(CommandFailure) -> AgentRequest { .pause(agent: try OperationOptions.id("AGENT-ID", agent)) }
}
