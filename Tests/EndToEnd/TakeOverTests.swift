import Fixtures
import Frames
import Glibc
import ServerFixtures
import TestSupport
import Testing

/// One agent after the other on a broadcast that a viewer watches: what the RTMP server received, picture by picture and
/// sound frame by sound frame.
@Suite(.serialized, .rerunWhenLate) struct TakeOverTests {
    @Test(arguments: TakeOverScenario.Means.allCases) func aTakeOverLeavesNoTraceInTheReceivedStream(means: TakeOverScenario.Means) throws {
        var scenario = TakeOverScenario()
        (scenario.means, scenario.count) = (means, 8)
        // Two displays of one size, which is the harder case for anyone who would mistake one for the other, and of two.
        scenario.sizes = [
            PixelSize(width: 1280, height: 720), means == .agent ? PixelSize(width: 1280, height: 720) : PixelSize(width: 1600, height: 900),
        ]
        let result = try scenario.run()
        #expect(result.switches == scenario.count)
        #expect(result.decodingErrors == "")
        expectRegular(result)
        #expect(result.growth.isNothing, "\(result.growth)")
    }

    /// The old screen's agent is killed, is started again and cannot reach its screen before the switch: it comes last.
    @Test func anAgentThatASwapReplacedNeverComesBack() throws {
        let (one, other, scratch) = (try XvfbServer(width: 640, height: 360), try XvfbServer(width: 640, height: 360), Scratch())
        let stream = try Stream.live(one, to: [scratch.file("swaps.mkv")])
        try stream.waitUntilLive()
        for (old, new) in [(one, other), (other, one), (one, other)] {
            let live = try #require(try stream.agents().first { $0["isLive"] as? Bool == true }?["pid"] as? Int)
            old.server.pause()
            kill(Int32(live), SIGKILL)
            let started = try stream.events().count { $0["code"] as? String == "agent.started" }
            let swap = try stream.running("swap", "x11", "--display", new.display)
            #expect(swap.exitStatus(within: .seconds(30)) == .exited(0), "\(swap.output)")
            try waitUntil("both to be started") { try stream.events().count { $0["code"] as? String == "agent.started" } >= started + 1 }
            old.server.resume()
            try waitUntil("the old one to go: \(stream.process.output.suffix(800))") {
                let agents = try stream.agents()
                return agents.count == 1 && agents[0]["isLive"] as? Bool == true
            }
            letRun(for: .seconds(1))
            let agents = try stream.agents()
            #expect(agents.count == 1 && agents.allSatisfy { $0["screen"] as? String == new.display }, "\(agents)")
        }
        // Each screen was live when it was switched to, and at no other time.
        let screens = try stream.events().filter { $0["code"] as? String == "agent.live" }.compactMap { ($0["fields"] as? [String: Any])?["screen"] }
        #expect(screens.compactMap { $0 as? String } == [one, other, one, other].map(\.display))
        try stream.stop(restarts: true)
    }
}
