import ArgumentParser
import Session

struct ResumeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume", abstract: "Let a paused agent go on; returns when it does.",
        discussion: """
            Its picture is on the canvas again with its next frame.
            """)

    @OptionGroup var operation: OperationOptions

    @Argument(help: ArgumentHelp("Which agent, as 'splitcast agents' lists them (default: what is paused).", valueName: "AGENT-ID"))
    var agent: String?

    func run() throws { try operation.carryOut(try request()) }

    func request() throws(CommandFailure) -> AgentRequest { .resume(agent: try OperationOptions.id("AGENT-ID", agent)) }
}
