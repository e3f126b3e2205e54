import Fixtures
import Foundation
import ServerFixtures
import TestSupport
import Testing

/// Every agent starts every time: fifty starts of each in its strict sandbox, each taking the place of the one before.
@Suite(.serialized) struct AgentStartTests {
    private static let count = 50

    /// Starts an agent `count` times by `splitcast swap` and expects that each start was the only one it took.
    private func startMany(_ stream: TestSupport.Stream, _ backend: String, _ more: [String] = []) throws {
        try stream.waitUntilAnswering()
        var agent: Int32?
        for number in 1...Self.count {
            let swap = try stream.running("swap", [backend] + more)
            #expect(swap.exitStatus(within: .seconds(30)) == .exited(0), "start \(number): \(swap.output)")
            agent = try stream.waitUntilLive(by: backend, other: agent)
        }
        let events = try stream.events()
        let codes = events.compactMap { $0["code"] as? String }.filter { $0.hasPrefix("agent.") }
        for (code, count) in [("agent.started", Self.count), ("agent.attached", Self.count)] {
            #expect(codes.count { $0 == code } == count, "\(code)")
        }
        for code in ["agent.restarting", "agent.lost", "agent.refused", "agent.gaveUp", "agent.requestFailed", "agent.waiting"] {
            #expect(!codes.contains(code), "\(events.filter { $0["code"] as? String == code })")
        }
        try stream.stop()
    }

    private func host(_ scratch: Scratch, desktop: (any WaylandDesktop)? = nil) throws -> TestSupport.Stream {
        try Stream(
            ["host", "--mic", "none", "--http", "off", "--size", "320x180", "--agent-sandbox", "strict", "--agent-memory", "64M"]
                + ["--to", scratch.file("x.mkv")], desktop: desktop)
    }

    @Test func theTestPattern() throws {
        let scratch = Scratch()
        try startMany(host(scratch), "pattern", ["--size", "320x180"])
    }

    @Test func theAgentOfX() throws {
        let (screen, scratch) = (try XvfbServer(width: 320, height: 180), Scratch())
        try startMany(host(scratch), "x11", ["--display", screen.display])
        withExtendedLifetime(screen) {}
    }

    @Test func theAgentOfVideos() throws {
        let scratch = Scratch()
        let video = scratch.file("video.mkv")
        try runTool(["ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=320x180:r=25", "-t", "2", "-c:v", "libx264", video])
        try startMany(host(scratch), "media", ["--file", video, "--loop"])
    }

    @Test(arguments: CastBackend.allCases) func theAgentsOfWayland(backend: CastBackend) throws {
        let (desktop, scratch) = (try SwayDesktop(width: 640, height: 360), Scratch())
        let stimulus = try Stimulus(.typing, on: desktop)
        try startMany(host(scratch, desktop: desktop), backend.rawValue)
        try stimulus.process.expectRunning()
    }
}
