import AppGroup
import ArgumentParser
import Control
import Session

struct SwapCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "swap", abstract: "Exchange the agent that captures, while the stream goes on.",
        usage: """
            splitcast swap [--group NAME] [--source NAME] [--timeout TIME] [--json] BACKEND [ARGS…]
            splitcast swap [--group NAME] [--source NAME] [--timeout TIME] [--json] next
            splitcast swap [--group NAME] [--timeout TIME] [--json] --to AGENT-ID
            """,
        discussion: """
            A new agent is started; at its first good frame the picture switches to it, between two \
            frames, and only then is the old one stopped. When the new one brings no frame, the old one stays. \
            Or, with --to, the picture switches to an agent that is attached already, such as one \
            that was started with --standby.

            EXAMPLES:
              splitcast swap x11 --display :1               another display
              splitcast swap x11 --window xterm             one window of it
              splitcast swap --group talk pattern           a test card for the screen
              splitcast swap pipewire                       what the portal shares
              splitcast swap pipewire --window              another window: a dialog asks
              splitcast swap media --device /dev/video0     a camera; also --file, --url
              splitcast swap --source cam pattern           another source, by its name
              splitcast swap --source cam next              the next camera, or screen
              splitcast swap media --url @camera.txt        the address is in the file
              splitcast-capture-x11 --standby --display :1  (in another terminal)
              splitcast agents                              shows it as agent 4
              splitcast swap --to 4
            """)

    @OptionGroup var operation: OperationOptions

    @Option(name: .customLong("to"), help: ArgumentHelp("Switch to this agent, as 'splitcast agents' lists them.", valueName: "AGENT-ID"))
    var successor: String?

    @Option(
        name: .customLong("source"),
        help: ArgumentHelp("Whose agent is exchanged, as 'splitcast sources show' lists them (default: screen).", valueName: "NAME"))
    var source: String?

    @Argument(
        parsing: .captureForPassthrough,
        help: ArgumentHelp(
            "Start this agent: x11, pipewire, wlr, media, pattern, or any for which there is a splitcast-capture-BACKEND; "
                + "what follows is for the agent, but --agent-memory SIZE, the memory limit of this one.",
            valueName: "BACKEND [ARGS]"))
    var words: [String] = []

    func run() throws {
        // What is captured for the agent captures these two as well.
        if BackendArguments.wantsHelp(words) { throw CleanExit.helpRequest(self) }
        if words.first == "--version" { throw CleanExit.message(SessionStatus.programVersion) }
        try operation.carryOut(words.first == NextCapture.word ? try next() : try request())
    }

    @available(*, noasync)
    private func next() throws(CommandFailure) -> AgentRequest {
        guard words.count == 1, successor == nil else {
            throw CommandFailure(.usage, "'swap next' takes no more than options before it, as in 'splitcast swap --source cam next'")
        }
        let client: ControlClient
        let group = try operation.group.name()
        do throws(GroupError) { client = try ControlClient(group) } catch { throw CommandFailure(error) }
        return try NextCapture.request(for: try origin(), client)
    }

    /// Whose agent is exchanged.
    private func origin() throws(CommandFailure) -> SourceName {
        guard let source else { return .screen }
        return try SourceText.name("--source", source)
    }

    func request() throws(CommandFailure) -> AgentRequest {
        let words = try BackendArguments(words, of: "swap")
        switch (words.backend, try OperationOptions.id("--to", successor)) {
        case (let backend?, nil):
            return .swap(backend: backend, arguments: words.arguments, source: try origin())
        case (nil, let id?): return .switchTo(agent: id)
        case (nil, nil):
            throw CommandFailure(
                .usage, "swap to what? Give a backend to start, 'splitcast swap x11 --display :1', or 'splitcast swap --to AGENT-ID'")
        case (let backend?, let id?):
            throw CommandFailure(.usage, "--to \(id) and \(backend) exclude each other: switch to an attached agent, or start another")
        }
    }
}
