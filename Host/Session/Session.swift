import AppGroup
import Audio
import Codec
import Delivery
import Events
import Frames
import Hooks
import Intake
public import Logging
import Picture
public import Platform
import Portal
import Supervision
import Synchronization

/// One broadcast, from the first agent to the last byte: what it consists of, and what may be asked of it. `SessionSpine` runs it, and
/// three coordinators decide: of agents, rates and targets.
///
/// ```
///  intake ──frames──► canvas ─┬─► encoding ──┐
///                             └─► encoding ──┤ a fan-out each ─► targets
///  microphone ─► mixer ─► AAC, Opus ─────────┘
/// ```
/// Nothing goes out before the first frame is there: a host without an agent waits. Where no picture is sent there is neither
/// intake nor canvas, where no audio is, neither microphone nor mixer. `run` once; everything else from any thread or task.
public final class Session: SessionControl {
    let configuration: SessionConfiguration
    let log: Logger
    let directory: GroupDirectory
    private let lock: HostLock
    let events: SessionEvents
    let journal: EventJournal
    /// `nil` in a broadcast without.
    let hooks: HookRunner?
    /// The same.
    let notifications: Notifications?
    /// The newest packets, to be saved; `nil` in a broadcast without.
    let replay: ReplayBuffer?
    /// `nil` in a broadcast without a picture: no agent can connect.
    let intake: Intake?
    /// The desktop's permission to see its screen, for agents that have none of their own; `nil` without a picture.
    let casts: CastControllers?
    let picture: CanvasThread
    let slates: SlateMaker
    let clips: ClipCoordinator
    let snapshots: SnapshotMaker
    let preview: PreviewTap
    let overlays: Overlays
    let filters: FilterController
    /// `nil` in a broadcast without audio.
    let audio: AudioPath?
    let encodings: Encodings
    let targets: TargetCoordinator
    let newestMessage = Mutex<UInt64>(0)
    let start = MediaTime.now()
    let wantsStop = Atomic<Bool>(false)
    let newestOperation = Atomic<Int>(0)
    let shown: Mutex<Shown>
    /// How the sources are shown, as users have said so far.
    let layers: Mutex<LayerBook>
    private let dropped = Mutex(DroppedTotal())
    let reloader = Mutex<Reloader?>(nil)
    /// Held while a part is made anew.
    let restarting = Mutex(())

    /// What `status` reads and the session's thread writes.
    struct Shown: Sendable {
        var operations: [AgentOperation] = []
        var supervisors: [AgentSupervisor] = []
        var departed: [DepartedAgents.Entry] = []
        var rates = Rates()
        var canvas: PixelSize?
        var phase = SessionPhase.waiting
        /// Nothing of the live agent may be shown.
        var isPaused = false
        /// Nothing can be captured.
        var loss: SessionStatus.Loss?
        /// The desktop is not to be seen.
        var desktop: SessionStatus.Desktop?
        var inhibition: SessionStatus.Inhibition?
        var page = ""
        /// The scene that was shown last.
        var scene: String?
    }

    /// Checks the configuration, takes the group and listens.
    ///
    /// May wait up to 2 s for the sound server when a microphone is named. Does not capture or connect yet.
    /// - Throws: `SessionError` naming what is wrong and the remedy; nothing is left behind.
    @available(*, noasync)
    public init(_ given: SessionConfiguration, log: Logger) throws(SessionError) {
        let journal = EventJournal(log: log)
        try given.validate()
        // Before anything is taken: a driver that crashes or hangs does so elsewhere.
        let configuration = try given.withWorkingEncoder(EncoderCheck(), journal)
        (self.configuration, self.log, self.journal) = (configuration, log, journal)
        (hooks, notifications) = try Self.makeListeners(configuration, journal)
        let plan = try StreamPlan(configuration, targets: TargetCoordinator.parse(configuration), hasPage: configuration.pageDirectory != nil)
        // Before a target is made: what one encoding cannot be would end the others' recordings as they begin.
        try configuration.tryEncoders()
        let replay = try configuration.makeReplay(audio: plan.audio)
        self.replay = replay
        let firstOverlays = try configuration.makeOverlays()
        if configuration.streams != .videoOnly { try Self.checkAudio(configuration, journal) }
        shown = Mutex(Shown(scene: configuration.sceneName?.text))
        layers = Mutex(LayerBook(configuration))
        do throws(GroupError) {
            directory = try GroupDirectory(configuration.group, creating: true)
            lock = try HostLock(directory)
        } catch { throw SessionError(.group, error.message, cause: error) }
        let wakeup: Wakeup
        do throws(SystemError) { (wakeup, events) = (try Wakeup(), try SessionEvents()) } catch {
            throw SessionError(.failed, "\(error)", cause: error)
        }
        let events = events
        slates = SlateMaker(configuration.slate, onMade: wakeup) { journal.note(.picture(.slateIncomplete($0))) }
        picture = CanvasThread(configuration, wakeup: wakeup, slates: slates.made) { events.post(.canvas($0)) }
        clips = ClipCoordinator(
            configuration.backgroundClip, aspect: configuration.aspect,
            decoder: DecoderSettings(group: configuration.group, sandbox: configuration.agentSandbox)
        ) { events.post(.clip($0)) }
        preview = PreviewTap(picture.canvas, interval: configuration.framesPerSecond.interval)
        snapshots = SnapshotMaker(picture.canvas, niceness: configuration.encoderNiceness)
        let canvas = picture
        filters = FilterController(
            group: configuration.group, show: { canvas.filters.set($1, of: $0) }, refresh: { canvas.filters.refresh($0) },
            report: { events.post(.canvas(.filter($0, $1, $2))) })
        do throws(SystemError) {
            overlays = try Overlays(group: configuration.group.text, start: start) { canvas.show($1, of: $0) }
        } catch { throw SessionError(.failed, "\(error)", cause: error) }
        overlays.begin(with: firstOverlays)
        let encodings = Encodings(configuration, plan: plan, canvas: picture.canvas, replay: replay) { events.post(.encoding($0, $1)) }
        self.encodings = encodings
        targets = try TargetCoordinator(configuration, in: directory, encodings: encodings, plan: plan)
        audio = plan.audio.isEmpty ? nil : try Self.makeAudio(configuration, plan, encodings, directory, journal)
        guard configuration.streams != .audioOnly else {
            (intake, casts) = (nil, nil)
            return
        }
        casts = CastControllers(address: configuration.sessionBus) { events.post(.agents(.cast($0))) }
        do throws(GroupError) {
            intake = try Intake(
                directory: directory, sources: [.screen] + configuration.sources.map(\.name),
                milliFramesPerSecond: UInt32(configuration.framesPerSecond.perThousandSeconds), onFrame: wakeup
            ) { events.post(.agents(.intake($0))) }
        } catch { throw SessionError(.group, error.message, cause: error) }
        for line in configuration.lackingOfScene + (configuration.scene.map { hear($0) } ?? []) { log.warning("of the scene \(line)") }
    }

    /// Broadcasts until asked to stop, until the configured duration is over, or until it cannot go on.
    public func run() async -> SessionEnd {
        do throws(SystemError) {
            return try await Worker.run(name: "session") { [self] in
                var spine = SessionSpine(self)
                return spine.run()
            }
        } catch { return .failed(SessionError(.failed, "\(error)", cause: error)) }
    }

    /// Closes a session that was made and will not be run, since something around it could not be. Blocks for moments.
    @available(*, noasync)
    public func abandon() {
        intake?.stop()
        casts?.stop()
        HostLock.sweep(directory)
    }

    // MARK: Making

    /// What listens to events. What is told before the broadcast begins waits until then.
    private static func makeListeners(
        _ configuration: SessionConfiguration, _ journal: EventJournal
    ) throws(SessionError) -> (HookRunner?, Notifications?) {
        do throws(SystemError) {
            let hooks =
                configuration.hooks.isEmpty
                ? nil : try HookRunner(configuration.hooks, group: configuration.group, by: EncoderCheck.ownProgram) { journal.note(.hook($0)) }
            let notifications =
                configuration.notified.isEmpty ? nil : try Notifications(configuration.notified, sessionBus: configuration.sessionBus)
            journal.listen { event in
                hooks?.handle(event)
                notifications?.handle(event)
            }
            return (hooks, notifications)
        } catch { throw SessionError(.failed, "\(error)", cause: error) }
    }

    private static func makeAudio(
        _ configuration: SessionConfiguration, _ plan: StreamPlan, _ encodings: Encodings, _ directory: GroupDirectory, _ journal: EventJournal
    ) throws(SessionError) -> AudioPath {
        let encoding = try AudioEncoding(plan.audio, tracks: plan.tracks) { encodings.offerAudio($0) }
        return try AudioPath(configuration, directory: directory, encoding: encoding) {
            encodings.expectAudio(later: $0)
        } onRefusal: {
            journal.note(.audio(.pushRefused($0)))
        }
    }

    /// A name that fits no device is a mistake; a sound server that is not there is not: silence goes out until it comes.
    private static func checkAudio(_ configuration: SessionConfiguration, _ journal: EventJournal) throws(SessionError) {
        guard configuration.streams != .videoOnly else { return }
        do throws(AudioError) {
            try AudioDevices.check(configuration.microphones.map(\.choice), server: configuration.soundServer)
            try configuration.desktopAudio?.check(server: configuration.soundServer)
        } catch {
            switch error.code {
            case .unknownDevice, .ambiguousDevice, .notAMicrophone, .badSetting: throw SessionError(.badSetting, error.message, cause: error)
            default: journal.note(.audio(.sourceLost(id: "sound", "\(error.message): silence goes out until it is there")))
            }
        }
    }

    // MARK: Status

    public func status() -> SessionStatus {
        var shown = shown.withLock { $0 }
        // Without a picture there is nothing to wait for.
        if shown.phase != .stopping {
            shown.phase = intake == nil ? .live : SessionPhase(picture.phase)
            // The canvas's thread may not have come to it.
            if shown.isPaused, shown.phase != .waiting { shown.phase = .paused }
        }
        let (targets, encodings, agents) = (self.targets.statuses, self.encodings.running, intake?.agents ?? [])
        var status = SessionStatus(
            of: shown, targets: targets, encodings: encodings, configuration: configuration, start: start, agents: agents,
            layers: layers.withLock { $0 }, overlays: overlays.statuses, filters: filters.statuses,
            background: .init(slates.shown, clip: clips.status),
            audio: audio?.controller.status,
            replay: replay.map { SessionStatus.Replay($0) }, dropped: countDropped(targets, encodings, agents))
        status.hooks = hooks.map { SessionStatus.Hooks($0.figures) }
        status.ladder = self.targets.servedLadder.flatMap { LadderAddress.text($0, page: shown.page) }
        status.scene = shown.scene
        return status
    }

    /// It leaves: what it had dropped then, at whichever time users look.
    func noteDropped(by agent: AgentSnapshot) { dropped.withLock { $0.note([.agent(agent.description.generation): agent.superseded]) } }

    private func countDropped(_ targets: [SessionStatus.Target], _ encodings: [RunningEncoding], _ agents: [AgentSnapshot]) -> UInt64 {
        var counts: [DroppedTotal.Part: UInt64] = [:]
        for agent in agents where agent.superseded > 0 { counts[.agent(agent.description.generation)] = agent.superseded }
        for target in targets { counts[.target(target.id)] = target.droppedFrames }
        for encoding in encodings {
            counts[.encoding(encoding.id)] = UInt64(encoding.fanOut.overflowCount) + (encoding.thread?.figures.snapshot.failed ?? 0)
        }
        return dropped.withLock { $0.total(with: counts) }
    }

    public func delayFigures() -> DelayFigures {
        let figures = encodings.running.compactMap { encoding in encoding.thread.map { (encoding.name, $0.figures) } }
        return DelayFigures(
            encoding: figures.map { .init(name: $0, counts: $1.taken.counts) }, encoded: figures.map { .init(name: $0, counts: $1.delays.counts) },
            sent: targets.delays.map { .init(name: "\($0)", counts: $1) })
    }

    public func audioStatus() -> AudioStatus? { audio?.controller.status }
}
