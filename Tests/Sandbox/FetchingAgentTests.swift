import Fixtures
import Foundation
import ServerFixtures
import Testing

/// Agents that show a stream: the process that decodes has no network, the one that has it decodes nothing.
@Suite(.serialized) struct FetchingAgentTests {
    private static let media = "splitcast-capture-media"

    /// A stream that does not end by itself, for one client.
    private func server() throws -> (FixtureProcess, String) {
        let port = Port.free()
        let address = "http://127.0.0.1:\(port)/live.ts"
        let server = try FixtureProcess([
            "ffmpeg", "-nostdin", "-v", "error", "-re", "-f", "lavfi", "-i", "testsrc2=s=320x180:r=25", "-c:v", "libx264", "-g", "10", "-f", "mpegts",
            "-listen", "1", address,
        ])
        try waitUntil("the server: \(server.output)") { Port.isListening(port) }
        return (server, address)
    }

    private func children(_ pid: Int32) -> [Int32] {
        textOfFile("/proc/\(pid)/task/\(pid)/children").split(separator: " ").compactMap { Int32($0) }
    }

    private func isRunning(_ pid: Int32) -> Bool { AgentFacts.status(pid, "State").map { !$0.hasPrefix("Z") } ?? false }

    /// The sockets of a process that are of the Internet, by the kernel's lists.
    private func internetSockets(_ pid: Int32) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/fd")) ?? []  // gone: none
        let links = names.compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(pid)/fd/\($0)") }  // closed meanwhile
        let sockets = links.filter { $0.hasPrefix("socket:[") }.map { String($0.dropFirst(8).dropLast()) }
        let known = ["tcp", "tcp6", "udp", "udp6", "raw", "raw6"].flatMap { textOfFile("/proc/net/\($0)").split(separator: "\n").dropFirst() }
        let inodes = Set(known.compactMap { $0.split(separator: " ").dropFirst(9).first.map(String.init) })
        return sockets.filter(inodes.contains)
    }

    /// An agent that shows a stream.
    private struct Showing {
        let server: FixtureProcess
        let host: HostFixture
        let agent: FixtureProcess
        let seat: AgentSeat
    }

    private func show(_ sandbox: String = "strict") throws -> Showing {
        let (server, address) = try server()
        let host = try HostFixture()
        try host.listen()
        let agent = try host.agent(Self.media, ["--sandbox", sandbox, "--ends-with-host", "--url", address])
        let seat = try host.nextAgent()
        try host.waitUntil("pictures: \(agent.output)") { seat.lastNotice?.number ?? 0 > 10 && seat.memory?.hasPicture == true }
        return Showing(server: server, host: host, agent: agent, seat: seat)
    }

    @Test func theProcessThatDecodesHasNoNetwork() throws {
        let showing = try show()
        let helpers = children(showing.agent.pid)
        #expect(internetSockets(showing.agent.pid).isEmpty)
        let helper = try #require(helpers.first)
        #expect(AgentFacts.filters(showing.agent.pid) == ["2"])
        #expect(internetSockets(helper).count == 1 && AgentFacts.status(helper, "Seccomp") == "2")
        #expect(AgentFacts.status(helper, "NoNewPrivs") == "1")
        try showing.server.expectRunning()
    }

    @Test(arguments: ["strict", "off"]) func noFetchingProcessOutlivesItsAgent(sandbox: String) throws {
        let showing = try show(sandbox)
        let helpers = children(showing.agent.pid)
        #expect(helpers.count == 1 && helpers.allSatisfy(isRunning))
        // Nothing comes any more, so that it writes nothing either: it would notice that by itself. It gives up after 10 s.
        showing.server.pause()
        showing.agent.send(SIGKILL)
        try waitUntil("the end of \(helpers)", timeout: .seconds(8)) { !helpers.contains(where: isRunning) }
    }

    @Test func aStopEndsBoth() throws {
        let showing = try show()
        let helpers = children(showing.agent.pid)
        showing.seat.wish = .stop
        try showing.host.waitUntil("its last message") { showing.seat.ended?.reason == .stopped }
        #expect(showing.agent.exitStatus(within: .seconds(10)) == .exited(0))
        try waitUntil("the end of \(helpers)") { !helpers.contains(where: isRunning) }
    }

    @Test func aStreamThatBreaksOffIsNamedByTheAgent() throws {
        let showing = try show()
        showing.server.kill()
        try showing.host.waitUntil("its last message") { showing.seat.ended?.reason == .failed }
        #expect(showing.seat.ended?.message.contains("127.0.0.1") == true, "\(showing.seat.ended?.message ?? "")")
        #expect(showing.agent.exitStatus(within: .seconds(10)) == .exited(3))
    }

    /// A process that fetches and dies is not a stream that ends.
    @Test func aFetchingProcessThatCrashesIsNamed() throws {
        let showing = try show()
        for helper in children(showing.agent.pid) { kill(helper, SIGKILL) }
        try showing.host.waitUntil("its last message") { showing.seat.ended != nil }
        #expect(showing.seat.ended?.isRetriable == true && showing.seat.ended?.message.contains("ended without a word") == true)
    }
}
