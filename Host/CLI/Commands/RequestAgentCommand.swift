import ArgumentParser
import Session

struct RequestAgentCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "request-agent", abstract: "Let the host start an agent where none captures.",
        usage: "splitcast request-agent [--group NAME] [--source NAME] [--timeout TIME] [--json] [--list] [BACKEND [ARGS…]]",
        discussion: """
            Without BACKEND: the agent that the host was started with, as 'splitcast live' does. Returns when its \
            first frame is on the canvas. The host watches over it, and starts it again when it ends.

            EXAMPLES:
              splitcast request-agent                       after 'splitcast stop-agent'
              splitcast request-agent --group talk x11 --display :1
              splitcast request-agent --list                which there are
            """)

    @OptionGroup var operation: OperationOptions

    @Option(
        name: .customLong("source"),
        help: ArgumentHelp("For which source, as 'splitcast sources show' lists them (default: screen).", valueName: "NAME"))
    var source: String?

    @Flag(help: "Ask for none: list those that are installed, as 'splitcast agents --installed' does.")
    var list = false

    @Argument(
        parsing: .captureForPassthrough,
        help: ArgumentHelp(
            "x11, pattern, or any for which there is a splitcast-capture-BACKEND or a manifest; what follows is for the agent, "
                + "but --agent-memory SIZE, the memory limit of this one.", valueName: "BACKEND [ARGS]"))
    var words: [String] = []

    func run() throws {
        // What is captured for the agent captures these two as well.
        if BackendArguments.wantsHelp(words) { throw CleanExit.helpRequest(self) }
        if words.first == "--version" { throw CleanExit.message(SessionStatus.programVersion) }
        if list {
            guard words.isEmpty else { throw CommandFailure(.usage, "--list asks for no agent: leave out \(words[0])") }
            let environment = ConfiguredCommandLine.environment
            return print(InstalledAgentList(environment).text(environment))
        }
        try operation.carryOut(try request())
    }

    func request() throws(CommandFailure) -> AgentRequest {
        let words = try BackendArguments(words, of: "request-agent")
        let source = try source.map { text throws(CommandFailure) in try SourceText.name("--source", text) }
        return .start(backend: words.backend, arguments: words.arguments, source: source ?? .screen)
    }
}
