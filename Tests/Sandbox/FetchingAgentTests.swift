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

    private func watching(_ sandbox: String = "strict") throws -> (HostFixture, FixtureProcess, FixtureProcess, AgentSeat) {
        let (server, address) = try server()
        let host = try HostFixture()
        try host.listen()
        let agent = try host.agent(Self.media, ["--sandbox", sandbox, "--ends-with-host", "--url", address])
        let seat = try host.nextAgent()
        try host.waitUntil("pictures: \(agent.output)") { seat.lastNotice?.number ?? 0 > 10 && seat.memory?.hasPicture == true }
        return (host, agent, server, seat)
    }

    @Test func theProcessThatDecodesHasNoNetwork() throws {
        let (_, agent, server, _) = try watching()
        let helpers = children(agent.pid)
        #expect(helpers.count == 1 && internetSockets(agent.pid).isEmpty)
        #expect(AgentFacts.filters(agent.pid) == ["2"])
        #expect(internetSockets(helpers[0]).count == 1 && AgentFacts.status(helpers[0], "Seccomp") == "2")
        #expect(AgentFacts.status(helpers[0], "NoNewPrivs") == "1")
        try server.expectRunning()
    }

    @Test(arguments: ["strict", "off"]) func noFetchingProcessOutlivesItsAgent(sandbox: String) throws {
        let (_, agent, _, _) = try watching(sandbox)
        let helpers = children(agent.pid)
        #expect(helpers.count == 1 && helpers.allSatisfy(isRunning))
        agent.send(SIGKILL)
        try waitUntil("the end of \(helpers)") { !helpers.contains(where: isRunning) }
    }

    @Test func aStopEndsBoth() throws {
        let (host, agent, _, seat) = try watching()
        let helpers = children(agent.pid)
        seat.wish = .stop
        try host.waitUntil("its last message") { seat.ended?.reason == .stopped }
        #expect(agent.exitStatus(within: .seconds(10)) == .exited(0))
        try waitUntil("the end of \(helpers)") { !helpers.contains(where: isRunning) }
    }

    @Test func aStreamThatBreaksOffIsNamedByTheAgent() throws {
        let (host, agent, server, seat) = try watching()
        server.kill()
        try host.waitUntil("its last message") { seat.ended?.reason == .failed }
        #expect(seat.ended?.message.contains("127.0.0.1") == true, "\(seat.ended?.message ?? "")")
        #expect(agent.exitStatus(within: .seconds(10)) == .exited(3))
    }

    /// A process that fetches and dies is not a stream that ends.
    @Test func aFetchingProcessThatCrashesIsNamed() throws {
        let (host, agent, _, seat) = try watching()
        for helper in children(agent.pid) { kill(helper, SIGKILL) }
        try host.waitUntil("its last message") { seat.ended != nil }
        #expect(seat.ended?.isRetriable == true && seat.ended?.message.contains("ended without a word") == true)
    }
}
