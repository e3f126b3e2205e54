import Control
import ControlFixtures
import Session
import Testing

@testable import SplitcastCLI

/// What `splitcast agents` prints.
@Suite struct AgentTableTests {
    private func text(_ agents: [SessionStatus.Agent], _ departed: [SessionStatus.DepartedAgent] = [], group: String = "talk") -> String {
        AgentTable.text(AgentList(agents: agents, departed: departed), group: group)
    }

    @Test func everyAgentIsALine() {
        let agents = [
            FakeSession.agent(3, "x11", ":0", isLive: true), FakeSession.agent(4, "pattern", "card", isStandby: true),
            FakeSession.agent(12, "x11", ":1", isPaused: true),
        ]
        let lines = text(agents).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        #expect(
            Array(lines[..<4]) == [
                "AGENT  STATE    BACKEND  SCREEN  SIZE        SINCE  MEMORY                     FRAMES  DROPPED  SANDBOX   PID",
                "    3  live     x11      :0      1280x720  0:01:05  1.4 of 16 MiB (cgroup v1)    1900        4  strict   4003",
                "    4  standby  pattern  card    1280x720  0:01:05  1.4 of 16 MiB (cgroup v1)    1900        4  strict   4004",
                "   12  paused   x11      :1      1280x720  0:01:05  1.4 of 16 MiB (cgroup v1)    1900        4  strict   4012",
            ])
        #expect(lines.dropFirst(4).joined().hasPrefix("Not contained: a client of an X server can read keys"))
    }

    @Test func whatIsNotContainedIsSaidWhereItIsSo() {
        #expect(!text([FakeSession.agent(1, "pattern", "card", isLive: true)]).contains("Not contained"))
    }

    @Test func theDepartedFollowTheLatestFirst() throws {
        let departed = [FakeSession.departed(1, "x11", "replaced"), FakeSession.departed(2, "x11", "failed", "no such display")]
        let lines = text([], departed).split(separator: "\n").map(String.init)
        #expect(lines[0] == "no agent is attached: start one with 'splitcast request-agent --group talk BACKEND': x11, pipewire, wlr, …")
        #expect(lines[1] == "DEPARTED  BACKEND      AGO  ATTACHED  FRAMES   PID  REASON")
        #expect(lines[2] == "       2  x11      0:00:12   0:05:00    9000  4001  failed: no such display")
        #expect(lines[3] == "       1  x11      0:00:12   0:05:00    9000  4001  replaced")
    }

    @Test func itsOwnTextStandsBesideItsScreen() {
        var agent = FakeSession.agent(1, "x11", ":1")
        #expect(agent.screenText == ":1")
        agent.extra = "room 2"
        #expect(agent.screenText == ":1 (room 2)" && text([agent]).contains("  :1 (room 2)  "))
        agent.screen = ""
        #expect(agent.screenText == "(room 2)")
    }

    @Test func theDefaultGroupNeedsNoOption() {
        #expect(text([], group: "default") == "no agent is attached: start one with 'splitcast request-agent BACKEND': x11, pipewire, wlr, …\n")
    }

    @Test func memoryIsWhatCountsOfWhatIsAllowed() {
        var agent = FakeSession.agent(1, "x11", ":0")
        #expect(agent.memoryText == "1.4 of 16 MiB (cgroup v1)" && agent.shortText == "x11 1.4/16 MiB cgroup v1, strict")
        (agent.memory.limitKiB, agent.memory.limitKind) = (7 * 1024 + 512, "resource limits")
        // Resource limits count nothing: then it is what the process has to itself.
        (agent.memory.anonymousKiB, agent.memory.kernelKiB) = (0, 0)
        #expect(agent.memoryText == "2.5 of 7.5 MiB (resource limits)")
        (agent.memory.limitKiB, agent.memory.limitKind, agent.confinement) = (0, "", [])
        #expect(agent.memoryText == "2.5 MiB, no limit" && agent.shortText == "x11 2.5 MiB, no sandbox")
    }

    @Test(arguments: [
        (["noNewPrivileges", "filteredCalls", "noFiles"], "strict"), ([], "none"), (["noNewPrivileges", "filteredCalls", "logsOnly"], "logs only"),
        (["filteredCalls", "noNewPrivileges"], "calls filtered, no new privileges"), (["noNewPrivileges"], "no new privileges"),
    ])
    func whatHoldsItIsSaidShortly(confinement: [String], words: String) {
        var agent = FakeSession.agent(1, "x11", ":0")
        agent.confinement = confinement
        #expect(agent.sandboxText == words)
    }

    @Test func aPeerCannotSteerTheTerminal() {
        let evil = FakeSession.agent(1, "x11", ":0\u{1B}[2J\n\u{9B}31m", isLive: true)
        let departed = FakeSession.departed(2, "x11", "failed", "\u{1B}]0;title\u{7}")
        let text = text([evil], [departed])
        #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 32 && !(127..<160).contains($0.value) })
        #expect(text.contains(":0 [2J"))
    }

    @Test func jsonHasTheFieldsOfStatus() {
        let list = AgentList(agents: [FakeSession.agent(1, "x11", ":0")], departed: [FakeSession.departed(2, "x11", "closed")])
        let json = JSONText.of(list, isPretty: false)
        #expect(json.hasPrefix(#"{"agents":[{"attachedForSeconds":65,"#) && json.contains(#""limitKind":"cgroup v1""#))
        #expect(json.contains(#""departed":[{"attachedForSeconds":300,"backend":"x11","endReason":"closed""#))
    }
}
