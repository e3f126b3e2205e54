import Codec
import ControlFixtures
import Delivery
import Fixtures
import Foundation
import Session
import Testing

@testable import SplitcastCLI

/// `mark`, `replay save` and `remux`: what they take, what they print.
@Suite struct RecordingCommandTests {
    private func parsed<Command>(_ type: Command.Type, _ words: [String]) throws -> Command {
        try #require(try SplitcastCommand.parseAsRoot(words) as? Command)
    }

    @Test func theSpellingsOfTheHelpAreTaken() throws {
        #expect(try parsed(MarkCommand.self, ["mark"]).name == nil)
        #expect(try parsed(MarkCommand.self, ["mark", "Questions", "--group", "talk"]).name == "Questions")
        let save = try parsed(ReplaySaveCommand.self, ["replay", "save", "/tmp/clip.mkv", "--last", "30s"])
        #expect(try save.request() == ReplayRequest("/tmp/clip.mkv", last: .seconds(30)))
        #expect(try parsed(ReplaySaveCommand.self, ["replay", "save", "/tmp/clip-%H.mkv"]).request().span == nil)
        let remux = try parsed(RemuxCommand.self, ["remux", "a.mkv", "b.mp4", "--overwrite"])
        #expect(remux.source == "a.mkv" && remux.destination == "b.mp4" && remux.overwrite)
    }

    @Test(arguments: [
        ["mark", ""], ["mark", "a\nb"], ["mark", String(repeating: "x", count: 300)],
        ["replay", "save", "clip.avi"], ["replay", "save", "rtmp://h/a/k"],
        ["replay", "save", "a.mkv", "--last", "0"], ["replay", "save", "a-%Q.mkv"], ["remux", "/none.mkv", "/tmp/b.avi"],
        ["remux", "/none.mkv", "/tmp/b.m3u8"], ["remux", "/none.mkv", "srt://h:1"], ["remux", "/none.mkv", "/tmp/b-none.mp4"],
    ])
    func aMistakeIsFoundBeforeAHostIsAsked(words: [String]) throws {
        var command = try SplitcastCommand.parseAsRoot(words)
        let failure = #expect(throws: CommandFailure.self) { try command.run() }
        #expect(failure?.exitCode == 2 && failure?.message.contains("\n") == false, "\(String(describing: failure))")
    }

    @Test(arguments: ["/tmp/a.avi", "a.avi", "b", ".mkv", "hls:", ""])
    func ofARemuxNothingButFilesIsOffered(name: String) throws {
        let command = try parsed(RemuxCommand.self, ["remux", "/none.mkv", name])
        let failure = #expect(throws: CommandFailure.self) { try command.run() }
        let message = failure?.message ?? ""
        #expect(failure?.exitCode == 2 && !message.contains("://") && !message.contains("m3u8") && !message.contains("FOLDER"), "\(message)")
        for ending in RemuxCommand.endings { #expect(message.contains(".\(ending)"), "\(message)") }
    }

    @Test func everyEndingOfARemuxIsThatOfAFile() throws {
        let scratch = Scratch()
        for ending in RemuxCommand.endings {
            let path = scratch.file("a.\(ending)")
            #expect(try TargetURL(parsing: path).firstFile(isSplit: false) == path)
            #expect(RemuxCommand.helpMessage().contains(".\(ending)"))
        }
    }

    @Test func aFileThatAHostRecordsIsNotRemuxedInto() throws {
        let scratch = Scratch()
        let claim = try TargetClaim(testing: TargetURL(parsing: scratch.file("b.mkv")))
        defer { withExtendedLifetime(claim) {} }
        let command = try parsed(RemuxCommand.self, ["remux", "/none.mkv", scratch.file("b.mkv"), "--overwrite"])
        let failure = #expect(throws: CommandFailure.self) { try command.run() }
        #expect(failure?.exitCode == 1 && failure?.message.contains("another command writes this file") == true, "\(String(describing: failure))")
    }

    @Test func aRelativePathIsThatOfTheCommand() {
        let current = FileManager.default.currentDirectoryPath
        #expect(AbsolutePath.of("a.mkv") == current + "/a.mkv")
        #expect(AbsolutePath.of("/a.mkv") == "/a.mkv" && AbsolutePath.of("srt://h:1") == "srt://h:1")
    }

    @Test func aChapterIsToldWithItsFiles() {
        var recording = FakeSession.target(2, "/videos/talk.mkv")
        recording.file = "/videos/talk-0002.mkv"
        let targets = [FakeSession.target(1, "rtmp://h/a/***"), recording, FakeSession.target(3, "/videos/talk.ts")]
        let text = MarkCommand.text(ChapterReport(name: "Questions", targets: [2], without: [3]), targets)
        #expect(text == "chapter \"Questions\" in /videos/talk-0002.mkv\nnot in /videos/talk.ts: it holds no chapters, or no more\n")
    }

    @Test func theStatusSaysHowMuchIsHeld() {
        let text = StatusTable.text(FakeSession().status())
        #expect(text.contains("  replay      42 s of 60 s held, 23.1 MB of 46.0 MB\n") || text.contains("  replay      43 s of 60 s held"), "\(text)")
    }
}
