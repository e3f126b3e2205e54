import AgentProtocol
import Events
import Frames
import Intake
import Platform
import Supervision
import Testing

@testable import Session

/// What is decided about agents, of whatever happens to them.
@Suite struct AgentCoordinatorTests {
    private let first = AgentScene.agent(1, pid: 101)
    private let second = AgentScene.agent(2, pid: 102)

    // MARK: Take-over

    @Test func anAgentThatTakesOverIsShownBeforeItIsToldAndTheOldOneIsNotStartedAgain() {
        var scene = AgentScene.live()
        let asked = scene.request(1, .swap(backend: "x11", arguments: ["--display", ":2"]))
        #expect(
            Array(asked.dropFirst()) == [
                .renewCasts, .start(operation: 1, of: .screen, backend: "x11", arguments: ["--display", ":2"]), .publishOperations,
            ])
        _ = scene.supervisor(1, .started(processID: 102, held: "cgroup v2"))
        _ = scene.handle(.attached(second))
        #expect(
            scene.handle(.live(second, AgentScene.geometry)) == [
                .delivers(operation: 1, of: .screen), .show(.present(2), of: .screen), .note(.agent(.tookOver(second, from: 1))),
                .note(.agent(.live(second, AgentScene.geometry))), .command(.stop(1, .replaced)), .retire(operation: AgentCoordinator.initial),
                .publishOperations,
            ])
        #expect(
            scene.handle(AgentScene.left(first, .replaced)) == [
                .publishDeparted, .note(.agent(.ended(first, .replaced, message: "", isTold: false))), .publishOperations,
            ])
        #expect(scene.operation(1)?.state == .done && scene.operation(1)?.agent == 2)
    }

    @Test func anAgentOfOthersTakesOverWithoutBeingOneOfOurs() {
        var scene = AgentScene.live()
        _ = scene.handle(.attached(second))
        #expect(scene.handle(.live(second, AgentScene.geometry)).first == .delivers(operation: nil, of: .screen))
        // Stopped by whom it belongs to: nothing of ours is retired.
        let gone = scene.handle(AgentScene.left(second, .stopped, isLive: true))
        #expect(!gone.contains { if case .retire = $0 { true } else { false } })
    }

    @Test func aSwapToWhatCannotBeStartedFailsAndIsToldOnce() {
        var scene = AgentScene.live()
        _ = scene.request(1, .swap(backend: "warp", arguments: []))
        let failed = scene.handle(.notStarted(operation: 1, AgentProcesses.Failure(message: "there is no splitcast-capture-warp")))
        #expect(failed.first == .publishOperations && failed.count == 2 && scene.operation(1)?.state == .failed)
        guard case .requestFailed(let text)? = failed.told.first else {
            Issue.record("\(failed)")
            return
        }
        #expect(text.contains("there is no splitcast-capture-warp") && text.contains("agent 1 (x11 :1, 1280x720) stays"))
        scene.now = scene.now + .seconds(60)
        #expect(scene.handle(.tick(attached: [])) == [])
    }

    // MARK: Departures

    @Test func whenTheLiveAgentLeavesItsPictureIsGone() {
        var scene = AgentScene.live()
        let actions = scene.handle(AgentScene.left(first, .closed, .connectionClosed, isLive: true))
        #expect(
            actions == [
                .show(.gone(1), of: .screen), .publishDeparted,
                .note(.agent(.ended(first, .closed, message: "the process went away", isTold: false))),
            ])
        #expect(scene.coordinator.departed.entries.map(\.agent.id) == [1])
    }

    @Test func whenAStandbyLeavesThePictureStays() {
        var scene = AgentScene.live()
        _ = scene.handle(.attached(second))
        let actions = scene.handle(AgentScene.left(second, .closed))
        #expect(actions == [.publishDeparted, .note(.agent(.ended(second, .closed, message: "", isTold: false)))])
    }

    @Test func theAgentsOfABroadcastThatEndsLeaveItsLastPictureBehind() {
        var scene = AgentScene.live()
        #expect(scene.handle(.ending) == [])
        let actions = scene.handle(AgentScene.left(first, .sessionFinished, isLive: true))
        #expect(actions.told.count == 1 && !actions.contains(.show(.gone(1), of: .screen)))
    }

    @Test func anAgentThatHangsIsReplacedAndStaysOurs() {
        var scene = AgentScene.live()
        let actions = scene.handle(AgentScene.left(first, .unresponsive, .dropped("no heartbeat"), isLive: true))
        #expect(actions.contains(.replace(operation: AgentCoordinator.initial, hanging: 101)))
        _ = scene.supervisor(AgentCoordinator.initial, .started(processID: 103, held: "cgroup v2"))
        let again = AgentScene.agent(2, pid: 103)
        _ = scene.handle(.attached(again))
        #expect(scene.handle(.live(again, AgentScene.geometry)).first == .delivers(operation: AgentCoordinator.initial, of: .screen))
    }

    @Test func anAgentThatImitatesTheHostsOwnTextChangesNothing() {
        var scene = AgentScene.live()
        let text = Departure.connectionClosed.text
        _ = scene.handle(AgentScene.left(first, .failed, .said(text), isLive: true))
        let entries = scene.coordinator.departed.entries.map(\.agent)
        _ = scene.supervisor(AgentCoordinator.initial, .ended(processID: 101, .exited(code: 3), isMemoryLimit: false))
        #expect(scene.coordinator.departed.entries.map(\.agent.message) == entries.map(\.message))
        #expect(entries.map(\.endReason) == ["failed"] && scene.coordinator.departed.entries.map(\.agent.endReason) == ["failed"])
    }

    @Test func whatAnAgentWritesAfterItGaveItsReasonIsKnownAlready() {
        var scene = AgentScene.live()
        #expect(scene.supervisor(AgentCoordinator.initial, .said("hello")) == [.log(.info, "agent: hello")])
        _ = scene.handle(AgentScene.left(first, .failed, .said("the display is gone"), isLive: true))
        #expect(scene.supervisor(AgentCoordinator.initial, .said("the display is gone")) == [.log(.debug, "agent: the display is gone")])
    }

    // MARK: Memory

    private static let narrow = AgentLimits(memoryBytes: 8 << 20)

    @Test func anAgentThatDecodesMayHaveMoreUnlessALimitIsGivenForAll() {
        #expect(SessionConfiguration.AgentMemory.byBackend.limits(for: "x11") == .standard)
        #expect(SessionConfiguration.AgentMemory.byBackend.limits(for: "media") == .decoding)
        for backend in ["x11", "media"] { #expect(SessionConfiguration.AgentMemory.each(8 << 20).limits(for: backend) == Self.narrow) }
        #expect(SessionConfiguration.AgentMemory.each(nil).limits(for: "media").memoryBytes == nil)
    }

    @Test func anAgentThatNeedsMoreThanItsLimitIsRetiredAndStoppedWithThatReason() {
        var scene = AgentScene()
        _ = scene.handle(.begun)
        _ = scene.supervisor(AgentCoordinator.initial, .started(processID: 101, limits: Self.narrow, held: "cgroup v2"))
        let large = AgentScene.agent(1, pid: 101, needKiB: 20 << 10)
        #expect(
            scene.handle(.attached(large)) == [
                .note(.agent(.attached(large))), .note(.agent(.needsMore(1, need: "20 MiB", limit: "8 MiB"))),
                .retire(operation: AgentCoordinator.initial), .command(.stop(1, .memoryLimit)),
            ])
    }

    @Test func aRequestWhoseAgentNeedsMoreThanItsLimitFailsAtOnce() {
        var scene = AgentScene.live()
        _ = scene.request(1, .swap(backend: "media", arguments: []))
        _ = scene.supervisor(1, .started(processID: 102, limits: Self.narrow, held: "cgroup v2"))
        _ = scene.handle(.attached(AgentScene.agent(2, pid: 102, needKiB: 20 << 10)))
        #expect(scene.operation(1)?.state == .failed && scene.operation(1)?.message.contains("20 MiB") == true)
    }

    @Test func anAgentThatOthersStartedMayNeedWhatItLikes() {
        var scene = AgentScene { $0.capture = .none }
        let large = AgentScene.agent(1, pid: 7, needKiB: 80 << 10)
        #expect(scene.handle(.attached(large)) == [.note(.agent(.attached(large))), .command(.admit(1, rank: 1, isStandby: false))])
    }

    @Test func itsLimitExplainsTheEndOfAProcess() {
        var scene = AgentScene.live()
        _ = scene.supervisor(AgentCoordinator.initial, .started(processID: 101, limits: Self.narrow, held: "cgroup v2"))
        _ = scene.handle(AgentScene.left(first, .closed, .connectionClosed, isLive: true))
        let actions = scene.supervisor(AgentCoordinator.initial, .ended(processID: 101, .killed(signal: 9), isMemoryLimit: true))
        #expect(actions == [.note(.agent(.memoryLimit(pid: 101, limit: "8 MiB"))), .publishDeparted])
        #expect(scene.coordinator.departed.entries.map(\.agent.endReason) == ["memoryLimit"])
    }

    // MARK: Giving up

    @Test func withoutAFirstPictureTheBroadcastEndsWithItsAgent() {
        for (code, expected) in [(2 as Int32, SessionErrorCode.badSetting), (3, .nothingToCapture)] {
            var scene = AgentScene.attached()
            let actions = scene.supervisor(AgentCoordinator.initial, .gaveUp(.exited(code: code), why: "no display :1"))
            #expect(actions == [.dismiss(operation: AgentCoordinator.initial), .end(SessionError(expected, "no display :1"))])
            // Once is enough.
            #expect(scene.supervisor(AgentCoordinator.initial, .gaveUp(nil, why: "no display :1")).isEmpty)
        }
    }

    @Test func whyThereWasNoPictureIsKnownAtTheEnd() {
        var scene = AgentScene()
        #expect(scene.coordinator.whyNothing == "no agent came")
        _ = scene.handle(.begun)
        #expect(scene.coordinator.whyNothing == "the agent had not started yet")
        scene = .attached()
        #expect(scene.coordinator.whyNothing == "agent 1 (x11 :1) had sent no picture yet")
        _ = scene.supervisor(AgentCoordinator.initial, .restarting(after: .seconds(1), why: "3 slots take too much"))
        #expect(scene.coordinator.whyNothing == "3 slots take too much")
        var host = AgentScene { $0.capture = .none }
        _ = host.handle(.attached(AgentScene.agent(1, pid: 7)))
        _ = host.handle(AgentScene.left(AgentScene.agent(1, pid: 7), .failed, .dropped("no memory")))
        #expect(host.coordinator.whyNothing == "agent 1 (x11) ended before its first picture (no memory)")
    }

    @Test func afterAFirstPictureTheBroadcastGoesOnWithoutItsAgent() {
        var scene = AgentScene.live()
        let actions = scene.supervisor(AgentCoordinator.initial, .gaveUp(.exited(code: 3), why: "no display :1"))
        #expect(actions == [.dismiss(operation: AgentCoordinator.initial), .note(.agent(.gaveUp(why: "no display :1")))])
        var quiet = AgentScene.live()
        #expect(quiet.supervisor(AgentCoordinator.initial, .gaveUp(.exited(code: 0), why: "the end")).told.isEmpty)
    }

    @Test func anAgentThatWasAskedForAndGivesUpIsToldOfByItsRequestAlone() {
        var scene = AgentScene.live()
        _ = scene.request(1, .swap(backend: "x11", arguments: []))
        let actions = scene.supervisor(1, .gaveUp(.exited(code: 3), why: "no display :9"))
        #expect(actions.told.count == 1 && actions.end == nil && scene.operation(1)?.state == .failed)
        #expect(actions.filter { $0 == .dismiss(operation: 1) }.count == 1)
    }

    @Test func withoutAnAgentToStartTheBroadcastEndsAtOnce() {
        var scene = AgentScene()
        #expect(scene.handle(.begun) == [.start(operation: AgentCoordinator.initial, of: .screen, backend: "x11", arguments: ["--display", ":1"])])
        let failure = AgentProcesses.Failure(message: "there is no splitcast-capture-x11")
        #expect(scene.handle(.notStarted(operation: AgentCoordinator.initial, failure)).end?.code == .nothingToCapture)
    }

    @Test func whoWaitsForAnAgentIsToldWhichOneToStart() {
        var scene = AgentScene {
            ($0.capture, $0.usualBackend) = (.none, "pipewire")
        }
        #expect(scene.handle(.begun) == [.log(.info, "waiting for an agent: splitcast-capture-pipewire --group \(scene.coordinator.settings.group)")])
    }

    // MARK: What is asked

    @Test func aPauseThatNoOneAskedForIsLoggedAndNothingElse() {
        var scene = AgentScene.live()
        let actions = scene.handle(.pausesUnasked(first, count: 100))
        guard case .log(.warning, let text)? = actions.first, actions.count == 1 else {
            Issue.record("\(actions)")
            return
        }
        #expect(text.contains("agent 1") && text.contains("100"))
    }

    @Test func aStopThatIsAskedForRetiresWhatTheHostStarted() {
        var scene = AgentScene.live()
        _ = scene.handle(.attached(second))
        #expect(
            Array(scene.request(1, .stop(agent: nil)).dropFirst(2)) == [
                .retire(operation: AgentCoordinator.initial), .command(.stop(1, .stopped)), .publishOperations,
            ])
        // Of an agent that others started there is nothing to retire.
        #expect(Array(scene.request(2, .stop(agent: 2)).dropFirst(2)) == [.command(.stop(2, .stopped)), .publishOperations])
    }

    @Test func withoutAPictureThereAreNoAgentsToAskFor() {
        var scene = AgentScene { $0.hasPicture = false }
        #expect(scene.handle(.begun).isEmpty)
        let actions = scene.request(1, .start(backend: nil, arguments: []))
        #expect(!actions.contains(.renewCasts) && scene.operation(1)?.state == .failed)
        #expect(actions.told == [.requestFailed("this broadcast sends sound alone: there is no agent")])
    }

    @Test func whileTheBroadcastEndsNoAgentIsStarted() {
        var scene = AgentScene.live()
        _ = scene.handle(.ending)
        let actions = scene.request(1, .start(backend: nil, arguments: []))
        #expect(actions.told == [.requestFailed("the broadcast is ending")] && scene.operation(1)?.state == .failed)
        #expect(!actions.contains(.start(operation: 1, of: .screen, backend: nil, arguments: [])))
    }

    /// The first is still running when the second has failed.
    @Test func aFailureIsToldAlsoWhenALaterRequestHasFailedBefore() {
        var scene = AgentScene { $0.capture = .none }
        #expect(scene.request(1, .start(backend: "pattern", arguments: [])).told == [])
        #expect(scene.request(2, .stop(agent: 9)).told.count == 1)
        #expect(scene.handle(.notStarted(operation: 1, AgentProcesses.Failure(message: "no such agent"))).told.count == 1)
    }
}
