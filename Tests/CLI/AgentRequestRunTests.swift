import Control
import ControlFixtures
import Glibc
import Session
import Testing

@testable import SplitcastCLI

/// Commands about agents against a real control socket.
@Suite struct AgentRequestRunTests {
    private let group: TestGroup
    private static let agents = [
        FakeSession.agent(3, "x11", ":0", isLive: true), FakeSession.agent(4, "x11", ":1", isStandby: true),
    ]

    init() throws { group = try TestGroup() }

    /// The line that a command prints.
    private func line(_ request: AgentRequest, _ session: FakeSession, timeLimit: Duration = .seconds(10)) async throws -> String {
        try await group.serving(session) { [group] in
            try AgentRequestRun(request, in: group.directory.name).run(timeLimit: timeLimit).line
        }
    }

    @Test(arguments: [
        (AgentRequest.swap(backend: "x11", arguments: ["--display", ":2"]), "switched to agent 5 (x11 :2, 1280x720) in 143 ms; agent 3 was stopped"),
        (.switchTo(agent: 4), "switched to agent 4 (x11 :1, 1280x720) in 143 ms; agent 3 was stopped"),
        (.stop(agent: nil), "agent 3 (x11 :0, 1280x720) was stopped in 143 ms"),
        (.stop(agent: 4), "agent 4 (x11 :1, 1280x720) was stopped in 143 ms"),
        (.pause(agent: nil), "agent 3 (x11 :0, 1280x720) is paused: 'splitcast resume' lets it go on"),
    ])
    func isSeenThroughAndToldInOneLine(request: AgentRequest, expected: String) async throws {
        let session = FakeSession(agents: Self.agents)
        #expect(try await line(request, session) == expected)
        #expect(session.wasTold.requests == [request])
    }

    @Test func agentsOfOtherSourcesAreNotNamed() async throws {
        var other = FakeSession.agent(1, "media", "clip.mp4", isLive: true)
        other.place = "cam"
        let request = AgentRequest.swap(backend: "x11", arguments: ["--display", ":2"], source: .screen)
        let (before, after) = ([other], [other, FakeSession.agent(9, "x11", ":2", isLive: true)])
        func line(_ before: [SessionStatus.Agent]) throws -> String {
            let operation = AgentOperation(id: 1, state: .done, message: "", agent: 9, milliseconds: 143)
            return AgentOutcome(
                request: request, operation: operation, before: AgentList(agents: before, departed: []), after: AgentList(agents: after, departed: [])
            ).line
        }
        #expect(try line(before) == "switched to agent 9 (x11 :2, 1280x720) in 143 ms")
        #expect(try line([other] + Self.agents) == "switched to agent 9 (x11 :2, 1280x720) in 143 ms; agent 3 was stopped")
    }

    @Test func startAndResumeToo() async throws {
        #expect(
            try await line(.start(backend: "x11", arguments: ["--display", ":7"]), FakeSession())
                == "agent 1 (x11 :7, 1280x720) is live in 143 ms")
        #expect(try await line(.start(backend: nil, arguments: []), FakeSession()) == "agent 9 (pattern card, 1280x720) is live in 143 ms")
        let paused = FakeSession(agents: [FakeSession.agent(3, "x11", ":0", isLive: true, isPaused: true)])
        #expect(try await line(.resume(agent: nil), paused) == "agent 3 (x11 :0, 1280x720) goes on")
    }

    @Test func aFailedSwapSaysWhyAndWhoStays() async throws {
        let session = FakeSession(agents: Self.agents, failure: "agent 5 brought no frame within 10 s")
        #expect(try await line(.swap(backend: "x11", arguments: []), session) == "agent 5 brought no frame within 10 s; agent 3 (x11 :0) stays")
        let complete = FakeSession(agents: Self.agents, failure: "no frame came; the old one stays")
        #expect(try await line(.swap(backend: "x11", arguments: []), complete) == "no frame came; the old one stays")
    }

    @Test(arguments: [
        (AgentRequest.switchTo(agent: 9), Int32(1), "there is no agent 9: attached are 3 (live), 4 (standby)"),
        (.switchTo(agent: 3), 1, "agent 3 is live already: give another, attached are 4 (standby)"),
        (.start(backend: nil, arguments: []), 1, "agent 3 (x11 :0) is live already: swap puts another in its place"),
    ])
    func aRefusalIsTheHostsOwnLine(request: AgentRequest, exitCode: Int32, message: String) async throws {
        let session = FakeSession(agents: Self.agents)
        let error = await #expect(throws: CommandFailure.self) { _ = try await line(request, session) }
        #expect(error?.exitCode == exitCode && error?.message == message)
        #expect(session.wasTold.requests.isEmpty)
    }

    @Test func patienceEndsWithAHintWhereToLook() async throws {
        let session = FakeSession(agents: Self.agents, asksUntilEnd: -1)
        let error = await #expect(throws: CommandFailure.self) {
            _ = try await line(.stop(agent: nil), session, timeLimit: .milliseconds(50))
        }
        #expect(error?.exitCode == 1 && error?.message.contains("splitcast agents --group \(group.directory.name)") == true)
    }

    @Test func withoutAHostThereIsTheUsualLine() throws {
        let request = AgentRequest.stop(agent: nil)
        let error = #expect(throws: CommandFailure.self) {
            try AgentRequestRun(request, in: group.directory.name).run(timeLimit: .seconds(1))
        }
        #expect(error?.exitCode == 4 && error?.message.contains("start one with 'splitcast live --group") == true)
    }

    @Test func aGroupThatIsOpenToOthersIsNotUsed() throws {
        chmod(group.directory.path, 0o755)
        defer { chmod(group.directory.path, 0o700) }
        let error = #expect(throws: CommandFailure.self) { try AgentRequestRun(.stop(agent: nil), in: group.directory.name) }
        #expect(error?.exitCode == 4 && error?.message.contains("chmod 700") == true)
    }
}
