import Fixtures
import Foundation
import Glibc
import Judging
import Platform
import ServerFixtures
import TestSupport
import Testing

/// A broadcast to whose page another user of the machine opens 2,000 connections, and says nothing.
@Suite(.serialized, .rerunWhenLate, .enabled(if: geteuid() == 0, "only root can be another user")) struct IdleConnectionTests {
    private func figures(_ stream: TestSupport.Stream) throws -> (encoded: Int, failed: Int, dropped: Int) {
        let status = try stream.status()
        let picture = try #require(status["picture"] as? [String: Any])
        return (
            try #require(picture["framesEncoded"] as? Int), try #require(picture["failed"] as? Int),
            // By the targets: what an agent replaces by a newer one before it was used is the machine's load.
            try stream.targets().reduce(0) { $0 + ($1["droppedFrames"] as? Int ?? 0) }
        )
    }

    /// How many descriptors a process may have: what it has set itself, and what it could set.
    private func mostDescriptors(of pid: Int32) throws -> [Int] {
        let limits = try String(contentsOfFile: "/proc/\(pid)/limits", encoding: .utf8)
        let line = try #require(limits.split(separator: "\n").first { $0.hasPrefix("Max open files") })
        return line.split(separator: " ").compactMap { Int($0) }
    }

    @Test func theBroadcastItsAgentItsViewersAndItsEndAreAsWithoutThem() throws {
        let (port, scratch) = (Port.free(), Scratch())
        let file = scratch.file("talk.mkv")
        // The least that shells give; what is raised is not the agents'.
        let stream = try Stream(
            [
                "live", "--capture", "pattern", "--size", "320x180", "--fps", "30", "--mic", "none", "--http", "127.0.0.1:\(port)", "--to", file,
            ], inside: ["prlimit", "--nofile=256:16384"])
        let agent = try stream.waitUntilLive(by: "pattern")
        #expect(try mostDescriptors(of: stream.process.pid) == [16384, 16384] && mostDescriptors(of: agent) == [256, 16384])
        let url = "http://127.0.0.1:\(port)"
        let viewer = try FixtureProcess(["curl", "-sSN", "-o", scratch.file("live.mp4"), url + "/live/stream.mp4"])
        func watched() -> Int { (try? FileManager.default.attributesOfItem(atPath: scratch.file("live.mp4"))[.size] as? Int) ?? 0 }  // not there yet
        try waitUntil("the viewer's first pictures") { watched() > 0 }

        let (before, start) = (try figures(stream), MediaTime.now())
        let idle = try IdleConnections(to: port, count: 2000)
        let asked = MediaTime.now()
        let state = String(decoding: try runTool(["curl", "-sS", "--fail", url + "/readyz"]), as: UTF8.self)
        let status = try runTool(["curl", "-sS", "--fail", url + "/api/v1/status"])
        let waited = MediaTime.now() - asked
        let seen = watched()
        try waitUntil("the viewer to get more") { watched() > seen }
        try waitUntil("the share to be all that is held: \(idle.held)") { idle.held == 256 }
        letRun(for: .seconds(2))
        let (after, passed) = (try figures(stream), MediaTime.now() - start)

        #expect(state == "live\n" && !status.isEmpty)
        #expect(after.failed == before.failed && after.dropped == before.dropped)
        expectInTime(waited < .seconds(2), "the owner waited \(waited)")
        let expected = Int(30 * passed.inSeconds)
        expectInTime(after.encoded - before.encoded >= expected - 8, "\(after.encoded - before.encoded) of \(expected) pictures")
        try viewer.expectRunning()
        kill(agent, SIGKILL)
        try stream.waitUntilLive(by: "pattern", other: agent)
        // Under connections that are open, and say nothing.
        try stream.stop(restarts: true)
        #expect(!stream.process.output.contains("Fatal"), "\(stream.process.output.suffix(800))")
    }
}
