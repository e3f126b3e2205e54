import Fixtures
import Foundation
import Glibc
import Testing

/// Agents that were written from PROTOCOL.md, in other languages, on a real host that records what they draw.
@Suite(.serialized) struct ExampleTests {
    @Test(arguments: ["agent.c", "agent.py"]) func anExampleIsUnderTwoHundredLines(name: String) {
        let text = textOfFile(ExampleAgent.folder + "/" + name)
        #expect(!text.isEmpty && text.split(separator: "\n", omittingEmptySubsequences: false).count <= 200)
    }

    @Test(arguments: ExampleAgent.allCases) func whatItDrawsIsInTheRecordingAndMoves(example: ExampleAgent) throws {
        let host = try StrangersHost()
        let agent = try host.agent(example)
        try host.waitUntilLive(agent)
        try host.stop()
        #expect(agent.exitStatus(within: .seconds(10))?.isSuccess == true, "\(agent.output)")
        let recording = try BarsRecording(host.recording)
        #expect(recording.complaints == "")
        #expect(recording.frames.count > 20)
        #expect(recording.frames.allSatisfy { $0.painter == example }, "\(recording.frames)")
        let numbers = recording.frames.map(\.number)
        #expect(numbers == numbers.sorted() && Set(numbers).count > 20, "\(numbers)")
    }

    @Test func cAndPythonTakeOverFromEachOtherWithoutADecodersComplaint() throws {
        let host = try StrangersHost()
        let first = try host.agent(.c)
        try host.waitUntilLive(first)
        let second = try host.agent(.python)
        try host.waitUntilLive(second)
        let third = try host.agent(.c)
        try host.waitUntilLive(third)
        for replaced in [first, second] {
            #expect(replaced.exitStatus(within: .seconds(10))?.isSuccess == true, "\(replaced.output)")
            #expect(try host.endReason(of: replaced) == "replaced")
        }
        try host.stop()
        let recording = try BarsRecording(host.recording)
        #expect(recording.complaints == "")
        #expect(recording.frames.allSatisfy { $0.painter != nil }, "\(recording.frames)")
        #expect(recording.painters == [.c, .python, .c])
    }

    @Test(arguments: ExampleAgent.allCases) func controlCEndsItCleanly(example: ExampleAgent) throws {
        let host = try StrangersHost()
        let agent = try host.agent(example)
        try host.waitUntilLive(agent)
        agent.send(SIGINT)
        #expect(agent.exitStatus(within: .seconds(10))?.isSuccess == true, "\(agent.output)")
        try waitUntil("its end to be known") { try host.endReason(of: agent) != nil }
        #expect(try host.endReason(of: agent) == "stopped")
        try host.stop()
    }

    @Test(arguments: ExampleAgent.allCases) func aStandbyWaitsAndIsMadeLiveWhenNoOneElseIs(example: ExampleAgent) throws {
        let host = try StrangersHost()
        let live = try host.agent(example == .c ? .python : .c)
        try host.waitUntilLive(live)
        let standby = try host.agent(example, "--standby")
        try waitUntil("the standby to be ready") { try host.attached(standby)?["state"] as? String == "ready" }
        let seen = try #require(try host.attached(standby))
        #expect(seen["isStandby"] as? Bool == true && seen["isLive"] as? Bool == false && seen["frames"] as? Int == 0)
        live.send(SIGKILL)
        try host.waitUntilLive(standby)
        #expect(try host.endReason(of: live) == "closed")
        try host.stop()
        #expect(standby.exitStatus(within: .seconds(10))?.isSuccess == true)
    }

    @Test(arguments: ExampleAgent.allCases) func itAttachesAgainAfterItsHostWasKilled(example: ExampleAgent) throws {
        let host = try StrangersHost()
        let agent = try host.agent(example)
        try host.waitUntilLive(agent)
        host.process.send(SIGKILL)
        try agent.waitForOutput("waiting for a host")
        try host.startAgain()
        try host.waitUntilLive(agent)
        #expect(try host.attached(agent)?["isStandby"] as? Bool == true, "one that lost its host says standby")
        try host.stop()
    }

    @Test(arguments: ExampleAgent.allCases) func mistakesAreOneLineAndTheDocumentedCode(example: ExampleAgent) throws {
        let scratch = Scratch()
        let open = try scratch.directory("splitcast/open")
        #expect(chmod(open, 0o755) == 0)
        let cases: [([String], Int32)] = [(["--nonsense"], 2), (["--group", "a/b"], 2), (["--group", "open"], 4)]
        for (arguments, code) in cases {
            let agent = try FixtureProcess(try example.command() + arguments, environment: ["XDG_RUNTIME_DIR": scratch.path])
            #expect(agent.exitStatus(within: .seconds(10)) == .exited(code), "\(arguments): \(agent.output)")
            #expect(!agent.output.isEmpty && !agent.output.contains("Traceback"), "\(agent.output)")
        }
    }
}
