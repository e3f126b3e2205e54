import Fixtures
import Foundation
import Glibc
import TestSupport
import Testing

/// An agent of a wlroots compositor as the host starts it: what it has of the compositor.
@Suite(.serialized) struct FilteredAgentTests {
    /// The processes at the other ends of its connections: pidfd_getfd(2) borrows its descriptors, SO_PEERCRED says whose the peer is.
    private func peers(of pid: Int32) throws -> Set<Int32> {
        let script = """
            import ctypes, os, socket, struct
            own = os.pidfd_open(\(pid))
            for name in os.listdir("/proc/\(pid)/fd"):
                borrowed = ctypes.CDLL(None).syscall(438, own, int(name), 0)
                if borrowed < 0 or not os.readlink("/proc/self/fd/%d" % borrowed).startswith("socket:"): continue
                with socket.socket(fileno=borrowed) as end:
                    if end.family == socket.AF_UNIX:
                        print(struct.unpack("3i", end.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12))[0])
            """
        let text = String(decoding: try runTool(["python3", "-c", script]), as: UTF8.self)
        return Set(text.split(separator: "\n").compactMap { Int32($0) })
    }

    private func descriptors(of pid: Int32) throws -> Int { try FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/fd").count }

    @Test func aStrictAgentHasNoConnectionToTheCompositorButTheHosts() throws {
        let (fixture, scratch) = (try SwayDesktop(withPortal: false), Scratch())
        let stimulus = try Stimulus(.typing, on: fixture)
        let stream = try Stream.live(.wlr, on: fixture, to: [scratch.file("a.mkv")])
        var agent = try stream.waitUntilLive(by: "wlr")
        try stream.waitForFrames(5)
        let compositor = try fixture.compositor.pid
        #expect(try peers(of: agent) == [stream.process.pid])
        let before = try descriptors(of: stream.process.pid)
        for _ in 0..<5 {
            kill(agent, SIGKILL)
            agent = try stream.waitUntilLive(by: "wlr", other: agent)
            try stream.waitForFrames(5)
            #expect(try peers(of: agent) == [stream.process.pid])
        }
        #expect(try descriptors(of: stream.process.pid) <= before + 2, "the connections of those that ended are gone")
        #expect(try peers(of: stream.process.pid).contains(compositor), "the host has it in its place")
        try stream.stop(restarts: true)
        stimulus.stop()
    }

    @Test func whoWantsNoSandboxHasTheCompositorsOwnConnection() throws {
        let (fixture, scratch) = (try SwayDesktop(withPortal: false), Scratch())
        let stream = try Stream.live(.wlr, on: fixture, to: [scratch.file("a.mkv")], "--agent-sandbox", "off")
        let agent = try stream.waitUntilLive(by: "wlr")
        #expect(try peers(of: agent).contains(fixture.compositor.pid))
        try stream.stop()
    }

    @Test func aCompositorThatIsNotThereIsNamedAsEver() throws {
        let (fixture, scratch) = (try SwayDesktop(withPortal: false), Scratch())
        let words = ["live", "--capture", "wlr", "--display", "wayland-9", "--mic", "none", "--http", "off", "--to", scratch.file("a.mkv")]
        let host = try FixtureProcess([try releaseProduct("splitcast")] + words + ["--group", "nowhere"], environment: fixture.environment)
        #expect(host.exitStatus(within: .seconds(20)) == .exited(3), "\(host.output)")
        #expect(host.output.contains("cannot reach the Wayland display wayland-9: is a compositor running there?"), "\(host.output)")
        #expect(host.output.contains("wayland-1"), "it says what there is")
    }
}
