import Intake
import Platform
import Testing

@testable import Session

/// A pause is the broadcast's: it ends by `resume` and by nothing else.
@Suite struct AgentPauseTests {
    private static let initial = AgentCoordinator.initial
    private let first = AgentScene.agent(1, pid: 101)
    private let second = AgentScene.agent(2, pid: 102)

    private func paused() -> AgentScene {
        var scene = AgentScene.live()
        _ = scene.request(1, .pause(agent: nil))
        _ = scene.handle(.paused(first, true))
        #expect(scene.operation(1)?.state == .done)
        return scene
    }

    @Test func aPauseIsShownBeforeTheAgentConfirmsIt() {
        var scene = AgentScene.live()
        _ = scene.handle(.attached(second))
        #expect(Array(scene.request(1, .pause(agent: nil)).dropFirst(2)) == [.show(.paused, of: .screen), .command(.pauseLive), .publishOperations])
        #expect(scene.operation(1)?.state == .running)
        #expect(scene.handle(.paused(first, true)) == [.note(.agent(.paused(1))), .publishOperations])
        // Another one by itself.
        #expect(Array(scene.request(2, .pause(agent: 2)).dropFirst(2)) == [.command(.pause(2)), .publishOperations])
    }

    /// It is not shown: what is logged must not say so.
    @Test func whoTakesOverInAPauseIsNotToldAsShown() {
        var scene = paused()
        _ = scene.handle(.attached(second))
        #expect(scene.handle(.live(second, AgentScene.geometry)).contains(.note(.agent(.live(second, AgentScene.geometry, isPaused: true)))))
    }

    @Test func pauseAndResumeAreConfirmedByTheAgent() {
        var scene = paused()
        #expect(scene.request(2, .pause(agent: nil)).commands == [] && scene.operation(2)?.message.contains("paused already") == true)
        let resumed = scene.request(3, .resume(agent: nil))
        #expect(resumed.commands == [.resumeLive] && resumed.shown == [] && scene.operation(3)?.state == .running)
        #expect(scene.handle(.paused(first, false)).shown == [.present(1)] && scene.operation(3)?.state == .done)
        #expect(
            scene.request(4, .resume(agent: nil)).commands == [] && scene.operation(4)?.state == .done
                && scene.operation(4)?.message.contains("is not paused") == true)
    }

    @Test func aPauseOutlivesTheAgentThatWasPaused() {
        var scene = paused()
        #expect(scene.handle(AgentScene.left(first, .closed, .connectionClosed, isLive: true)).shown == [])
        _ = scene.supervisor(Self.initial, .started(processID: 103, held: "cgroup v2"))
        let again = AgentScene.agent(3, pid: 103)
        _ = scene.handle(.attached(again))
        #expect(scene.handle(.live(again, AgentScene.geometry)).shown == [])
        #expect(scene.handle(.paused(again, true)).shown == [])
        // An agent's word does not end it.
        #expect(scene.handle(.paused(again, false)).shown == [])
        _ = scene.handle(.paused(again, true))
        #expect(scene.request(2, .resume(agent: nil)).commands == [.resumeLive])
        #expect(scene.handle(.paused(again, false)).shown == [.present(3)] && scene.operation(2)?.state == .done)
    }

    @Test func aPauseWaitsForWhicheverAgentIsLive() {
        var scene = AgentScene.live()
        _ = scene.handle(.attached(second))
        _ = scene.request(1, .pause(agent: 1))
        #expect(scene.handle(.live(second, AgentScene.geometry)).shown == [])
        _ = scene.handle(.paused(first, true))
        #expect(scene.operation(1)?.state == .running)
        _ = scene.handle(.paused(second, true))
        #expect(scene.operation(1)?.state == .done)
    }

    @Test func aPauseOutlivesThatTheScreenIsDetached() {
        var scene = paused()
        #expect(scene.handle(.detached(first)).shown == [])
        #expect(scene.handle(.live(first, AgentScene.geometry)).shown == [])
        _ = scene.handle(.detached(first))
        // What was taken off the canvas comes back with nothing that was captured before.
        #expect(scene.request(2, .resume(agent: nil)).shown == [.withdrawn])
    }

    @Test func whatIsAskedLastCountsWhereTheOneBeforeIsNotConfirmed() {
        var scene = paused()
        _ = scene.request(2, .resume(agent: nil))
        #expect(scene.request(3, .pause(agent: nil)).commands == [.pauseLive])
        #expect(scene.operation(2)?.state == .done && scene.operation(3)?.state == .running)
        _ = scene.handle(.attached(second))
        _ = scene.request(4, .pause(agent: 2))
        #expect(scene.request(5, .resume(agent: 2)).commands == [.resume(2)] && scene.operation(5)?.state == .done)
        _ = scene.request(6, .pause(agent: 2))
        _ = scene.handle(.paused(second, true))
        _ = scene.request(7, .resume(agent: 2))
        #expect(scene.request(8, .pause(agent: 2)).commands == [.pause(2)] && scene.operation(8)?.state == .done)
        #expect([4, 6, 7].allSatisfy { scene.operation($0)?.state == .done })
        #expect(scene.request(9, .switchTo(agent: 2)).commands == [] && scene.operation(9)?.message.contains("resume it first") == true)
    }

    @Test func anAgentThatIsAboutToBeLiveIsResumedWithTheBroadcast() {
        var scene = paused()
        _ = scene.handle(AgentScene.left(first, .closed, .connectionClosed, isLive: true))
        _ = scene.handle(.attached(second))
        #expect(scene.request(2, .resume(agent: 2)).commands == [.resumeLive] && scene.operation(2)?.state == .done)
    }

    @Test func whatBecomesLiveInAPauseIsSaidToBePaused() {
        var scene = paused()
        _ = scene.request(2, .swap(backend: "x11", arguments: [], source: .screen))
        _ = scene.supervisor(2, .started(processID: 102, held: "cgroup v2"))
        _ = scene.handle(.attached(second))
        _ = scene.handle(.live(second, AgentScene.geometry))
        _ = scene.handle(AgentScene.left(first, .replaced, .said("")))
        #expect(scene.operation(2)?.message.contains("; the broadcast stays paused") == true, "\(scene.operation(2)?.message ?? "")")
    }

    /// The frame between the two was asked for.
    @Test func aPauseThatFollowsAResumeAtOnceIsWatchedAnew() {
        var scene = paused()
        func tick(_ frames: UInt64) -> AgentCoordinator.Event {
            .tick(attached: [AgentScene.snapshot(first, isLive: true, phase: .started, frames: frames, isPaused: true)])
        }
        _ = scene.handle(tick(10))
        scene.now = scene.now + PauseWatch.limit + .milliseconds(1)
        _ = scene.handle(tick(10))
        _ = scene.request(2, .resume(agent: nil))
        _ = scene.request(3, .pause(agent: nil))
        #expect(scene.handle(tick(11)).commands == [])
    }

    @Test func anAgentThatEndsGrabsNothing() {
        var scene = AgentScene.live()
        _ = scene.request(1, .pause(agent: nil))
        #expect(scene.handle(AgentScene.left(first, .failed, .said("the display is gone"), isLive: true)).shown == [])
        #expect(scene.operation(1)?.state == .done)
        #expect(scene.operation(1)?.message == "agent 1 ended (failed: the display is gone); the broadcast stays paused")
    }

    @Test func aBroadcastWhoseAgentIsAwayCanBePausedAndResumed() {
        var never = AgentScene.attached()
        #expect(never.request(1, .pause(agent: nil)).commands == [] && never.operation(1)?.state == .failed)
        var scene = AgentScene.live()
        _ = scene.handle(AgentScene.left(first, .closed, .connectionClosed, isLive: true))
        let asked = scene.request(1, .pause(agent: nil))
        #expect(asked.commands == [.pauseLive] && asked.shown == [.paused] && scene.operation(1)?.state == .done)
        let over = scene.request(2, .resume(agent: nil))
        #expect(over.commands == [.resumeLive] && over.shown == [.gone(0)] && scene.operation(2)?.state == .done)
    }

    @Test func anAgentThatDoesNotPauseIsStopped() {
        var scene = AgentScene.live()
        _ = scene.request(1, .pause(agent: nil))
        let going = AgentCoordinator.Event.tick(attached: [AgentScene.snapshot(first, isLive: true, phase: .started, frames: 900)])
        #expect(scene.handle(going) == [])
        scene.now = scene.now + PauseWatch.limit
        #expect(scene.handle(going) == [])
        scene.now = scene.now + .milliseconds(1)
        let ended = scene.handle(going)
        #expect(ended.told.contains(.ignoresPause(1)) && ended.contains(.retire(operation: Self.initial)))
        #expect(ended.commands == [.stop(1, .invalidData)] && scene.operation(1)?.state == .failed && scene.handle(going) == [])
    }

    @Test func anAgentThatSaysItPausedAndGoesOnIsStopped() {
        var scene = paused()
        func tick(_ frames: UInt64) -> AgentCoordinator.Event {
            .tick(attached: [AgentScene.snapshot(first, isLive: true, phase: .started, frames: frames, isPaused: true)])
        }
        #expect(scene.handle(tick(10)) == [])
        // What it had sent before it was told is no offence.
        scene.now = scene.now + PauseWatch.limit + .milliseconds(1)
        #expect(scene.handle(tick(12)) == [])
        scene.now = scene.now + .seconds(60)
        #expect(scene.handle(tick(12)) == [])
        #expect(scene.handle(tick(13)).commands == [.stop(1, .invalidData)])
    }

    @Test func anAgentThatWaitsAndDoesNotPauseIsStoppedToo() {
        var scene = AgentScene.live()
        _ = scene.handle(.attached(second))
        _ = scene.request(1, .pause(agent: 2))
        _ = scene.handle(.paused(second, true))
        func tick(_ frames: UInt64) -> AgentCoordinator.Event {
            let live = AgentScene.snapshot(first, isLive: true, phase: .started, frames: frames)
            return .tick(attached: [live, AgentScene.snapshot(second, phase: .started, frames: frames, isPaused: true)])
        }
        #expect(scene.handle(tick(10)) == [])
        scene.now = scene.now + PauseWatch.limit + .milliseconds(1)
        #expect(scene.handle(tick(12)) == [])
        #expect(scene.handle(tick(13)).commands == [.stop(2, .invalidData)])
        // What is not paused may go on.
        _ = scene.request(2, .resume(agent: 2))
        scene.now = scene.now + .seconds(60)
        #expect(scene.handle(tick(99)).commands == [])
    }

    @Test func aStandbyThatWasPausedIsPausedWhenItIsStartedAgain() {
        var scene = AgentScene.live()
        let other = AgentScene.agent(2, pid: 7, isStandby: true)
        _ = scene.handle(.attached(other))
        _ = scene.handle(AgentScene.left(first, .closed, .connectionClosed, isLive: true))
        _ = scene.handle(.live(other, AgentScene.geometry))
        _ = scene.supervisor(Self.initial, .started(processID: 103, held: "cgroup v2"))
        let waiting = AgentScene.agent(3, pid: 103)
        _ = scene.handle(.attached(waiting))
        #expect(scene.request(1, .pause(agent: 3)).commands == [.pause(3)])
        _ = scene.handle(.paused(waiting, true))
        _ = scene.handle(AgentScene.left(waiting, .closed, .connectionClosed))
        _ = scene.supervisor(Self.initial, .started(processID: 104, held: "cgroup v2"))
        #expect(scene.handle(.attached(AgentScene.agent(4, pid: 104))).commands == [.pause(4), .admit(4, rank: 1, isStandby: true)])
    }
}
