import Fixtures
import Foundation
import Frames
import Platform
import TestSupport
import Testing

/// Hosts that go, fall silent and lie; agents that wait and come back.
@Suite(.serialized) struct ReattachTests {
    private static let pattern = "splitcast-capture-pattern"

    @Test func aStrictAgentComesBackAsAStandbyAndItsGuardianIsTiny() throws {
        let host = try HostFixture()
        try host.listen()
        let guardian = try host.agent(Self.pattern, ["--sandbox", "strict"])
        let first = try host.nextAgent()
        try host.waitUntil("a frame") { first.lastNotice != nil }
        #expect(first.hello?.isStandby == false)
        let bytes = AgentFacts.ownBytes(guardian.pid)
        #expect(bytes < 3 << 18, "\(bytes) bytes of its own")
        let descriptors = AgentFacts.descriptors(guardian.pid)
        #expect(descriptors == 3)
        host.vanish()
        try guardian.waitForOutput("waiting for a host")
        #expect(AgentFacts.ownBytes(guardian.pid) < 1 << 20, "alone, it owns what it shared with the agent")
        for _ in 0..<20 {
            let seat = try host.nextAgent()
            #expect(seat.hello?.isStandby == true)
            #expect(seat.pid != guardian.pid && seat.pid != first.pid)
            try host.waitUntil("a frame") { seat.lastNotice != nil }
            host.vanish()
        }
        #expect(AgentFacts.descriptors(guardian.pid) == descriptors && AgentFacts.threads(guardian.pid) == 1)
        guardian.send(SIGTERM)
        #expect(guardian.exitStatus(within: .seconds(10)) == .exited(0))
    }

    @Test func anAgentDiesWithItsGuardian() throws {
        let host = try HostFixture()
        try host.listen()
        let guardian = try host.agent(Self.pattern, ["--sandbox", "strict"])
        let seat = try host.nextAgent()
        guardian.send(SIGKILL)
        try host.waitUntil("the end of pid \(seat.pid)") { seat.hasLeft }
        #expect(seat.ended == nil)
    }

    @Test func signalsReachTheAgentThroughItsGuardian() throws {
        for signal in [SIGTERM, SIGINT, SIGHUP] {
            let host = try HostFixture()
            try host.listen()
            let guardian = try host.agent(Self.pattern, ["--sandbox", "strict"])
            let seat = try host.nextAgent()
            guardian.send(signal)
            try host.waitUntil("its last message") { seat.ended?.reason == .stopped }
            #expect(guardian.exitStatus(within: .seconds(10)) == .exited(0))
        }
    }

    @Test func hundredsOfHostsLeaveNoTrace() throws {
        let host = try HostFixture()
        let agent = try host.agent(Self.pattern, ["--size", "320x180"])
        // Memory of its own alone: the kernel counts the program's pages as private only while no other agent runs.
        var before: (descriptors: Int, threads: Int, bytes: Int)?
        for round in 0..<120 {
            let seat = try host.nextAgent()
            #expect(seat.pid == agent.pid && seat.hello?.isStandby == (round > 0))
            if round % 3 == 0 { try host.waitUntil("a frame") { seat.lastNotice != nil } }
            if round == 30 {
                before = (AgentFacts.descriptors(agent.pid), AgentFacts.threads(agent.pid), try ProcessUsage(of: agent.pid).anonymousBytes)
            }
            if round == 119, let before {
                try host.waitUntil("a frame") { seat.lastNotice != nil }
                #expect(AgentFacts.threads(agent.pid) == before.threads)
                #expect(AgentFacts.descriptors(agent.pid) <= before.descriptors + 1)
                let bytes = try ProcessUsage(of: agent.pid).anonymousBytes
                #expect(bytes < before.bytes + 256 * 1024, "\(before.bytes) to \(bytes)")
            }
            host.vanish()
        }
    }

    @Test func aStandbyWaitsWithItsMemoryAndIsLiveWhenRequested() throws {
        let host = try HostFixture()
        host.prepare = { $0.wish = .wait }
        try host.listen()
        let agent = try host.agent(Self.pattern, ["--standby", "--sandbox", "strict", "--ends-with-host"])
        try host.waitUntil("the greeting") { host.seats.first?.hello != nil }
        let seat = host.seats[0]
        try host.waitUntil("ten heartbeats") { seat.states >= 10 }
        #expect(seat.hello?.isStandby == true)
        #expect(seat.state?.phase == .ready && seat.lastNotice == nil && seat.memory != nil)
        #expect(AgentFacts.filters(agent.pid) == ["2"], "already confined")
        let notices = { seat.lastNotice?.number ?? 0 }
        seat.wish = .capture
        seat.speakUp()
        try host.waitUntil("a frame") { notices() > 0 }
        #expect(seat.firstNotice?.damage == Damage(PixelRectangle(x: 0, y: 0, width: 1280, height: 720)), "a whole one")
    }

    @Test func aHostThatFallsSilentIsLeft() throws {
        let host = try HostFixture()
        try host.listen()
        let agent = try host.agent(Self.pattern, [])
        let seat = try host.nextAgent()
        seat.isSilent = true
        try agent.waitForOutput("fell silent")
        let next = try host.nextAgent()
        #expect(next.pid == seat.pid && next.hello?.isStandby == true)
    }

    @Test func nonsenseIsIgnoredAndCounted() throws {
        let host = try HostFixture()
        host.prepare = { $0.sendsNonsense = true }
        try host.listen()
        let agent = try host.agent(Self.pattern, [])
        let seat = try host.nextAgent()
        try host.waitUntil("frames") { seat.lastNotice?.number ?? 0 > 5 }
        #expect(seat.ended == nil)
        host.vanish()
        try agent.waitForOutput("1 messages of unknown kinds and 1 that made no sense")
    }

    @Test func memoryThatIsNotWhatWasOfferedIsRefused() throws {
        typealias Maker = (FrameLayout) throws -> OwnedDescriptor
        let cases: [(String, Maker)] = [
            ("is not a memfd", { _ in OwnedDescriptor(taking: open("/dev/zero", O_RDWR | O_CLOEXEC)) }),
            ("not sealed", { layout in try AgentSeat.memfd(bytes: layout.totalBytes, isSealed: false) }),
            ("instead of the offered", { layout in try AgentSeat.memfd(bytes: layout.totalBytes - 4096, isSealed: true) }),
        ]
        for (words, maker) in cases {
            let host = try HostFixture()
            host.prepare = { $0.makeDescriptor = maker }
            try host.listen()
            let agent = try host.agent(Self.pattern, [])
            try host.waitUntil("the greeting") { host.seats.first?.hello != nil }
            let seat = host.seats[0]
            try host.waitUntil("its leaving") { seat.hasLeft }
            try agent.waitForOutput(words)
            #expect(seat.lastNotice == nil)
        }
    }
}
