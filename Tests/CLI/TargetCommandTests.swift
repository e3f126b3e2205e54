import ArgumentParser
import Codec
import Control
import ControlFixtures
import Delivery
import Session
import Testing

@testable import SplitcastCLI

/// `targets`, `reconnect`, and the options about reconnecting: what they take, what they print.
@Suite struct TargetCommandTests {
    private func parsed<Command: ParsableCommand>(_ type: Command.Type, _ text: String) throws -> Command {
        try #require(try SplitcastCommand.parseAsRoot(text.split(separator: " ").map(String.init)) as? Command)
    }

    @Test func theSpellingsOfTheHelpAreTaken() throws {
        #expect(try parsed(TargetsShowCommand.self, "targets").group.name() == .standard)
        #expect(try parsed(TargetsShowCommand.self, "targets --json --group talk").json)
        let add = try parsed(TargetsAddCommand.self, "targets add rtmp://live.example.com/app/KEY --group talk")
        #expect(try add.address == "rtmp://live.example.com/app/KEY" && add.group.name().text == "talk")
        let service = try parsed(TargetsAddCommand.self, "targets add --service twitch --key abc")
        #expect(try service.address == nil && service.services.addresses() == ["rtmps://live.twitch.tv:443/app/abc"])
        #expect(try parsed(TargetsRemoveCommand.self, "targets remove 2").id == 2)
        #expect(try parsed(TargetsPauseCommand.self, "targets pause 2 --group talk").id == 2)
        #expect(try parsed(TargetsResumeCommand.self, "targets resume 2").id == 2)
        #expect(try parsed(ReconnectCommand.self, "reconnect --group talk").id == nil)
        #expect(try parsed(ReconnectCommand.self, "reconnect 3").id == 3)
    }

    @Test func whatConnectsAnewIsNamedAndRecordingsAreNotAmongIt() {
        let recording = FakeSession.target(2, "/videos/talk.mkv", "live")
        let (server, paused) = (FakeSession.target(1, "rtmp://h/a/***", "live"), FakeSession.target(3, "srt://h:9000", "paused"))
        #expect(ReconnectCommand.text(nil, [server, recording, paused]) == "target 1 connects anew")
        #expect(ReconnectCommand.text(nil, [server, recording, FakeSession.target(4, "srt://h:1", "failed")]) == "targets 1, 4 connect anew")
        #expect(ReconnectCommand.text(nil, [recording, paused]) == "nothing to connect: no target but recordings, or what is paused")
        #expect(ReconnectCommand.text(7, []) == "target 7 connects anew")
    }

    @Test(arguments: ["targets remove", "targets pause two", "targets resume 1 2", "targets add", "targets drop 1", "reconnect all"])
    func whatIsNoCommandIsRefused(text: String) {
        #expect(throws: (any Error).self) { try SplitcastCommand.parseAsRoot(text.split(separator: " ").map(String.init)) }
    }

    @Test(arguments: [
        ("targets add ftp://h/x", "ftp://"), ("targets add rtmp://h/app", "stream key"), ("targets add talk.avi", "talk.avi"),
        ("targets add @/nonexistent", "@/nonexistent"), ("targets add /nonexistent/a.mkv", "/nonexistent"), ("targets add a.mkv --group a/b", "a/b"),
        ("targets add --service twich --key SECRET", "--service twich: there are twitch"),
        ("targets add --service twitch", "stream key behind --key"), ("targets add --key SECRET", "--key without a --service"),
    ])
    func aMistakeIsFoundBeforeAHostIsAsked(text: String, words: String) throws {
        let command = try parsed(TargetsAddCommand.self, text)
        let failure = #expect(throws: CommandFailure.self) { try command.run() }
        let message = failure?.message ?? ""
        #expect(failure?.exitCode == 2 && message.contains(words) && !message.contains("\n"), "\(message)")
        #expect(!message.contains("SECRET"))
    }

    @Test func aRecordingInPartsIsShownWithTheOneThatIsWritten() {
        var targets = [FakeSession.target(1, "/videos/talk.mkv"), FakeSession.target(2, "/videos/talk.mkv"), FakeSession.target(3, "rtmp://h/a/***")]
        (targets[0].file, targets[1].file) = ("/videos/talk.mkv", "/videos/talk-0002.mkv")
        let lines = TargetTable.text(targets).split(separator: "\n")
        #expect(lines[1].hasSuffix("  /videos/talk.mkv") && lines[2].hasSuffix("  /videos/talk.mkv (talk-0002.mkv)"), "\(lines)")
    }

    @Test func theTableShowsEachWithWhatIsWrong() {
        let targets = [
            FakeSession.target(1, "rtmp://live.example.com/app/***"),
            FakeSession.target(2, "/videos/talk.mkv", "failed", lastError: "the disk is full"),
            FakeSession.target(13, "srt://h:9000", "reconnecting", lastError: "no server answers"),
        ]
        let lines = TargetTable.text(targets).split(separator: "\n").map(String.init)
        #expect(lines.count == 6 && lines[0].hasPrefix("ID  STATE") && lines[0].hasSuffix("TARGET"), "\(lines)")
        #expect(
            lines[1].hasPrefix(" 1  live") && lines[1].contains("3500 kb/s") && lines[1].contains("12 ms") && lines[1].hasSuffix("/***"), "\(lines)")
        // Of who is live again an old failure is not shown.
        #expect(lines[4...] == ["2: the disk is full", "13: no server answers"], "\(lines)")
        #expect(TargetTable.text([]).contains("splitcast targets add"))
    }

    @Test func whatIsAskedIsCarriedOutByTheHost() async throws {
        let (group, session) = (try TestGroup(), FakeSession(targets: [FakeSession.target(1, "rtmp://h/a/***")]))
        let name = group.directory.name.text
        let lines = [
            "targets add rtmp://h/a/KEY", "targets add a.mkv", "targets pause 1", "targets resume 1", "targets remove 2", "reconnect 1", "reconnect",
        ]
        try await group.serving(session) {
            for line in lines {
                var command = try SplitcastCommand.parseAsRoot((line + " --group \(name)").split(separator: " ").map(String.init))
                try command.run()
            }
        }
        let told = session.wasTold.targets
        guard told.count == lines.count, case .add(let file) = told[1] else {
            Issue.record("\(told)")
            return
        }
        // The host has another working directory.
        #expect(file.hasPrefix("/") && file.hasSuffix("/a.mkv"))
        #expect(told[0] == .add("rtmp://h/a/KEY"))
        #expect(told[2...] == [.pause(id: 1), .resume(id: 1), .remove(id: 2), .reconnect(id: 1), .reconnect(id: nil)])
    }

    @Test func aRefusalOfTheHostIsTheCommandsOwnLine() async throws {
        let (group, session) = (try TestGroup(), FakeSession())
        let name = group.directory.name.text
        let failure = await #expect(throws: CommandFailure.self) {
            try await group.serving(session) {
                var command = try SplitcastCommand.parseAsRoot(["targets", "remove", "7", "--group", name])
                try command.run()
            }
        }
        #expect(failure?.exitCode == 1 && failure?.message.hasPrefix("there is no target 7") == true, "\(String(describing: failure))")
    }

    @Test(arguments: [
        ("", ReconnectPolicy.standard), ("--reconnect fixed:500ms", ReconnectPolicy(.fixed(.milliseconds(500)))),
        ("--reconnect linear:5", ReconnectPolicy(.linear, limit: 5)),
        ("--reconnect exponential:1s..60s --reconnect-max 9", ReconnectPolicy(.exponential(first: .seconds(1), most: .seconds(60)), limit: 9)),
        ("--reconnect-max 3", ReconnectPolicy(.fixed(.seconds(2)), limit: 3)),
    ])
    func reconnectingIsReadAsItIsMeant(options: String, policy: ReconnectPolicy) throws {
        let plan = try parsed(LiveCommand.self, "live --capture pattern " + options).plan()
        #expect(plan.configuration.reconnect == policy && !plan.configuration.takesOver)
        #expect(try parsed(LiveCommand.self, "live --capture pattern --takeover-suffix " + options).plan().configuration.takesOver)
    }

    @Test(arguments: ["targets", "reconnect"]) func helpHasNoLooseEnds(command: String) {
        let help = SplitcastCommand.helpMessage(for: SplitcastCommand.configuration.subcommands.first { $0._commandName == command }!)
        #expect(!help.contains("\\"), "\(help)")
    }
}
