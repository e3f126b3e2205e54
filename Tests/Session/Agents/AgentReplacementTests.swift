import Intake
import Testing

@testable import Session

/// An agent is bound to the command that wanted it: what a later one replaced is neither started nor shown again.
@Suite struct AgentReplacementTests {
    private static let initial = AgentCoordinator.initial
    private let first = AgentScene.agent(1, pid: 101)
    private let second = AgentScene.agent(2, pid: 102)
    private let again = AgentScene.agent(3, pid: 103)

    /// The broadcast's own agent was killed, and a swap asked for at once.
    private func swapping() -> AgentScene {
        var scene = AgentScene.live()
        _ = scene.handle(AgentScene.left(first, .closed, .connectionClosed, isLive: true))
        _ = scene.supervisor(Self.initial, .ended(processID: 101, .killed(signal: 9), isMemoryLimit: false))
        _ = scene.request(1, .swap(backend: "x11", arguments: ["--display", ":2"]))
        _ = scene.supervisor(1, .started(processID: 102, held: "cgroup v2"))
        #expect(scene.handle(.attached(second)).commands == [.admit(2, rank: 2, isStandby: false)])
        return scene
    }

    @Test func anAgentThatIsStartedAgainAfterASwapIsNotLetIn() {
        var scene = swapping()
        #expect(scene.handle(.live(second, AgentScene.geometry)).contains(.retire(operation: Self.initial)))
        #expect(scene.operation(1)?.state == .done)
        // It was on its way.
        _ = scene.supervisor(Self.initial, .started(processID: 103, held: "cgroup v2"))
        #expect(scene.handle(.attached(again)).commands == [.stop(3, .replaced)])
    }

    @Test func anAgentThatIsStartedAgainDuringASwapEndsWithIt() {
        var scene = swapping()
        _ = scene.supervisor(Self.initial, .started(processID: 103, held: "cgroup v2"))
        // It is shown until the swap's agent delivers, whose claim is the later one.
        #expect(scene.handle(.attached(again)).commands == [.admit(3, rank: 1, isStandby: false)])
        let switched = scene.handle(.live(second, AgentScene.geometry))
        #expect(switched.commands == [.stop(3, .replaced)] && switched.contains(.retire(operation: Self.initial)))
    }

    @Test func anAgentThatWaitsBehindWhatStoodInForItEndsWithASwap() {
        var scene = AgentScene.live()
        let standby = AgentScene.agent(4, pid: 7, isStandby: true)
        #expect(scene.handle(.attached(standby)).commands == [.admit(4, rank: 0, isStandby: true)])
        _ = scene.handle(AgentScene.left(first, .closed, .connectionClosed, isLive: true))
        #expect(!scene.handle(.live(standby, AgentScene.geometry)).contains(.retire(operation: Self.initial)))
        _ = scene.supervisor(Self.initial, .started(processID: 103, held: "cgroup v2"))
        #expect(scene.handle(.attached(again)).commands == [.admit(3, rank: 1, isStandby: true)])
        _ = scene.request(1, .swap(backend: "x11", arguments: []))
        _ = scene.supervisor(1, .started(processID: 102, held: "cgroup v2"))
        _ = scene.handle(.attached(second))
        let switched = scene.handle(.live(second, AgentScene.geometry))
        #expect(switched.commands == [.stop(3, .replaced)] && switched.contains(.retire(operation: Self.initial)))
    }

    @Test func anAgentThatAttachesBeforeItsSupervisorHasSpokenIsWaitedFor() {
        var scene = AgentScene()
        _ = scene.handle(.begun)
        let early = AgentScene.agent(1, pid: 101, isChild: true)
        #expect(scene.handle(.attached(early)).commands == [])
        #expect(scene.supervisor(Self.initial, .started(processID: 101, held: "cgroup v2")).commands == [.admit(1, rank: 1, isStandby: false)])
        // One of others is not.
        #expect(scene.handle(.attached(AgentScene.agent(2, pid: 7))).commands == [.admit(2, rank: 2, isStandby: false)])
    }

    @Test func aStandbyThatWasSwitchedToIsWhatTheSwitchWanted() {
        var scene = AgentScene.live()
        _ = scene.handle(.attached(AgentScene.agent(4, pid: 7, isStandby: true)))
        #expect(scene.request(1, .switchTo(agent: 4)).commands == [.claim(4, rank: 2)])
        let switched = scene.handle(.live(AgentScene.agent(4, pid: 7, isStandby: true), AgentScene.geometry))
        #expect(switched.commands == [.stop(1, .replaced)] && switched.contains(.retire(operation: Self.initial)))
    }
}
