import Fixtures
import Testing

/// A peer of another version: both meet in the middle, or part with a clear message.
@Suite(.serialized) struct NegotiationTests {
    @Test func aNewerAgentThatAlsoSpeaksOursWorks() throws {
        let host = try StrangersHost()
        let agent = try host.agent(FutureAgent.command(1...9))
        try host.waitUntilLive(agent)
        // What it says that we do not know is counted, and changes nothing.
        try waitUntil("its unknown messages to be counted") { try host.attached(agent)?["unknownMessages"] as? Int ?? 0 > 10 }
        try host.stop()
        #expect(agent.exitStatus(within: .seconds(10))?.isSuccess == true, "\(agent.output)")
        let recording = try BarsRecording(host.recording)
        #expect(recording.complaints == "" && recording.painters == [.python])
    }

    @Test func anAgentThatDoesNotSpeakOursIsToldBothRanges() throws {
        let host = try StrangersHost()
        try host.process.waitForOutput("waiting for an agent")
        let agent = try host.agent(FutureAgent.command(2...9))
        #expect(agent.exitStatus(within: .seconds(10)) == .exited(4), "\(agent.output)")
        for side in [agent, host.process] {
            try side.waitForOutput("2...9")
            #expect(side.output.contains("1...1") && side.output.contains("update the older"), "\(side.output)")
        }
        // Other agents notice nothing.
        let other = try host.agent(.c)
        try host.waitUntilLive(other)
        try host.stop()
    }
}
