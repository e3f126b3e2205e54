import Platform
import Testing

@testable import Intake
@testable import Session

/// Why agents left: who said so decides, never what the text is.
@Suite struct DepartedAgentsTests {
    private let now = MediaTime(nanoseconds: 1_000_000_000_000)

    private func agent(_ generation: UInt32, pid: Int32) -> AgentSnapshot {
        let description = AgentDescription(
            generation: generation, processID: pid, backend: "x11", screen: ":1", place: "screen", isStandby: false, wantsCast: false,
            needKiB: 6144, attachedAt: now)
        return AgentSnapshot(
            description: description, extra: "", phase: .closed, isPaused: false, isLive: false, isStalled: false, isDisplayOn: true, camera: [],
            cameraReports: 0, geometry: nil, orientation: .up, frames: 0,
            waitedForSlot: 0, superseded: 0, grabbedPixels: 0, staleNotices: 0, unknownMessages: 0, confinement: [])
    }

    @Test func aClosedConnectionIsExplainedByTheEndOfTheProcess() {
        var departed = DepartedAgents()
        departed.add(agent(1, pid: 7), .closed, .connectionClosed, at: now)
        #expect(departed.entries.last?.agent.message == "the process went away")
        departed.explain(7, .memoryLimit, "it needed more")
        #expect(departed.entries.last?.agent.endReason == "memoryLimit" && departed.entries.last?.agent.message == "it needed more")
        // Once: a later process with the same number explains nothing.
        departed.explain(7, .closed, "it ended with exit code 0")
        #expect(departed.entries.last?.agent.message == "it needed more")
    }

    @Test func theEndOfTheProcessMayBeKnownFirst() {
        var departed = DepartedAgents()
        departed.explain(7, .closed, "it was ended by signal 9")
        departed.add(agent(1, pid: 7), .closed, .connectionClosed, at: now)
        #expect(departed.entries.last?.agent.message == "it was ended by signal 9")
    }

    @Test func anAgentThatSaysTheTextOfAClosedConnectionIsNotTakenForOne() {
        var departed = DepartedAgents()
        let text = Departure.connectionClosed.text
        departed.add(agent(1, pid: 7), .failed, .said(text), at: now)
        departed.explain(7, .closed, "it ended with exit code 3")
        #expect(departed.entries.last?.agent.endReason == "failed" && departed.entries.last?.agent.message == text)
    }

    @Test func onlyAnAgentThatGaveItsReasonHasSaidWhy() {
        var departed = DepartedAgents()
        departed.add(agent(1, pid: 7), .closed, .said("the file has ended"), at: now)
        departed.add(agent(2, pid: 8), .stopped, .said(""), at: now)
        departed.add(agent(3, pid: 9), .closed, .connectionClosed, at: now)
        departed.add(agent(4, pid: 10), .unresponsive, .dropped("no heartbeat"), at: now)
        #expect([7, 8, 9, 10, 11].filter { departed.hasSaidWhy($0) } == [7])
    }

    @Test func theListIsBounded() {
        var departed = DepartedAgents()
        for generation in UInt32(1)...40 { departed.add(agent(generation, pid: Int32(generation)), .stopped, .said(""), at: now) }
        #expect(departed.entries.map(\.agent.id) == Array(25...40))
    }
}
