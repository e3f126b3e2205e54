import AgentProtocol
import Events
import Glibc
import Intake
import Platform
import Portal
import Testing

@testable import Session

/// What is decided about agents whose screen the desktop has to share.
@Suite struct AgentCoordinatorCastTests {
    private let first = AgentScene.agent(1, pid: 101, wantsCast: true)
    private let denied = PortalError(.cancelled, "the user declined")

    @Test func anAgentWithoutAScreenOfItsOwnAsksTheDesktop() {
        var scene = AgentScene()
        let asked = SessionAction.askForCast(1, CastRequest(CastChoice()))
        #expect(scene.handle(.attached(first)) == [.note(.agent(.attached(first))), .command(.admit(1, rank: 1, isStandby: false)), asked])
        #expect(scene.handle(.live(first, AgentScene.geometry)).first == .castDelivered(1))
    }

    @Test func anotherWindowIsAskedForByTheAgentThatShowsIt() {
        var scene = AgentScene.live(wantsCast: true)
        let asked = scene.request(1, .swap(backend: "pipewire", arguments: ["--window", "--region", "640x360+0+0"]))
        #expect(asked.contains(.start(operation: 1, of: .screen, backend: "pipewire", arguments: ["--region", "640x360+0+0"])))
        _ = scene.supervisor(1, .started(processID: 102, held: "cgroup v2"))
        let window = CastRequest(number: 1, CastChoice(sources: [.window]), isFresh: true)
        let attached = scene.handle(.attached(AgentScene.agent(2, pid: 102, wantsCast: true)))
        #expect(attached.contains(.askForCast(2, window)))
        _ = scene.handle(.live(AgentScene.agent(2, pid: 102, wantsCast: true), AgentScene.geometry))
        // From then on it is what is shared.
        #expect(scene.handle(.attached(AgentScene.agent(3, pid: 7, wantsCast: true))).contains(.askForCast(3, window)))
        let wrong = scene.request(2, .swap(backend: "pipewire", arguments: ["--cursor", "bright"]))
        #expect(scene.operation(2)?.state == .failed && !wrong.contains { if case .start = $0 { true } else { false } })
    }

    @Test func aRefusalIsToldOnceWhateverFollowsFromIt() {
        var scene = AgentScene.live(wantsCast: true)
        _ = scene.handle(.attached(AgentScene.agent(2, pid: 7, wantsCast: true)))
        let refused = scene.handle(.cast(.refused(agent: 2, denied)))
        #expect(refused == [.refuseCast(2, .permissionDenied, denied.message), .note(.cast(.refused(agent: 2, denied, isTold: false)))])
        let left = scene.handle(AgentScene.left(AgentScene.agent(2, pid: 7, wantsCast: true), .permissionDenied, .said(denied.message)))
        #expect(left.told.count == 1)
        guard case .ended(_, .permissionDenied, _, isTold: true)? = left.told.first else {
            Issue.record("\(left)")
            return
        }
    }

    @Test func aRefusalOfAnAgentThatWasAskedForIsToldByTheRequest() {
        var scene = AgentScene.live(wantsCast: true)
        _ = scene.request(1, .swap(backend: "pipewire", arguments: []))
        _ = scene.supervisor(1, .started(processID: 102, held: "cgroup v2"))
        _ = scene.handle(.attached(AgentScene.agent(2, pid: 102, wantsCast: true)))
        let actions = scene.handle(.cast(.refused(agent: 2, denied)))
        #expect(actions.toldOfCasts == [.refused(agent: 2, denied, isTold: true)] && actions.told.count == 1 && actions.end == nil)
        #expect(actions.contains(.dismiss(operation: 1)) && !actions.contains(.retire(operation: 1)) && scene.operation(1)?.state == .failed)
    }

    @Test func aRefusalBeforeTheFirstPictureEndsTheBroadcastWithItsReason() {
        var scene = AgentScene.attached(wantsCast: true)
        let actions = scene.handle(.cast(.refused(agent: 1, denied)))
        #expect(actions.toldOfCasts == [.refused(agent: 1, denied, isTold: true)])
        #expect(Array(actions.suffix(2)) == [.retire(operation: AgentCoordinator.initial), .end(SessionError(.nothingToCapture, denied.message))])
    }

    @Test func aRefusalBesideAnotherAgentEndsNothing() {
        var scene = AgentScene.attached(wantsCast: true)
        _ = scene.handle(.attached(AgentScene.agent(2, pid: 7)))
        #expect(scene.handle(.cast(.refused(agent: 1, denied))).end == nil)
    }

    @Test func whoStopsTheSharingSeesNothingOfItAnyMore() {
        var scene = AgentScene.live(wantsCast: true)
        let stopped = PortalError(.stopped, "the user stopped it")
        #expect(scene.handle(.cast(.closed(stopped))) == [.note(.cast(.stopped(stopped))), .show(.withdrawn, of: .screen)])
        #expect(scene.handle(.cast(.refused(agent: 1, stopped))).first == .refuseCast(1, .permissionDenied, stopped.message))
        // What failed without anybody's no leaves the last picture.
        var failing = AgentScene.live(wantsCast: true)
        let failed = PortalError(.failed, "it could not")
        #expect(failing.handle(.cast(.closed(failed))) == [])
        #expect(failing.handle(.cast(.refused(agent: 1, failed))).first == .refuseCast(1, .failed, failed.message))
        // What others show stays.
        var other = AgentScene.live()
        #expect(other.handle(.cast(.closed(stopped))).shown == [])
    }

    /// Its stream of pictures ends before the desktop says why.
    @Test func anAgentThatGoesBeforeTheDesktopHasSaidWhyIsNotStartedAgain() {
        var scene = AgentScene.live(wantsCast: true)
        let stopped = PortalError(.stopped, "the user stopped it")
        #expect(scene.handle(AgentScene.left(first, .failed, .said("the stream has ended"), isLive: true)).shown == [.gone(1)])
        let actions = scene.handle(.cast(.closed(stopped)))
        #expect(actions.shown == [.withdrawn] && actions.contains(.retire(operation: AgentCoordinator.initial)))
        #expect(scene.coordinator.departed.entries.map(\.agent.endReason) == ["permissionDenied"])
    }

    @Test func aScreenThatIsNotSharedForTheMomentIsToldOnceUntilItIsBack() {
        var scene = AgentScene.live(wantsCast: true)
        let gone = AgentCoordinator.Event.cast(.waiting(PortalError(.portalGone, "gone"), .seconds(1)))
        #expect(scene.handle(gone).toldOfCasts.count == 1 && scene.handle(gone) == [])
        #expect(scene.handle(.cast(.opened(CastStream(node: 42, cursor: .embedded), keepsPermission: nil))).toldOfCasts.count == 1)
        #expect(scene.handle(gone).toldOfCasts.count == 1)
    }

    @Test func whatAnAgentSaysOfItsScreenIsSaidOfItsCast() {
        var said = AgentScene.live(wantsCast: true)
        let told = said.handle(AgentScene.left(first, .closed, .said("PipeWire has ended"), isLive: true))
        #expect(Array(told.prefix(3)) == [.show(.gone(1), of: .screen), .castLeft(1, castFailed: false), .castLost])
        var crashed = AgentScene.live(wantsCast: true)
        let silent = crashed.handle(AgentScene.left(first, .closed, .connectionClosed, isLive: true))
        #expect(silent.contains(.castLeft(1, castFailed: false)) && !silent.contains(.castLost))
        var failed = AgentScene.live(wantsCast: true)
        let broken = failed.handle(AgentScene.left(first, .failed, .said("no node"), isLive: true))
        #expect(broken.contains(.castLeft(1, castFailed: true)) && !broken.contains(.castLost))
    }

    @Test func aGrantIsHandedToTheAgentAndItsRequestWaitsForThePicture() throws {
        var scene = AgentScene.live()
        _ = scene.request(1, .swap(backend: "pipewire", arguments: []))
        _ = scene.supervisor(1, .started(processID: 102, held: "cgroup v2"))
        _ = scene.handle(.attached(AgentScene.agent(2, pid: 102, wantsCast: true)))
        #expect(scene.handle(.cast(.asking)) == [.publishOperations, .note(.cast(.asking))])
        scene.now = scene.now + .seconds(300)
        #expect(scene.handle(.tick(attached: [])) == [] && scene.operation(1)?.message.contains("if it asks in a dialog, answer there") == true)
        let remote = SharedDescriptor(OwnedDescriptor(taking: dup(0)))
        let offer = CastOffer(node: 42, serial: 7, cursor: .embedded)
        #expect(scene.handle(.cast(.granted(agent: 2, offer, remote))) == [.publishOperations, .give(offer, over: remote, to: 2)])
    }
}
