import Fixtures
import Foundation
import ServerFixtures
import TestSupport
import Testing

/// The text of an agent's own, from its command line to what the host shows.
@Suite(.serialized) struct AgentExtraTests {
    @Test func itIsShownBesideTheAgent() throws {
        let (screen, scratch) = (try XvfbServer(width: 320, height: 180), Scratch())
        let stream = try Stream(["host", "--mic", "none", "--http", "off", "--to", scratch.file("extra.mkv")])
        try stream.waitUntilAnswering()
        func isLive(_ extra: String) throws -> Bool {
            try stream.agents().contains { $0["isLive"] as? Bool == true && $0["extra"] as? String == extra }
        }
        // Started by hand, without a text and with one, and by the host.
        let plain = try stream.agent(on: screen)
        try waitUntil("an agent without a text") { try isLive("") }
        let marked = try stream.agent(on: screen, "--extra", "room 2, \"éclair\"")
        try waitUntil("an agent with its text") { try isLive("room 2, \"éclair\"") }
        #expect(String(decoding: try stream.command("agents"), as: UTF8.self).contains("\(screen.display) (room 2, \"éclair\")"))
        let swap = try stream.running("swap", "x11", "--display", screen.display, "--extra", "stage")
        #expect(swap.exitStatus(within: .seconds(30)) == .exited(0), "\(swap.output)")
        try waitUntil("the host's own agent with its text") { try isLive("stage") }
        try stream.stop()
        withExtendedLifetime((plain, marked)) {}
    }
}
