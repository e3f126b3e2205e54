import Fixtures
import Foundation
import TestSupport
import Testing

/// The tests ask a host over its control socket; people ask it with commands.
@Suite(.serialized) struct CommandTests {
    /// The names of an object's fields.
    private func fields(_ object: Any?) -> Set<String> { Set((object as? [String: Any] ?? [:]).keys) }

    @Test func theCommandsPrintWhatTheSocketAnswers() throws {
        let scratch = Scratch()
        let stream = try Stream.card(to: [scratch.file("card.mkv")])
        try stream.waitUntilLive()
        func printed(_ arguments: String...) throws -> [String: Any] {
            try JSONSerialization.jsonObject(with: stream.command(arguments)) as? [String: Any] ?? [:]
        }
        let status = try stream.status()
        #expect(try fields(printed("status", "--json")) == fields(status) && !status.isEmpty)
        let targets = try printed("targets", "--json")["targets"] as? [[String: Any]] ?? []
        #expect(try targets.count == 1 && fields(targets.first) == fields(stream.target(1)))
        let (levels, audio) = (try printed("audio", "--json", "--all"), try stream.audio())
        #expect(!audio.isEmpty && fields(levels) == fields(audio))
        #expect(fields((levels["sources"] as? [Any])?.first) == fields((audio["sources"] as? [Any])?.first))
        let lines = String(decoding: try stream.command("events", "--json"), as: UTF8.self).split(separator: "\n")
        let codes = try lines.map { try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] }.compactMap { $0?["code"] as? String }
        #expect(codes == (try stream.control.events().compactMap { $0["code"] as? String }) && codes.contains("target.live"))
        try stream.stop()
    }

    /// What says that a target is this broadcast's alone.
    private func claims(of stream: TestSupport.Stream) -> [String] {
        let folder = stream.runtimePath + "/splitcast/.common"
        let names = try? FileManager.default.contentsOfDirectory(atPath: folder)  // one that was never made
        return (names ?? []).filter { $0.hasPrefix("target-") }
    }

    @Test func aBroadcastLeavesNoClaimBehind() throws {
        let scratch = Scratch()
        let stream = try Stream.card(to: [scratch.file("card.mkv")])
        try stream.waitUntilLive()
        #expect(claims(of: stream).count == 1)
        try stream.stop()
        #expect(claims(of: stream).isEmpty)
    }

    @Test func aBroadcastThatNeverBeganLeavesNoClaimBehind() throws {
        let scratch = Scratch()
        let stream = try Stream(
            ["live", "--capture", "x11", "--display", ":4711", "--mic", "none", "--http", "off", "--record", scratch.file("a.mkv")])
        #expect(stream.process.exitStatus(within: .seconds(20)) != nil)
        #expect(claims(of: stream).isEmpty)
    }

    /// One recording is written beside it: what it holds is said, and that something is missing.
    @Test func aTargetThatWasNeverReachedIsAFailureAndWhatOthersGotIsListed() throws {
        let scratch = Scratch()
        let stream = try Stream.card(to: [scratch.file("card.mkv"), "rtmp://127.0.0.1:\(Port.free())/app/KEY"])
        try stream.waitForTarget(1, toBe: "live")
        try stream.waitForTarget(2, toBe: "reconnecting")
        let stop = String(decoding: try stream.command("stop"), as: UTF8.self)
        #expect(stream.process.exitStatus(within: .seconds(20)) == .exited(1))
        let bytes = try #require(FileManager.default.attributesOfItem(atPath: scratch.file("card.mkv"))[.size] as? Int)
        for text in [stop, stream.process.output] {
            #expect(text.contains("card.mkv") && text.contains("PICTURES") && text.contains("target 2 got nothing: rtmp://127.0.0.1:"), "\(text)")
        }
        #expect(stream.process.output.contains(" \(Int((Double(bytes) / 1000).rounded())) kB "), "\(bytes) bytes: \(stream.process.output)")
    }

    @Test func aBroadcastWithoutAPictureFailsWithWhatTheHostRefused() throws {
        let scratch = Scratch()
        let stream = try Stream(
            ["live", "--capture", "pattern", "--pattern-size", "8000x8000", "--mic", "none", "--http", "off", "--to", scratch.file("a.mkv")])
        try waitUntil("a second try") { stream.process.output.contains("starting it again") }
        stream.process.send(SIGINT)
        #expect(stream.process.exitStatus(within: .seconds(20)) == .exited(1))
        let reason = "3 slots of 8000x8000 take 732 MiB"
        #expect(stream.process.output.contains("the agent ended: \(reason)"), "\(stream.process.output)")
        #expect(stream.process.output.contains("splitcast: nothing was captured: \(reason)") && scratch.names().isEmpty, "\(stream.process.output)")
    }

    /// What is mistyped is said before anything is opened, and by the program's own name.
    @Test(arguments: [
        ["splitcast-capture-x11", "--display", ":nope", "--bogus"], ["splitcast-capture-media", "--file", "/nowhere/a.mkv", "--bogus"],
    ])
    func anAgentNamesAnUnknownOptionBeforeItLooksAround(command: [String]) throws {
        let agent = try FixtureProcess([try releaseProduct(command[0])] + command.dropFirst())
        #expect(agent.exitStatus(within: .seconds(10)) == .exited(2))
        #expect(agent.output.hasPrefix("\(command[0]): error: unknown argument '--bogus'"), "\(agent.output)")
    }

    @Test func aFileThatIsNotThereIsAMistakeInAnOption() throws {
        let stream = try Stream(["live", "--capture", "media", "--file", "/nowhere/a.mkv", "--mic", "none", "--http", "127.0.0.1:0"])
        #expect(stream.process.exitStatus(within: .seconds(20)) == .exited(2))
        #expect(stream.process.output.contains("splitcast: '/nowhere/a.mkv' does not exist"), "\(stream.process.output)")
    }

    /// The host has confirmed the pause when the command returns: what asks next sees it.
    @Test func whatWasPausedIsResumedAtOnceWithoutItsNumber() throws {
        let scratch = Scratch()
        let stream = try Stream.card(to: [scratch.file("card.mkv")])
        try stream.waitUntilLive()
        for _ in 0..<10 {
            for (command, isPaused) in [("pause", true), ("resume", false)] {
                try stream.command(command)
                #expect(try stream.agents().map { $0["isPaused"] as? Bool } == [isPaused], "\(command)")
            }
        }
        try stream.stop()
    }

    /// `SPLITCAST_GROUP` holds for all commands, agents that are started by hand too.
    @Test(arguments: [["splitcast", "status"], ["splitcast", "conformance", "host", "--json"], ["splitcast-capture-pattern"]])
    func theGroupOfTheEnvironmentIsMeant(command: [String]) throws {
        let scratch = Scratch()
        _ = try scratch.directory("splitcast")
        let process = try FixtureProcess(
            [try releaseProduct(command[0])] + command.dropFirst(), environment: ["XDG_RUNTIME_DIR": scratch.path, "SPLITCAST_GROUP": "elsewhere"])
        try waitUntil("what it says: \(process.output)") { process.output.contains("group 'elsewhere'") }
        process.end()
        let wrong = try FixtureProcess(
            [try releaseProduct(command[0])] + command.dropFirst(), environment: ["XDG_RUNTIME_DIR": scratch.path, "SPLITCAST_GROUP": "a/b"])
        #expect(wrong.exitStatus(within: .seconds(10)) == .exited(2) && wrong.output.contains("'a/b'"), "\(wrong.output)")
    }
}
