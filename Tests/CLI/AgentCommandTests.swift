import AppGroup
import ArgumentParser
import Session
import Testing

@testable import SplitcastCLI

/// What the commands about agents come to.
@Suite struct AgentCommandTests {
    private func parsed<Command: ParsableCommand>(_ type: Command.Type, _ text: String) throws -> Command {
        try #require(try SplitcastCommand.parseAsRoot(text.split(separator: " ").map(String.init)) as? Command)
    }

    @Test(arguments: [
        ("swap x11 --display :1", AgentRequest.swap(backend: "x11", arguments: ["--display", ":1"])),
        ("swap --group talk --json x11 --json --screen=A -- b", .swap(backend: "x11", arguments: ["--json", "--screen=A", "--", "b"])),
        ("swap --timeout 5s pattern", .swap(backend: "pattern", arguments: [])), ("swap -- x11 -v", .swap(backend: "x11", arguments: ["-v"])),
        ("swap --to 4", .switchTo(agent: 4)), ("swap --group talk --to 4", .switchTo(agent: 4)),
    ])
    func whatStandsBehindTheBackendIsTheAgents(text: String, request: AgentRequest) throws {
        #expect(try parsed(SwapCommand.self, text).request() == request)
    }

    @Test func optionsOfTheCommandComeBeforeTheBackend() throws {
        let command = try parsed(SwapCommand.self, "swap --group talk --timeout 2s --json x11 --display :1")
        #expect(try command.operation.group.name().text == "talk")
        #expect(command.operation.timeout == "2s" && command.operation.json)
    }

    @Test func agentsAreRequestedStoppedPausedAndResumed() throws {
        #expect(try parsed(RequestAgentCommand.self, "request-agent").request() == .start(backend: nil, arguments: []))
        let request = try parsed(RequestAgentCommand.self, "request-agent --group talk x11 --display :1").request()
        #expect(request == .start(backend: "x11", arguments: ["--display", ":1"]))
        #expect(try parsed(StopAgentCommand.self, "stop-agent").request() == .stop(agent: nil))
        #expect(try parsed(StopAgentCommand.self, "stop-agent 3 --group talk").request() == .stop(agent: 3))
        #expect(try parsed(DetachCommand.self, "detach cam").request() == .detach(try #require(SourceName("cam"))))
        #expect(try parsed(AttachCommand.self, "attach cam --to-agent 4").request() == .attach(try #require(SourceName("cam")), agent: 4))
        #expect(try parsed(AttachCommand.self, "attach screen").request() == .attach(.screen, agent: nil))
        #expect(try parsed(PauseCommand.self, "pause 4").request() == .pause(agent: 4))
        #expect(try parsed(ResumeCommand.self, "resume").request() == .resume(agent: nil))
    }

    static let wrong: [(arguments: String, words: [String])] = [
        ("swap", ["swap to what", "swap x11 --display :1", "--to AGENT-ID"]), ("swap --group talk", ["swap to what"]),
        ("swap media --file a.mkv --agent-memory 1M", ["--agent-memory 1M", "64M"]),
        ("swap --to 4 x11", ["--to 4 and x11", "exclude"]), ("swap --to four", ["--to four", "such as 3"]),
        ("swap --to 4294967296", ["--to 4294967296", "such as 3"]), ("swap --dsiplay :1 x11", ["--dsiplay", "not an option of swap"]),
        ("swap x11 --group talk", ["--group stands behind x11", "before"]), ("swap x11 --timeout=3", ["--timeout stands behind x11", "before"]),
        ("swap x11 --to 4", ["--to stands behind x11"]), ("swap next x11", ["'swap next' takes no more"]),
        ("swap --to 4 next", ["'swap next' takes no more"]), ("swap ../x11", ["'../x11' is not a backend", "splitcast-capture-WORD"]),
        ("swap --timeout 0 x11", ["--timeout 0", "from 100ms to 10m"]), ("swap --group .x x11", ["--group", "'.x'"]),
        ("request-agent --disply :1", ["--disply", "not an option of request-agent"]), ("stop-agent abc", ["AGENT-ID abc", "such as 3"]),
        ("pause 3.5", ["AGENT-ID 3.5", "such as 3"]), ("resume 99999999999999999999", ["AGENT-ID", "such as 3"]),
    ]

    @Test(arguments: wrong) func aMistakeIsOneLineWithTheRightForm(arguments: String, words: [String]) throws {
        let error = #expect(throws: CommandFailure.self) {
            var command = try SplitcastCommand.parseAsRoot(arguments.split(separator: " ").map(String.init))
            try command.run()
        }
        let failure = try #require(error)
        #expect(failure.exitCode == 2 && !failure.message.contains("\n"))
        for word in words { #expect(failure.message.contains(word), "\(failure.message)") }
    }

    @Test(arguments: ["swap --help", "swap -h", "swap x11 --help", "request-agent --help", "swap --version"])
    func helpIsAskedOfTheCommand(text: String) {
        let error = #expect(throws: (any Error).self) {
            var command = try SplitcastCommand.parseAsRoot(text.split(separator: " ").map(String.init))
            try command.run()
        }
        guard let error else { return }
        #expect(SplitcastCommand.exitCode(for: error).isSuccess)
        #expect(SplitcastCommand.fullMessage(for: error).contains(text.contains("version") ? SessionStatus.programVersion : "BACKEND"))
    }

    @Test(arguments: [
        "agents", "swap", "attach", "detach", "request-agent", "stop-agent", "pause", "resume", "live", "host",
    ])
    func helpHasNoLooseEnds(command: String) {
        let help = SplitcastCommand.helpMessage(for: SplitcastCommand.configuration.subcommands.first { $0._commandName == command }!)
        #expect(!help.contains("\\"), "\(help)")
    }
}
