import Codec
import Fixtures
import Foundation
import Session
import Testing

@testable import SplitcastCLI

/// `snapshot`: where pictures go, and what is refused before a host is asked.
@Suite struct SnapshotCommandTests {
    private let scratch = Scratch()

    private func plan(_ words: String...) throws -> SnapshotPlan {
        try #require(try SplitcastCommand.parseAsRoot(["snapshot"] + words) as? SnapshotCommand).plan()
    }

    @Test func foldersAndFilesAreToldApart() throws {
        let here = FileManager.default.currentDirectoryPath
        #expect(try plan().request(0) == SnapshotRequest(.folder(here + "/./")))
        #expect(try plan("--out", "shots/").request(0) == SnapshotRequest(.folder(here + "/shots/")))
        #expect(try plan("--out", "/none/shots").request(0) == SnapshotRequest(.folder("/none/shots")))
        #expect(try plan("--out", "/none/shots.d/", "--format", "jpg").request(0) == SnapshotRequest(.folder("/none/shots.d/"), format: .jpeg))
        #expect(try plan("--out", "/none/a.jpeg").request(0) == SnapshotRequest(.file("/none/a.jpeg"), format: .jpeg))
        let folder = try scratch.directory("a.png")
        #expect(try plan("--out", folder).request(0) == SnapshotRequest(.folder(folder)))
        #expect(try plan("--source", "cam").request(0).source == "cam")
    }

    @Test func severalFilesAreNumbered() throws {
        let plan = try plan("--out", "/none/a.b.png", "--count", "3")
        #expect((0..<plan.count).map { plan.request($0).place } == [.file("/none/a.b-1.png"), .file("/none/a.b-2.png"), .file("/none/a.b-3.png")])
    }

    @Test func aFileThatIsThereIsRefusedBeforeTheFirstPicture() throws {
        try Data().write(to: URL(fileURLWithPath: scratch.file("a-2.png")))
        let failure = #expect(throws: CommandFailure.self) { try plan("--out", scratch.file("a.png"), "--count", "3") }
        #expect(failure?.message == "\(scratch.file("a-2.png")) exists: choose another name, or remove it first" && failure?.exitCode == 1)
        #expect(try plan("--out", scratch.file("a.png"), "--count", "1").count == 1)
    }

    @Test(arguments: [
        ["--out", ""], ["--out", "a.gif"], ["--out", "rtmp://h/a/k"], ["--out", "a.png", "--format", "jpeg"], ["--format", "gif"], ["--count", "0"],
        ["--count", "x"], ["--interval", "0"], ["--interval", "x"],
    ])
    func aMistakeIsFoundBeforeAHostIsAsked(words: [String]) throws {
        var command = try SplitcastCommand.parseAsRoot(["snapshot"] + words)
        let failure = #expect(throws: CommandFailure.self) { try command.run() }
        #expect(failure?.exitCode == 2 && failure?.message.contains("\n") == false, "\(String(describing: failure))")
    }
}
