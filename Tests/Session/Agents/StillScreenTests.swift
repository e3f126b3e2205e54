import Frames
import Intake
import Platform
import Testing

@testable import Session

/// What is done about agents whose screens stand still, and send no picture.
@Suite struct StillScreenTests {
    private let first = AgentScene.agent(1, pid: 101)
    private let cast = AgentScene.agent(1, pid: 101, wantsCast: true)

    private func still(_ agents: AgentDescription...) -> AgentCoordinator.Event {
        .tick(attached: agents.map { AgentScene.snapshot($0, phase: .started) })
    }

    @Test func aScreenThatShowsNothingForASecondIsStoodInForOnce() {
        var scene = AgentScene.attached()
        #expect(scene.handle(still(first)) == [])
        scene.now = scene.now + .milliseconds(900)
        #expect(scene.handle(still(first)) == [])
        // It went away for a moment: the second begins anew.
        #expect(scene.handle(still()) == [] && scene.handle(still(first)) == [])
        scene.now = scene.now + .milliseconds(900)
        #expect(scene.handle(still(first)) == [])
        scene.now = scene.now + .milliseconds(100)
        #expect(scene.handle(still(first)).last == .standIn(for: PixelSize(width: 720, height: 1280)))
        scene.now = scene.now + .seconds(10)
        #expect(scene.handle(still(first)) == [])
    }

    @Test func nothingStandsInOnceThereWasAPicture() {
        var scene = AgentScene.live()
        _ = scene.handle(still(AgentScene.agent(2, pid: 102)))
        scene.now = scene.now + .seconds(10)
        #expect(scene.handle(still(AgentScene.agent(2, pid: 102))) == [])
    }

    // MARK: The first picture

    @Test func aCastWithoutAPictureHasTheScreenDrawnAFewTimes() {
        var scene = AgentScene.attached(wantsCast: true)
        var times: [Int] = []
        for step in 0..<100 {
            if scene.handle(still(cast)).contains(.redraw) { times.append(step * 100) }
            scene.now = scene.now + .milliseconds(100)
        }
        #expect(times == [300, 1500, 4000])
        // Another one has a screen of its own, or has begun anew.
        let other = AgentScene.agent(2, pid: 102, wantsCast: true)
        _ = scene.handle(still(cast, other))
        scene.now = scene.now + .milliseconds(300)
        #expect(scene.handle(still(cast, other)).contains(.redraw))
    }

    @Test func whoHasAPictureOrNeedsNoPortalHasNothingDrawn() {
        var scene = AgentScene.attached(wantsCast: true)
        let events = [
            AgentCoordinator.Event.tick(attached: [AgentScene.snapshot(cast, phase: .started, frames: 1)]),
            .tick(attached: [AgentScene.snapshot(cast, phase: .ready)]), still(first),
        ]
        for event in events {
            _ = scene.handle(event)
            scene.now = scene.now + .seconds(1)
            #expect(!scene.handle(event).contains(.redraw))
        }
    }

    // MARK: The last picture

    private func restarted(operation: Int = AgentCoordinator.initial) -> (scene: AgentScene, heir: AgentDescription) {
        var scene = AgentScene.live(wantsCast: true)
        _ = scene.handle(AgentScene.left(cast, .closed, .connectionClosed, isLive: true))
        if operation != AgentCoordinator.initial { _ = scene.request(operation, .start(backend: "pipewire", arguments: [])) }
        _ = scene.supervisor(operation, .started(processID: 102, held: "cgroup v2"))
        let heir = AgentScene.agent(2, pid: 102, screen: cast.screen, wantsCast: true)
        _ = scene.handle(.attached(heir))
        return (scene, heir)
    }

    @Test func anAgentThatWasStartedAgainKeepsThePictureUntilItHasOneOrGoes() {
        var (scene, heir) = restarted()
        // Attached, and not capturing yet.
        #expect(scene.handle(.tick(attached: [AgentScene.snapshot(heir, phase: .ready)])).shown == [])
        #expect(scene.handle(still(heir)).shown == [.still(1)])
        #expect(scene.handle(still(heir)).shown == [])
        var gone = scene
        #expect(gone.handle(still()).shown == [.gone(1)] && gone.handle(still()).shown == [])
        #expect(scene.handle(.live(heir, AgentScene.geometry)).shown == [.present(2)])
        #expect(scene.handle(.tick(attached: [AgentScene.snapshot(heir, isLive: true, phase: .started, frames: 1)])).shown == [])
    }

    @Test func whatWasAskedForSinceIsNotTheSameScreen() {
        var (scene, heir) = restarted(operation: 1)
        #expect(scene.handle(still(heir)).shown == [])
    }

    @Test func inAPauseNothingIsShown() {
        var scene = AgentScene.live(wantsCast: true)
        _ = scene.request(1, .pause(agent: nil))
        _ = scene.handle(AgentScene.left(cast, .closed, .connectionClosed, isLive: true))
        _ = scene.supervisor(AgentCoordinator.initial, .started(processID: 102, held: "cgroup v2"))
        let heir = AgentScene.agent(2, pid: 102, screen: cast.screen, wantsCast: true)
        _ = scene.handle(.attached(heir))
        #expect(scene.handle(still(heir)).shown == [])
    }
}
