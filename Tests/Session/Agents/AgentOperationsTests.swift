import AgentProtocol
import Frames
import Platform
import Testing

@testable import Intake
@testable import Session

/// What is asked of agents ends with a confirmation or a reason, never in silence.
@Suite struct AgentOperationsTests {
    private let start = MediaTime(nanoseconds: 1_000_000_000_000)
    private let geometry = FrameGeometry(size: PixelSize(width: 1280, height: 720))!

    private func agent(_ generation: UInt32, pid: Int32) -> AgentDescription {
        AgentDescription(
            generation: generation, processID: pid, backend: "x11", screen: ":\(generation)", place: "screen", isStandby: false, wantsCast: false,
            needKiB: 6144,
            attachedAt: start)
    }

    private func departed(_ agent: AgentDescription, _ reason: EndReason, _ message: String = "") -> IntakeEvent {
        let snapshot = AgentSnapshot(
            description: agent, extra: "", phase: .closed, isPaused: false, isLive: false, isStalled: false, isDisplayOn: true, camera: [],
            cameraReports: 0, geometry: geometry, orientation: .up, frames: 0, waitedForSlot: 0, superseded: 0, grabbedPixels: 0, staleNotices: 0,
            unknownMessages: 0, confinement: [])
        return .departed(snapshot, reason, .said(message))
    }

    /// A scene: operations, and a roster that hears the same events.
    private struct Scene {
        var operations = AgentOperations()
        var roster = AgentRoster()
        var now: MediaTime

        mutating func handle(_ event: IntakeEvent) -> [AgentOperations.Action] {
            roster.apply(event)
            return operations.handle(event, roster, at: now)
        }

        mutating func begin(_ id: Int, _ request: AgentRequest) -> [AgentOperations.Action] { operations.begin(id, request, roster, at: now) }

        mutating func tick() -> [AgentOperations.Action] { operations.tick(roster, at: now) }

        func state(_ id: Int) -> AgentOperation { operations.operation(id, at: now)! }
    }

    private func sceneWithLive() -> Scene {
        var scene = Scene(now: start)
        _ = scene.handle(.attached(agent(1, pid: 101)))
        _ = scene.handle(.live(agent(1, pid: 101), geometry))
        return scene
    }

    @Test func aSwapIsDoneWhenTheNewAgentIsLiveAndTheOldOneGone() {
        var scene = sceneWithLive()
        #expect(
            scene.begin(1, .swap(backend: "x11", arguments: ["--display", ":2"])) == [
                .start(operation: 1, backend: "x11", arguments: ["--display", ":2"])
            ])
        scene.operations.started(1, processID: 102)
        _ = scene.handle(.attached(agent(2, pid: 102)))
        #expect(scene.state(1).state == .running)
        scene.now = start + .milliseconds(140)
        _ = scene.handle(.live(agent(2, pid: 102), geometry))
        #expect(scene.state(1).state == .running)
        _ = scene.handle(departed(agent(1, pid: 101), .replaced))
        #expect(scene.state(1).state == .done)
        #expect(scene.state(1).agent == 2)
        #expect(scene.state(1).milliseconds == 140)
        #expect(scene.state(1).message == "switched to agent 2 (x11 :2, 1280x720); agent 1 ended (replaced)")
    }

    @Test func aSwapToAnAgentThatEndsFailsAtOnceAndTheOldOneStays() {
        var scene = sceneWithLive()
        _ = scene.begin(1, .swap(backend: "x11", arguments: []))
        scene.operations.started(1, processID: 102)
        #expect(scene.operations.ended(startedBy: 1, why: "no display :9", scene.roster, at: start) == [.dismiss(operation: 1)])
        #expect(scene.state(1).state == .failed)
        #expect(scene.state(1).message == "the new agent did not start: no display :9; agent 1 (x11 :1, 1280x720) stays")
    }

    @Test func aSwapToAnAgentThatNeverDeliversFailsInTime() {
        var scene = sceneWithLive()
        _ = scene.begin(1, .swap(backend: "x11", arguments: []))
        scene.operations.started(1, processID: 102)
        _ = scene.handle(.attached(agent(2, pid: 102)))
        #expect(scene.tick() == [])
        scene.now = start + AgentOperations.frameTimeLimit + .milliseconds(1)
        #expect(scene.tick() == [.dismiss(operation: 1)])
        #expect(scene.state(1).state == .failed)
        #expect(scene.state(1).message.contains("agent 1 (x11 :1, 1280x720) stays"))
    }

    @Test func aSwitchClaimsAStandby() {
        var scene = sceneWithLive()
        _ = scene.handle(.attached(agent(2, pid: 102)))
        #expect(scene.begin(1, .switchTo(agent: 2)) == [.claim(2)])
        _ = scene.handle(.live(agent(2, pid: 102), geometry))
        _ = scene.handle(departed(agent(1, pid: 101), .replaced))
        #expect(scene.state(1).state == .done)
    }

    @Test func aSwitchThatBringsNoFrameIsWithdrawn() {
        var scene = sceneWithLive()
        _ = scene.handle(.attached(agent(2, pid: 102)))
        _ = scene.begin(1, .switchTo(agent: 2))
        scene.now = start + .seconds(11)
        #expect(scene.tick() == [.command(.withdraw(2))])
        #expect(scene.state(1).message.contains("stays"))
    }

    @Test func unknownAgentsAreRefusedWithTheOnesThereAre() {
        var scene = sceneWithLive()
        for (id, request) in [(1, AgentRequest.switchTo(agent: 9)), (2, .stop(agent: 9)), (3, .pause(agent: 9)), (4, .resume(agent: 9))] {
            #expect(scene.begin(id, request) == [])
            #expect(scene.state(id).state == .failed)
            #expect(scene.state(id).message == "there is no agent 9 (attached: 1 (x11 :1))")
        }
    }

    @Test func switchingToTheLiveAgentIsRefused() {
        var scene = sceneWithLive()
        _ = scene.begin(1, .switchTo(agent: 1))
        #expect(scene.state(1).message == "agent 1 (x11 :1, 1280x720) is live already")
    }

    @Test func anAgentIsNotRequestedWhereOneIsLive() {
        var scene = sceneWithLive()
        #expect(scene.begin(1, .start(backend: nil, arguments: [])) == [])
        #expect(scene.state(1).state == .failed)
        var empty = Scene(now: start)
        #expect(empty.begin(1, .start(backend: nil, arguments: [])) == [.start(operation: 1, backend: nil, arguments: [])])
        empty.operations.started(1, processID: 7)
        _ = empty.handle(.attached(agent(1, pid: 7)))
        _ = empty.handle(.live(agent(1, pid: 7), geometry))
        #expect(empty.state(1).state == .done)
    }

    @Test func aStopIsConfirmedByTheAgentsEnd() {
        var scene = sceneWithLive()
        #expect(scene.begin(1, .stop(agent: nil)) == [.retire(processID: 101), .command(.stop(1, .stopped))])
        #expect(scene.state(1).state == .running)
        _ = scene.handle(departed(agent(1, pid: 101), .stopped))
        #expect(scene.state(1).state == .done)
        #expect(scene.begin(2, .stop(agent: nil)) == [])
        #expect(scene.state(2).message == "no agent is live: name one (no agent is attached)")
    }

    @Test func allWhoWaitForTheSameAgentHearOfIt() {
        var scene = sceneWithLive()
        for id in 1...3 { _ = scene.begin(id, .stop(agent: 1)) }
        _ = scene.handle(departed(agent(1, pid: 101), .stopped))
        #expect((1...3).map { scene.state($0).message } == Array(repeating: "agent 1 ended (stopped)", count: 3))
        #expect((1...3).allSatisfy { scene.state($0).state == .done })
        // Of two who switch to one agent both have it.
        scene = sceneWithLive()
        _ = scene.handle(.attached(agent(2, pid: 102)))
        for id in 4...5 { _ = scene.begin(id, .switchTo(agent: 2)) }
        _ = scene.handle(.live(agent(2, pid: 102), geometry))
        _ = scene.handle(departed(agent(1, pid: 101), .replaced))
        #expect((4...5).allSatisfy { scene.state($0).state == .done })
    }

    @Test func theBookIsBounded() {
        var scene = Scene(now: start)
        for id in 1...200 { _ = scene.begin(id, .stop(agent: 5)) }
        #expect(scene.operations.book.count == AgentOperations.mostKept)
        #expect(scene.operations.operation(1, at: start) == nil)
        #expect(scene.operations.operation(200, at: start)?.state == .failed)
    }

    @Test func aSwapWaitsForTheUsersConsentAndThenForTheFirstPicture() {
        var scene = sceneWithLive()
        _ = scene.begin(1, .swap(backend: "pipewire", arguments: []))
        scene.operations.started(1, processID: 102)
        _ = scene.handle(.attached(agent(2, pid: 102)))
        scene.operations.askedForConsent(at: start)
        scene.now = start + .seconds(300)
        #expect(scene.tick().isEmpty && scene.state(1).state == .running && scene.state(1).message.contains("dialog"))
        scene.operations.granted(agent(3, pid: 103), at: scene.now)
        scene.operations.granted(agent(2, pid: 102), at: scene.now)
        scene.now = scene.now + AgentOperations.castTimeLimit
        #expect(scene.tick().isEmpty)
        scene.now = scene.now + .milliseconds(1)
        #expect(scene.tick() == [.dismiss(operation: 1)])
        #expect(scene.state(1).message.contains("within 60 s"))
    }

    @Test func whoWaitsForNoFrameDoesNotWaitForTheUser() {
        var scene = sceneWithLive()
        _ = scene.begin(1, .stop(agent: nil))
        scene.operations.askedForConsent(at: start)
        scene.now = start + AgentOperations.confirmationTimeLimit + .milliseconds(1)
        _ = scene.tick()
        #expect(scene.state(1).state == .failed)
    }
}
