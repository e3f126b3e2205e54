import ArgumentParser
import Session

struct DetachCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "detach", abstract: "Leave a source without an agent; returns when it is so.",
        discussion: """
            The source's agent grabs nothing and waits, and nothing is shown of the source: of the \
            screen the slate, of any other what lies beneath its layer. What comes for the source \
            by itself waits too. 'splitcast attach' brings the agent back, or another; 'splitcast swap' \
            and 'splitcast request-agent' start one.

            EXAMPLES:
              splitcast detach cam
              splitcast attach cam                   the same agent again
              splitcast attach cam --to-agent 4      another one that waits
            """)

    @OptionGroup var operation: OperationOptions

    @Argument(help: ArgumentHelp("The source, as 'splitcast sources show' lists them.", valueName: "SOURCE"))
    var source: String

    func run() throws { try operation.carryOut(try request()) }

    func request() throws(CommandFailure) -> AgentRequest { .detach(try SourceText.name("SOURCE", source)) }
}
