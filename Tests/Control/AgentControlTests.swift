import AppGroup
import ControlFixtures
import Session
import Testing

@testable import Control

/// What can be asked of agents, over a real control socket.
@Suite struct AgentControlTests {
    private let group: TestGroup
    private static let agents = [
        FakeSession.agent(3, "x11", ":0", isLive: true), FakeSession.agent(4, "x11", ":1", isStandby: true),
    ]

    init() throws { group = try TestGroup() }

    static let requests: [AgentRequest] = [
        .swap(backend: "x11", arguments: ["--display", ":1", "ü \"\\/"]), .swap(backend: "my-agent_2", arguments: []), .switchTo(agent: 4),
        .detach(.screen), .attach(SourceName("cam")!, agent: 4), .attach(.screen, agent: nil),
        .stop(agent: nil), .stop(agent: 4), .pause(agent: nil), .pause(agent: 3), .resume(agent: 4),
    ]

    @Test(arguments: requests) func arrivesAsItWasAskedAndIsSeenThrough(request: AgentRequest) async throws {
        let session = FakeSession(agents: Self.agents)
        let ended = try await group.serving(session) { [group] in
            let client = try ControlClient(group.directory.name)
            let begun = try client.begin(request)
            #expect(begun.id == 1 && begun.state == .running)
            return try OperationWait(client).end(of: begun) { _ in }
        }
        #expect(ended.state == .done && ended.milliseconds == 143)
        #expect(session.wasTold.requests == [request])
    }

    @Test func whoIsAttachedIsTold() async throws {
        let list = try await group.serving(FakeSession(agents: Self.agents)) { [group] in try ControlClient(group.directory.name).agents() }
        #expect(list.agents.map(\.id) == [3, 4] && list.departed.isEmpty && list.live?.id == 3)
    }

    @Test func theFormOfEachMessageIsFixed() async throws {
        let packets = [
            #"{"v":1,"do":"swap","backend":"x11","arguments":["--display",":1"]}"#, #"{"v":1,"do":"operation","id":1}"#,
            #"{"v":1,"do":"operation","id":1}"#, #"{"v":1,"do":"start-agent"}"#, #"{"v":1,"do":"switch","agent":4,"why":null}"#,
        ]
        let session = FakeSession(agents: Self.agents, asksUntilEnd: 1)
        let replies = try await group.serving(session) { [group] in
            try RawPackets.exchange(packets.map { Array($0.utf8) }, group.directory)
        }
        let running = #"{"operation":{"id":1,"message":"waiting for a frame","milliseconds":1,"state":"running"},"v":1}"#
        let done = #"{"operation":{"agent":5,"id":1,"message":"","milliseconds":143,"state":"done"},"v":1}"#
        #expect(replies[0] == running && replies[1] == done && replies[2] == done)
        #expect(replies[3].contains(#""code":"alreadyLive""#) && replies[3].contains("swap puts another in its place"))
        #expect(replies[4] == #"{"operation":{"id":2,"message":"waiting for a frame","milliseconds":1,"state":"running"},"v":1}"#)
        #expect(session.wasTold.requests == [.swap(backend: "x11", arguments: ["--display", ":1"]), .switchTo(agent: 4)])
    }

    @Test func theRepliesOfAgentsAndStatusCarryNothingElse() async throws {
        let replies = try await group.serving(FakeSession()) { [group] in
            try RawPackets.exchange([Array(#"{"v":1,"do":"agents"}"#.utf8)], group.directory)
        }
        #expect(replies == [#"{"agents":[],"departed":[],"v":1}"#])
    }

    @Test func aFailureIsAnEndWithItsReason() async throws {
        let session = FakeSession(agents: Self.agents, failure: "no frame came within 10 s; the old one stays")
        let ended = try await group.serving(session) { [group] in
            let client = try ControlClient(group.directory.name)
            return try OperationWait(client).end(of: try client.begin(.swap(backend: "x11", arguments: []))) { _ in }
        }
        #expect(ended.state == .failed && ended.message == "no frame came within 10 s; the old one stays")
    }

    @Test func waitingEndsWhenTheCallerHasNoMorePatience() async throws {
        let session = FakeSession(agents: Self.agents, asksUntilEnd: -1)
        let error = await #expect(throws: ControlError.self) {
            try await group.serving(session) { [group] in
                let client = try ControlClient(group.directory.name)
                _ = try OperationWait(client).end(of: try client.begin(.stop(agent: nil)), timeLimit: .milliseconds(50)) { _ in }
            }
        }
        #expect(error?.code == .notDone && error?.message.contains("waiting for a frame") == true)
        #expect(error?.message.contains("splitcast agents") == true)
    }

    @Test func aHostThatEndsMeanwhileIsSaidToHaveEnded() async throws {
        let begun = try await group.serving(FakeSession(agents: Self.agents)) { [group] in
            try ControlClient(group.directory.name).begin(.stop(agent: nil))
        }
        // Its server is gone with the closure.
        let error = #expect(throws: ControlError.self) {
            try OperationWait(ControlClient(group.directory.name)).end(of: begun) { _ in }
        }
        #expect(error?.code == .noHost && error?.message.contains("ended before this was done") == true)
    }

    @Test func aClientIsToldWhyInTheHostsOwnWords() async throws {
        let error = await #expect(throws: ControlError.self) {
            try await group.serving(FakeSession(agents: Self.agents)) { [group] in
                _ = try ControlClient(group.directory.name).begin(.switchTo(agent: 9))
            }
        }
        #expect(error?.code == .refused && error?.message == "there is no agent 9: attached are 3 (live), 4 (standby)")
    }
}
