import AgentProtocol
import AppGroup
import Fixtures
import Foundation
import Frames
import ServerFixtures
import TestSupport
import Testing

/// Real agents of the release under a host of the test's own, in the sandbox: everything they do for a living still works.
@Suite(.serialized) struct SandboxedAgentTests {
    private static let x11 = "splitcast-capture-x11"
    private static let pattern = "splitcast-capture-pattern"

    /// Waits for frames that came after the filter.
    private func expectFrames(_ host: HostFixture, _ seat: AgentSeat, _ count: UInt64 = 5) throws {
        let before = seat.lastNotice?.number ?? 0
        try host.waitUntil("\(count) frames") { seat.lastNotice?.number ?? 0 >= before + count }
    }

    @Test func aStrictAgentIsConfinedBeforeItsFirstFrame() throws {
        let host = try HostFixture()
        try host.listen()
        let agent = try host.agent(Self.pattern, ["--sandbox", "strict", "--ends-with-host"])
        let seat = try host.nextAgent()
        try expectFrames(host, seat)
        try host.waitUntil("the state") { seat.state?.confinement == [.noNewPrivileges, .filteredCalls, .noFiles] }
        #expect(seat.noticesBeforeFilter == 0)
        #expect(AgentFacts.status(agent.pid, "Seccomp") == "2")
        #expect(AgentFacts.status(agent.pid, "NoNewPrivs") == "1")
        #expect(AgentFacts.filters(agent.pid) == ["2"], "every thread")
        #expect(AgentFacts.threads(agent.pid) == 3)
        for limit in ["Max core file size", "Max realtime priority"] { #expect(AgentFacts.limit(agent.pid, limit) == ["0", "0"], "\(limit)") }
    }

    @Test(arguments: [
        ("off", Confinement(), "0"), ("permissive", Confinement([.noNewPrivileges, .filteredCalls, .logsOnly]), "2"),
    ])
    func otherModesSaySo(mode: String, confinement: Confinement, seccomp: String) throws {
        let host = try HostFixture()
        try host.listen()
        let agent = try host.agent(Self.pattern, ["--sandbox", mode])
        let seat = try host.nextAgent()
        try expectFrames(host, seat)
        try host.waitUntil("the state") { seat.state?.confinement == confinement }
        #expect(AgentFacts.status(agent.pid, "Seccomp") == seccomp)
        #expect(seat.pid == agent.pid, "no parent in between")
    }

    @Test(arguments: ["fd", "sysv", "off"])
    func pixelsComeAndTheScreenMayChange(transfer: String) throws {
        let screen = try XvfbServer(width: 800, height: 600)
        let stimulus = try Stimulus(.motion, on: screen)
        let host = try HostFixture()
        try host.listen()
        let agent = try host.agent(Self.x11, ["--display", screen.display, "--shm", transfer, "--sandbox", "strict", "--ends-with-host"])
        let seat = try host.nextAgent()
        try expectFrames(host, seat)
        for size in [(640, 480), (800, 600), (512, 384)] {
            try resize(screen, to: size)
            try host.waitUntil("a memory of \(size): \(agent.output)") {
                seat.memory?.layout.geometry.size == PixelSize(width: size.0, height: size.1)
            }
            try expectFrames(host, seat)
            // A server that has changed its size shows black until its clients have drawn again.
            try host.waitUntil("pixels: \(agent.output)") { seat.memory!.hasPicture }
        }
        #expect(seat.pointerMessages > 1)
        stimulus.stop()
        agent.send(SIGTERM)
        try host.waitUntil("its last message") { seat.ended?.reason == .stopped }
        #expect(agent.exitStatus(within: .seconds(10)) == .exited(0))
        #expect(agent.output == "")
    }

    @Test func aDisplayThatGoesAwayIsNamed() throws {
        let screen = try XvfbServer(width: 320, height: 200)
        let host = try HostFixture()
        try host.listen()
        let agent = try host.agent(Self.x11, ["--display", screen.display, "--sandbox", "strict"])
        let seat = try host.nextAgent()
        try host.waitUntil("a frame") { seat.lastNotice != nil }
        screen.server.end()
        try host.waitUntil("its last message") { seat.ended?.reason == .failed }
        #expect(seat.ended?.message.contains(screen.display) == true)
        #expect(agent.exitStatus(within: .seconds(10)) == .exited(3), "the guardian passes it on")
    }

    @Test func aStopByTheHostEndsGuardianAndAgent() throws {
        let host = try HostFixture()
        try host.listen()
        let agent = try host.agent(Self.pattern, ["--sandbox", "strict"])
        let seat = try host.nextAgent()
        #expect(seat.pid != agent.pid)
        seat.wish = .stop
        try host.waitUntil("its last message") { seat.ended != nil }
        #expect(agent.exitStatus(within: .seconds(10)) == .exited(0))
    }

    private func resize(_ screen: XvfbServer, to size: (Int, Int)) throws {
        let name = "mode-\(size.0)x\(size.1)"
        // A timing that only has to be consistent; the mode may be there from before.
        _ = try? runTool(  // then the mode is there
            ["xrandr", "--newmode", name, "30.0"]
                + [size.0, size.0 + 88, size.0 + 132, size.0 + 280, size.1, size.1 + 4, size.1 + 9, size.1 + 45].map(String.init),
            environment: screen.environment)
        _ = try? runTool(["xrandr", "--addmode", "screen", name], environment: screen.environment)  // as above
        try runTool(["xrandr", "--output", "screen", "--mode", name], environment: screen.environment)
    }
}

extension FrameMemory {
    /// Whether anything but black was written into any slot.
    var hasPicture: Bool {
        (0..<layout.slotCount).contains { slot in
            let words = pixels(ofSlot: slot).assumingMemoryBound(to: UInt32.self)
            return (0..<layout.geometry.frameBytes / 4).contains { words[$0] & 0xFFFFFF != 0 }
        }
    }
}
