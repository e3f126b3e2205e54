import ArgumentParser
import Session

struct PauseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pause", abstract: "Pause an agent; returns when it has paused.",
        discussion: """
            Without a number the whole broadcast is paused, with every source; with
            that of another source's live agent, that source alone. The agent stays
            attached and costs next to nothing. The stream goes on with a slate; audio
            is not paused.
            """)

    @OptionGroup var operation: OperationOptions

    @Argument(help: ArgumentHelp("Which agent, as 'splitcast agents' lists them (default: the screen's live one).", valueName: "AGENT-ID"))
    var agent: String?

    func run() throws { try operation.carryOut(try request()) }

    func request() throws(CommandFailure) -> AgentRequest { .pause(agent: try OperationOptions.id("AGENT-ID", agent)) }
}
