import Fixtures
import Glibc
import Platform
import Synchronization
import Testing

@testable import Supervision

/// What an agent is told where others see it, and where they do not.
@Suite struct AgentCommandLineTests {
    @Test(
        arguments: [
            (["--url", "rtsp://a"], ["--url", "@-"], "rtsp://a"), (["--url=rtsp://a", "--fps", "5"], ["--url=@-", "--fps", "5"], "rtsp://a"),
            (["--url", "a", "--url=b"], ["--url", "@-", "--url=@-"], "b"), (["--url", "--url"], ["--url", "@-"], "--url"),
            (["--url", "@/x"], ["--url", "@/x"], nil), (["--url", "a", "--url", "@/x"], ["--url", "@-", "--url", "@/x"], nil),
            (["--file", "a"], ["--file", "a"], nil), (["--url"], ["--url"], nil), (["--url", ""], ["--url", "@-"], ""),
        ] as [([String], [String], String?)])
    func anAddressIsNoArgument(given: [String], kept: [String], address: String?) {
        let found = AgentCommandLine.withoutAddress(given)
        #expect(found.arguments == kept && found.address == address)
    }

    @Test func whatIsStartedAgainReadsTheSameInput() throws {
        let said = Mutex<[String]>([])
        let words = "read -r line; echo got:$line; read -r more || echo end; exit 1"
        let command = AgentCommandLine(program: "/bin/sh", arguments: ["-c", words], input: "rtsp://me:secret@camera/1")
        let supervisor = try AgentSupervisor(command, group: .standard) { event in
            if case .said(let line) = event { said.withLock { $0.append(line) } }
        }
        defer { supervisor.stop() }
        try waitUntil("two starts: \(said.withLock { $0 })") { said.withLock { $0.count { $0 == "end" } } >= 2 }
        #expect(said.withLock { $0.prefix(4) } == ["got:rtsp://me:secret@camera/1", "end", "got:rtsp://me:secret@camera/1", "end"])
    }

    @Test func anInputThatNoPipeHoldsIsRefused() throws {
        #expect(throws: SystemError(operation: "filling a pipe", number: EMSGSIZE)) { _ = try FilledPipe(String(repeating: "x", count: 4097)) }
        _ = try FilledPipe(String(repeating: "x", count: 4096))
    }
}
