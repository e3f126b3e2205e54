import AgentProtocol
import AppGroup
import Frames
import Platform
import Supervision
import Testing

@testable import Events
@testable import Intake
@testable import Session

/// Several sources: what happens goes to the coordinator that it is for, and to no other.
@Suite struct SourceCoordinatorTests {
    private static let cam = SourceName("cam")!
    private let now = AgentScene.start

    private func agent(_ generation: UInt32, pid: Int32, place: String) -> AgentDescription {
        AgentDescription(
            generation: generation, processID: pid, backend: "x11", screen: ":1", place: place, isStandby: false, wantsCast: false, needKiB: 1024,
            attachedAt: now)
    }

    /// The screen's agent is 1, that of the source cam 2, both live.
    private func live() -> SourceCoordinators {
        var settings = AgentCoordinator.Settings()
        settings.capture = .agent(backend: "x11", arguments: [])
        var sources = SourceCoordinators(screen: AgentCoordinator(settings))
        sources.add(settings.with(SourceChoice(Self.cam, .agent(backend: "pattern", arguments: []))))
        _ = sources.handle(.begun, at: now)
        _ = sources.handle(.supervisor(operation: 0, .started(processID: 101, held: "cgroup v2")), at: now)
        _ = sources.handle(.supervisor(operation: -1, .started(processID: 102, held: "cgroup v2")), at: now)
        for (generation, pid, place) in [(UInt32(1), Int32(101), "screen"), (2, 102, "cam")] {
            _ = sources.handle(.intake(.attached(agent(generation, pid: pid, place: place))), at: now)
            _ = sources.handle(.intake(.live(agent(generation, pid: pid, place: place), AgentScene.geometry)), at: now)
        }
        return sources
    }

    @Test func eachSourcesOwnAgentIsStarted() {
        var settings = AgentCoordinator.Settings()
        settings.capture = .agent(backend: "x11", arguments: [])
        var sources = SourceCoordinators(screen: AgentCoordinator(settings))
        sources.add(settings.with(SourceChoice(Self.cam, .agent(backend: "pattern", arguments: ["--size", "64x48"]))))
        #expect(
            sources.handle(.begun, at: now) == [
                .start(operation: 0, of: .screen, backend: "x11", arguments: []),
                .start(operation: -1, of: Self.cam, backend: "pattern", arguments: ["--size", "64x48"]),
            ])
    }

    @Test func oneThatFailsDoesNotEndTheBroadcast() {
        var sources = live()
        let actions = sources.handle(.notStarted(operation: -1, AgentProcesses.Failure(message: "there is none")), at: now)
        #expect(!actions.contains { if case .end = $0 { true } else { false } })
        let given = sources.handle(.supervisor(operation: -1, .gaveUp(.exited(code: 2), why: "the camera is gone")), at: now)
        #expect(!given.contains { if case .end = $0 { true } else { false } })
        #expect(sources.screen.roster.live == 1)
    }

    @Test func anEndIsShownOfItsSourceAlone() {
        var sources = live()
        let gone = sources.handle(
            .intake(AgentScene.left(agent(2, pid: 102, place: "cam"), .closed, isLive: true)), at: now)
        #expect(gone.contains(.show(.gone(2), of: Self.cam)))
        #expect(!gone.contains { if case .show(_, .screen) = $0 { true } else { false } })
    }

    @Test func aRequestIsForTheSourceThatItNames() {
        var sources = live()
        let swap = sources.handle(.request(operation: 5, .swap(backend: "media", arguments: [], source: Self.cam)), at: now)
        #expect(swap.contains(.start(operation: 5, of: Self.cam, backend: "media", arguments: [])))
        let stop = sources.handle(.request(operation: 6, .stop(agent: 2)), at: now)
        #expect(stop.contains(.command(.stop(2, .stopped))))
        #expect(sources.operations.map(\.id) == [5, 6])
    }

    @Test func aSourceThatIsNotThereIsNamed() throws {
        var sources = live()
        let gate = try #require(SourceName("gate"))
        _ = sources.handle(.request(operation: 7, .swap(backend: "x11", arguments: [], source: gate)), at: now)
        let operation = try #require(sources.operations.first { $0.id == 7 })
        #expect(operation.state == .failed && operation.message.contains("there is no source \"gate\": there is screen, cam"))
    }

    @Test func theBroadcastsPauseIsEverySources() {
        var sources = live()
        let paused = sources.handle(.request(operation: 8, .pause(agent: nil)), at: now)
        #expect(paused.contains(.show(.paused, of: .screen)) && paused.contains(.show(.paused, of: Self.cam)))
        let resumed = sources.handle(.request(operation: 9, .resume(agent: nil)), at: now)
        #expect(resumed.contains(.show(.present(2), of: Self.cam)))
        let one = sources.handle(.request(operation: 10, .pause(agent: 2)), at: now)
        #expect(one.commands == [.pauseSource(Self.cam)])
        #expect(one.contains(.show(.paused, of: Self.cam)) && !one.contains(.show(.paused, of: .screen)))
    }

    @Test func aBroadcastWhoseScreenNoOneCapturesIsPausedToo() throws {
        var sources = SourceCoordinators(screen: AgentCoordinator(AgentCoordinator.Settings()))
        sources.add(AgentCoordinator.Settings().with(SourceChoice(Self.cam, .none)))
        _ = sources.handle(.request(operation: 1, .pause(agent: nil)), at: now)
        #expect(try operation(1, of: sources).state == .failed)
        _ = sources.handle(.intake(.attached(agent(2, pid: 102, place: "cam"))), at: now)
        _ = sources.handle(.intake(.live(agent(2, pid: 102, place: "cam"), AgentScene.geometry)), at: now)
        let paused = sources.handle(.request(operation: 2, .pause(agent: nil)), at: now)
        #expect(paused.commands == [.pauseLive] && paused.contains(.show(.paused, of: Self.cam)))
    }

    @Test func aPauseOfASourceOutlivesItsAgent() throws {
        var sources = live()
        _ = sources.handle(.request(operation: 10, .pause(agent: 2)), at: now)
        _ = sources.handle(.intake(.paused(agent(2, pid: 102, place: "cam"), true)), at: now)
        #expect(try operation(10, of: sources).state == .done)
        // By a swap, and by one that was started by hand.
        _ = sources.handle(.request(operation: 11, .swap(backend: "pattern", arguments: [], source: Self.cam)), at: now)
        _ = sources.handle(.supervisor(operation: 11, .started(processID: 103, held: "cgroup v2")), at: now)
        for (generation, pid) in [(UInt32(3), Int32(103)), (4, 104)] {
            let newcomer = agent(generation, pid: pid, place: "cam")
            _ = sources.handle(.intake(.attached(newcomer)), at: now)
            #expect(sources.handle(.intake(.live(newcomer, AgentScene.geometry)), at: now).shown == [])
            #expect(sources.handle(.intake(.paused(newcomer, true)), at: now).shown == [])
        }
        // It is the only thing that is paused: no number is needed.
        let resumed = sources.handle(.request(operation: 12, .resume(agent: nil)), at: now)
        #expect(resumed.commands == [.resumeSource(Self.cam)] && resumed.shown == [])
        #expect(sources.handle(.intake(.paused(agent(4, pid: 104, place: "cam"), false)), at: now).contains(.show(.present(4), of: Self.cam)))
        #expect(try operation(12, of: sources).state == .done)
    }

    @Test func thePauseOfTheBroadcastAndThatOfASourceEndEachByItself() throws {
        var sources = live()
        let (one, two) = (agent(1, pid: 101, place: "screen"), agent(2, pid: 102, place: "cam"))
        _ = sources.handle(.request(operation: 10, .pause(agent: nil)), at: now)
        for paused in [one, two] { _ = sources.handle(.intake(.paused(paused, true)), at: now) }
        // An agent of a source does not end the broadcast's.
        #expect(sources.handle(.request(operation: 11, .resume(agent: 2)), at: now).commands == [])
        #expect(try operation(11, of: sources).state == .failed && operation(11, of: sources).message.contains("the whole broadcast is paused"))
        // What is paused with it can be paused beyond it.
        #expect(sources.handle(.request(operation: 12, .pause(agent: 2)), at: now).commands == [.pauseSource(Self.cam)])
        #expect(try operation(12, of: sources).state == .done)
        #expect(sources.handle(.request(operation: 13, .resume(agent: nil)), at: now).commands == [.resumeLive])
        #expect(sources.handle(.intake(.paused(one, false)), at: now).contains(.show(.present(1), of: .screen)))
        let over = sources.handle(.request(operation: 14, .resume(agent: nil)), at: now)
        #expect(over.commands == [.resumeSource(Self.cam)])
        #expect(sources.handle(.intake(.paused(two, false)), at: now).contains(.show(.present(2), of: Self.cam)))
        // Resumed within the broadcast's pause, it is shown when that is over.
        _ = sources.handle(.request(operation: 15, .pause(agent: 2)), at: now)
        _ = sources.handle(.request(operation: 16, .pause(agent: nil)), at: now)
        for paused in [one, two] { _ = sources.handle(.intake(.paused(paused, true)), at: now) }
        let within = sources.handle(.request(operation: 17, .resume(agent: 2)), at: now)
        #expect(within.commands == [.resumeSource(Self.cam)] && within.shown == [])
        #expect(try operation(17, of: sources).state == .done)
    }

    @Test func aSourceThatIsRemovedLeavesWithItsAgents() {
        var sources = live()
        let actions = sources.remove(Self.cam)
        #expect(actions.contains(.command(.stop(2, .stopped))) && actions.contains(.dismiss(operation: -1)))
        #expect(sources.coordinator(of: Self.cam) == nil && sources.screen.roster.live == 1)
        #expect(sources.remove(.screen).isEmpty)
    }

    @Test func whatComesForASourceThatIsRemovedIsSentAwayAndNoOthersMatter() {
        var sources = live()
        _ = sources.remove(Self.cam)
        #expect(sources.handle(.intake(.attached(agent(3, pid: 103, place: "cam"))), at: now) == [.command(.stop(3, .stopped))])
        // What its processes still say is not the screen's.
        #expect(sources.handle(.supervisor(operation: -1, .gaveUp(.exited(code: 2), why: "the camera is gone")), at: now).isEmpty)
        #expect(sources.handle(.intake(AgentScene.left(agent(2, pid: 102, place: "cam"), .stopped, isLive: true)), at: now).isEmpty)
        #expect(sources.screen.roster.live == 1 && sources.screen.lastTrouble == nil)
    }

    // MARK: Attaching

    private func operation(_ id: Int, of sources: SourceCoordinators) throws -> AgentOperation {
        try #require(sources.operations.first { $0.id == id })
    }

    @Test func whatComesForASourceThatWasDetachedBeforeWaits() throws {
        var sources = live()
        _ = sources.handle(.intake(AgentScene.left(agent(2, pid: 102, place: "cam"), .stopped, isLive: true)), at: now)
        #expect(sources.handle(.request(operation: 30, .detach(Self.cam)), at: now).contains(.command(.keepVacant(Self.cam))))
        #expect(try operation(30, of: sources).state == .done)
        #expect(try operation(30, of: sources).message == "nothing is captured for cam, and what comes for it waits")
        let actions = sources.handle(.intake(.attached(agent(7, pid: 107, place: "cam"))), at: now)
        #expect(actions.contains { if case .command(.admit(7, _, isStandby: true)) = $0 { true } else { false } }, "\(actions)")
        #expect(sources.handle(.request(operation: 31, .attach(Self.cam, agent: nil)), at: now).contains { "\($0)".contains("claim(7") })
    }

    @Test func whatIsDetachedIsNotSeenAndComesBackOnRequestAlone() throws {
        var sources = live()
        let asked = sources.handle(.request(operation: 20, .detach(Self.cam)), at: now)
        #expect(asked.contains(.command(.detach(2))))
        let gone = sources.handle(.intake(.detached(agent(2, pid: 102, place: "cam"))), at: now)
        #expect(gone.contains(.show(.withdrawn, of: Self.cam)))
        #expect(try operation(20, of: sources).state == .done)
        // An agent that comes by itself waits.
        let other = sources.handle(.intake(.attached(agent(3, pid: 900, place: "cam"))), at: now)
        #expect(other.contains(.command(.admit(3, rank: 0, isStandby: true))))
        let again = sources.handle(.request(operation: 21, .attach(Self.cam, agent: 2)), at: now)
        #expect(again.contains { if case .command(.claim(2, _)) = $0 { true } else { false } })
        _ = sources.handle(.intake(.live(agent(2, pid: 102, place: "cam"), AgentScene.geometry)), at: now)
        #expect(try operation(21, of: sources).state == .done)
        let late = sources.handle(.intake(.attached(agent(4, pid: 901, place: "cam"))), at: now)
        #expect(late.contains { if case .command(.admit(4, _, isStandby: false)) = $0 { true } else { false } })
    }

    @Test func withoutANumberTheLastThatWaitsIsAttached() throws {
        var sources = live()
        _ = sources.handle(.request(operation: 22, .attach(Self.cam, agent: nil)), at: now)
        #expect(try operation(22, of: sources).message.contains("no other waits"))
        _ = sources.handle(.intake(.detached(agent(2, pid: 102, place: "cam"))), at: now)
        let actions = sources.handle(.request(operation: 23, .attach(Self.cam, agent: nil)), at: now)
        #expect(actions.contains { if case .command(.claim(2, _)) = $0 { true } else { false } })
    }

    @Test func anAgentIsMovedToAnotherSourceWithWhatItWasStartedFor() throws {
        var sources = live()
        _ = sources.handle(.request(operation: 24, .attach(.screen, agent: 2)), at: now)
        #expect(try operation(24, of: sources).message.contains("is live for cam: detach cam first"))
        _ = sources.handle(.intake(.detached(agent(2, pid: 102, place: "cam"))), at: now)
        let moved = sources.handle(.request(operation: 25, .attach(.screen, agent: 2)), at: now)
        let commands = moved.compactMap { if case .command(let command) = $0 { command } else { nil } }
        #expect(commands.starts(with: [.place(2, .screen), .admit(2, rank: 0, isStandby: true)]), "\(commands)")
        #expect(commands.contains { if case .claim(2, _) = $0 { true } else { false } })
        // The intake may not know yet.
        let live = sources.handle(.intake(.live(agent(2, pid: 102, place: "cam"), AgentScene.geometry)), at: now)
        #expect(live.contains(.delivers(operation: -1, of: .screen)))
        #expect(sources.screen.roster.live == 2 && live.contains(.command(.stop(1, .replaced))))
        // What it is now is kept when it is started again.
        _ = sources.handle(.intake(AgentScene.left(agent(2, pid: 102, place: "screen"), .closed, isLive: true)), at: now)
        _ = sources.handle(.supervisor(operation: -1, .started(processID: 103, held: "cgroup v2")), at: now)
        let again = sources.handle(.intake(.attached(agent(5, pid: 103, place: "cam"))), at: now)
        #expect(again.contains(.command(.place(5, .screen))), "\(again)")
        #expect(sources.screen.roster.entry(5) != nil)
    }
}
