import Fixtures
import Foundation
import ServerFixtures
import TestSupport
import Testing

/// Agents that are shown when somebody says so, and not before.
@Suite(.serialized) struct DetachTests {
    private func source(_ stream: TestSupport.Stream) throws -> [String: Any]? { (try stream.status()["sources"] as? [[String: Any]])?.first }

    /// A host whose agents are all attached by hand.
    @Test func nothingIsSeenThatWasNotAttached() throws {
        let (screen, scratch) = (try XvfbServer(width: 320, height: 180), Scratch())
        let stream = try Stream(["host", "--mic", "none", "--http", "off", "--to", scratch.file("attached.mkv")])
        try stream.waitUntilAnswering()
        let said = String(decoding: try stream.command("detach", "screen"), as: UTF8.self)
        #expect(said == "nothing is captured for screen, and what comes for it waits: 'splitcast attach screen' lets it be seen\n")
        let agent = try stream.agent(on: screen)
        try waitUntil("the agent to wait") { try stream.agents().contains { $0["isStandby"] as? Bool == true } }
        letRun(for: .milliseconds(500))
        #expect(try source(stream)?["state"] as? String != "live" && stream.status()["state"] as? String == "waiting")
        try stream.command("attach", "screen")
        try stream.waitUntilLive()
        #expect(try source(stream)?["state"] as? String == "live")
        try stream.stop()
        withExtendedLifetime(agent) {}
    }
}
