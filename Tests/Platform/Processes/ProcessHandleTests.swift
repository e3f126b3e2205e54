import Fixtures
import Glibc
import Testing

@testable import Platform

/// A pid may have been given to another process since it was written down.
@Suite struct ProcessHandleTests {
    @Test func aProcessThatStartedLaterIsAnother() throws {
        let before = MediaTime.now()
        // Start times are counted in ticks of 10 ms.
        try waitUntil("a tick") { MediaTime.now() - before > .milliseconds(30) }
        let process = try FixtureProcess(["sleep", "100"])
        #expect(ProcessHandle(process.pid, runningSince: .now()) != nil)
        #expect(ProcessHandle(process.pid, runningSince: before) == nil)
        process.end()
        try waitUntil("its end") { ProcessHandle(process.pid, runningSince: .now()) == nil }
    }

    @Test func thePeerOfASocketIsTheProcessThatConnected() throws {
        let scratch = Scratch()
        let listener = try PacketSocket.listen(at: scratch.file("s.sock"), waiting: 1)
        defer { close(listener) }
        let client = try PacketSocket(connectingTo: scratch.file("s.sock"))
        let accepted = try #require(try PacketSocket(acceptingFrom: listener))
        let handle = try #require(accepted.peerProcess(connectedBy: .now()))
        let facts = textOfFile("/proc/self/fdinfo/\(handle.descriptor)")
        #expect(facts.contains("Pid:\t\(getpid())\n"), "\(facts)")
        withExtendedLifetime(client) {}
    }
}
