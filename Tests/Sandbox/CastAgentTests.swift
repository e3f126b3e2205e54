import AgentProtocol
import Fixtures
import Foundation
import Frames
import ServerFixtures
import TestSupport
import Testing

/// The agent for PipeWire under a host of the test's own, which hands it casts as a portal would give them.
@Suite(.serialized) struct CastAgentTests {
    private static let program = "splitcast-capture-pipewire"

    private func expectFrames(_ host: HostFixture, _ seat: AgentSeat, _ agent: FixtureProcess, _ count: UInt64 = 5) throws {
        let before = seat.lastNotice?.number ?? 0
        try host.waitUntil("\(count) frames: \(agent.output)") { seat.lastNotice?.number ?? 0 >= before + count }
    }

    /// The next agent's greeting; the memory comes later, or never.
    private func nextGreeting(_ host: HostFixture, _ agent: FixtureProcess) throws -> AgentSeat {
        let before = host.seats.count
        try host.waitUntil("a greeting: \(agent.output)") { host.seats.count > before && host.seats.last!.hello != nil }
        return host.seats.last!
    }

    @Test func aStrictAgentCapturesACastWithOneThreadOfItsOwn() throws {
        let (server, host) = (try AudioFixture(.pipewire), try HostFixture())
        let node = try VideoNode(width: 640, height: 360, pool: 2, in: server.serverEnvironment)
        host.prepare = { $0.cast = PipeWireCast(node.id, on: server) }
        try host.listen()
        let agent = try host.agent(Self.program, ["--sandbox", "strict", "--ends-with-host"])
        let seat = try host.nextAgent()
        #expect(seat.hello?.wantsCast == true && seat.hello?.backend == "pipewire")
        try expectFrames(host, seat, agent, 40)
        try host.waitUntil("the state") { seat.state?.confinement == [.noNewPrivileges, .filteredCalls, .noFiles] }
        #expect(seat.noticesBeforeFilter == 0)
        #expect(seat.memory?.layout.geometry.size == PixelSize(width: 640, height: 360) && seat.memory?.hasPicture == true)
        #expect(AgentFacts.filters(agent.pid) == ["2"], "every thread")
        #expect(AgentFacts.threads(agent.pid) == 3, "the other two are ZeroMQ's")
        // Formats are agreed on anew with everything closed.
        for (width, height) in [(320, 200), (800, 600), (640, 360)] {
            try node.resize(width: width, height: height)
            try host.waitUntil("a memory of \(width)x\(height): \(agent.output)") {
                seat.memory?.layout.geometry.size == PixelSize(width: width, height: height)
            }
            try expectFrames(host, seat, agent)
        }
        agent.send(SIGTERM)
        try host.waitUntil("its last message") { seat.ended?.reason == .stopped }
        #expect(agent.exitStatus(within: .seconds(10)) == .exited(0))
        #expect(agent.output == "")
    }

    @Test func untilTheCastComesTheAgentWaitsWithoutMemory() throws {
        let (server, host) = (try AudioFixture(.pipewire), try HostFixture())
        let node = try VideoNode(width: 320, height: 200, in: server.serverEnvironment)
        try host.listen()
        let agent = try host.agent(Self.program, ["--sandbox", "strict", "--ends-with-host"])
        let seat = try nextGreeting(host, agent)
        try host.waitUntil("it stays") { seat.states >= 15 }
        #expect(seat.state?.phase == .notAvailable && seat.memoryNumber == 0 && !seat.hasLeft)
        try seat.hand(PipeWireCast(node.id, on: server))
        try expectFrames(host, seat, agent)
    }

    @Test func anotherCastTakesThePlaceOfTheFirst() throws {
        let (server, host) = (try AudioFixture(.pipewire), try HostFixture())
        let first = try VideoNode(width: 320, height: 200, name: "first", in: server.serverEnvironment)
        let second = try VideoNode(width: 400, height: 300, name: "second", in: server.serverEnvironment)
        host.prepare = { $0.cast = PipeWireCast(first.id, on: server) }
        try host.listen()
        let agent = try host.agent(Self.program, ["--ends-with-host"])
        let seat = try host.nextAgent()
        try expectFrames(host, seat, agent)
        try seat.hand(PipeWireCast(second.id, on: server))
        try host.waitUntil("the second's size: \(agent.output)") { seat.memory?.layout.geometry.size == PixelSize(width: 400, height: 300) }
        try expectFrames(host, seat, agent)
        first.stop()
        try expectFrames(host, seat, agent, 20)
        #expect(!seat.hasLeft, "the end of the first is nothing to it any more")
        // One of the same size needs no other memory.
        let third = try VideoNode(width: 400, height: 300, name: "third", in: server.serverEnvironment)
        let number = seat.memoryNumber
        try seat.hand(PipeWireCast(third.id, on: server))
        second.stop()
        try expectFrames(host, seat, agent, 20)
        #expect(seat.memoryNumber == number && !seat.hasLeft)
    }

    @Test(arguments: [EndReason.permissionDenied, .failed]) func aRefusalInPlaceOfACastIsTheEndInItsWords(reason: EndReason) throws {
        let host = try HostFixture()
        try host.listen()
        // Though it would wait for another host.
        let agent = try host.agent(Self.program, ["--sandbox", "strict"])
        let seat = try nextGreeting(host, agent)
        try seat.refuse(reason, "the user said no: ask again with 'splitcast live'")
        #expect(agent.exitStatus(within: .seconds(10)) == .exited(3))
        #expect(agent.output.contains("the user said no: ask again"), "\(agent.output)")
        try host.turn()
        #expect(host.seats.count == 1, "the user is not asked a second time")
    }

    @Test(arguments: ["off", "strict"]) func aCastThatEndedIsAskedForAnew(sandbox: String) throws {
        let (server, host) = (try AudioFixture(.pipewire), try HostFixture())
        let node = try VideoNode(width: 320, height: 200, in: server.serverEnvironment)
        host.prepare = { $0.cast = PipeWireCast(node.id, on: server) }
        try host.listen()
        let agent = try host.agent(Self.program, ["--sandbox", sandbox])
        let seat = try host.nextAgent()
        try expectFrames(host, seat, agent)
        host.prepare = { _ in }
        node.stop()
        try host.waitUntil("its last message: \(agent.output)") { seat.ended != nil }
        #expect(seat.ended?.reason == .failed && seat.ended?.isRetriable == true)
        #expect(seat.ended?.message.contains("sharing was stopped") == true, "\(seat.ended?.message ?? "")")
        let next = try nextGreeting(host, agent)
        #expect(next.hello?.wantsCast == true && next.hello?.isStandby == true)
        let other = try VideoNode(width: 320, height: 200, name: "other", in: server.serverEnvironment)
        try next.hand(PipeWireCast(other.id, on: server))
        try expectFrames(host, next, agent)
    }

    @Test(arguments: ["off", "strict"]) func aNodeOfTheUsersOwnComesBackWithPipeWire(sandbox: String) throws {
        let (server, host) = (try AudioFixture(.pipewire), try HostFixture())
        var node: VideoNode? = try VideoNode(width: 320, height: 200, in: server.serverEnvironment)
        let environment: [String: String?] = ["PIPEWIRE_RUNTIME_DIR": server.serverEnvironment["XDG_RUNTIME_DIR"] ?? nil]
        try host.listen()
        // A process that runs on knows the name of a number that it was given.
        let choice = sandbox == "off" ? "\(node!.id)" : "video-node"
        let agent = try host.agent(Self.program, ["--node", choice, "--sandbox", sandbox], environment: environment)
        let seat = try host.nextAgent()
        #expect(seat.hello?.wantsCast == false && seat.hello?.screen.contains("video-node") == true)
        try expectFrames(host, seat, agent)
        try server.restart()
        try host.waitUntil("its last message: \(agent.output)") { seat.ended?.reason == .failed }
        // Its number is another one now, its name the same.
        let other = try VideoNode(width: 320, height: 200, name: "other", in: server.serverEnvironment)
        node = try VideoNode(width: 400, height: 300, in: server.serverEnvironment)
        let next = try host.nextAgent()
        try expectFrames(host, next, agent)
        #expect(next.memory?.layout.geometry.size == PixelSize(width: 400, height: 300))
        _ = (node, other)
    }

    @Test func thePointerComesBesideThePicture() throws {
        let (server, host) = (try AudioFixture(.pipewire), try HostFixture())
        let node = try VideoNode(width: 320, height: 200, in: server.serverEnvironment)
        host.prepare = { $0.cast = PipeWireCast(node.id, on: server) }
        try host.listen()
        let agent = try host.agent(Self.program, ["--ends-with-host"])
        let seat = try host.nextAgent()
        try expectFrames(host, seat, agent)
        let before = seat.pointerMessages
        try node.point((x: 100, y: 50))
        // Its image and its position.
        try host.waitUntil("the pointer: \(agent.output)") { seat.pointerMessages >= before + 2 }
        try node.freeze()
        let moved = seat.pointerMessages
        try node.point((x: 120, y: 60))
        try node.sendEmpty()
        try host.waitUntil("its way over a still picture: \(agent.output)") { seat.pointerMessages > moved }
    }
}
