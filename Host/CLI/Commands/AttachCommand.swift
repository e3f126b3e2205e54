import ArgumentParser
import Session

struct AttachCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "attach", abstract: "Let an agent that waits capture for a source; returns at its first picture.",
        discussion: """
            The agent takes over as with 'splitcast swap': the one that was live for the source is \
            stopped when the new one has brought a picture. An agent that waits for another source \
            belongs to this one from then on.

            EXAMPLES:
              splitcast attach cam                   the one that waits, after a 'detach'
              splitcast attach cam --to-agent 4      this one, whichever source it came for
            """)

    @OptionGroup var operation: OperationOptions

    @Argument(help: ArgumentHelp("The source, as 'splitcast sources show' lists them.", valueName: "SOURCE"))
    var source: String

    @Option(
        name: .customLong("to-agent"),
        help: ArgumentHelp("The agent, as 'splitcast agents' lists them (default: the last that waits for the source).", valueName: "AGENT-ID"))
    var agent: String?

    func run() throws { try operation.carryOut(try request()) }

    func request() throws(CommandFailure) -> AgentRequest {
        .attach(try SourceText.name("SOURCE", source), agent: try OperationOptions.id("--to-agent", agent))
    }
}
