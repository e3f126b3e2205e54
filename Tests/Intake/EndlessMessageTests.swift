import AgentFixtures
import AgentProtocol
import Fixtures
import Glibc
import Platform
import Testing

@testable import Intake

/// A message that never ends costs the host neither memory nor its patience.
@Suite(.serialized) struct EndlessMessageTests {
    /// More is not sent: a host that keeps it all does not take the machine down.
    private static let mostBytes = 256 << 20
    /// Of which a host that keeps nothing may show so much by chance, since other tests run beside.
    private static let mostGrowth = 64 << 20

    private var heapBytes: Int {
        let lines = textOfFile("/proc/self/status").split(separator: "\n")
        return lines.first { $0.hasPrefix("RssAnon:") }.flatMap { Int($0.split(separator: " ")[1]) }.map { $0 << 10 } ?? 0
    }

    /// An agent, and one more connection as its own, on which anything can be sent.
    private func attach(_ fixture: IntakeFixture) throws -> (RawAgent, RawPeer) {
        var peer: RawPeer?
        let agent = try RawAgent(at: fixture.directory) { peer = try RawPeer(connectingTo: String($0.endpoint.dropFirst("ipc://".count))) }
        let talker = try #require(peer)
        #expect(talker.send(RawPeer.greeting + RawPeer.ready))
        return (agent, talker)
    }

    @Test func aMessageOfPartsWithoutEndIsNotKept() throws {
        let fixture = try IntakeFixture()
        let (agent, endless) = try attach(fixture)
        let part = RawPeer.frame([UInt8](repeating: 1, count: 65536), flags: 1)
        let before = heapBytes
        var sent = 0
        // Its heartbeats come over another connection.
        let isOver = try Watchdog.until(.seconds(20)) {
            for _ in 0..<100 where sent < Self.mostBytes {
                if endless.send(part) { sent += part.count } else { endless.waitWritable() }
            }
            try agent.turn()
            return agent.isOver || sent >= Self.mostBytes
        }
        #expect(heapBytes - before < Self.mostGrowth, "\((heapBytes - before) >> 20) MiB more after \(sent >> 20) MiB")
        #expect(isOver && agent.isOver)
        let end = fixture.waitForEvent { if case .departed(_, let reason, _) = $0 { reason } else { nil } }
        #expect(end == .invalidData || end == .unresponsive)
    }

    /// Far too few for a flood, and never a message.
    @Test func partsOfAMessageDoNotEndASilence() throws {
        let fixture = try IntakeFixture()
        let (agent, talker) = try attach(fixture)
        let part = RawPeer.frame([1], flags: 1)
        var end: EndReason?
        _ = Watchdog.until(.seconds(20)) {
            _ = talker.send(part)
            end = fixture.event { if case .departed(_, let reason, _) = $0 { reason } else { nil } }
            return end != nil
        }
        #expect(end == .unresponsive)
        try waitUntil("its end") {
            try agent.turn()
            return agent.isOver
        }
    }
}
