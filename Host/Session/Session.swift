import AppGroup
public import Audio
import Codec
public import Delivery
import Events
import Frames
import Glibc
import Intake
public import Logging
import Picture
public import Platform
import Portal
import Supervision
import Synchronization

/// THE SPINE of the host: one broadcast, from the first agent to the last byte.
///
/// ```
///  intake ──frames──► encode thread ──┐
///                                     ├─► fan-out ─► targets
///  microphone ─► mixer ─► AAC, Opus ──┘
/// ```
/// Nothing goes out before the first frame is there: a host without an agent waits. Where no picture is sent there is neither
/// intake nor encode thread, where no sound is, neither microphone nor mixer. `run` once; everything else from any thread or task.
public final class Session: SessionControl {
    let configuration: SessionConfiguration
    let log: Logger
    private let directory: GroupDirectory
    private let lock: HostLock
    let events: SessionEvents
    let journal: EventJournal
    let messages = MessageTrack()
    /// `nil` in a broadcast without a picture: no agent can connect.
    let intake: Intake?
    /// The desktop's permission to see its screen, for agents that have none of their own; `nil` without a picture.
    let casts: CastController?
    let encode: EncodeThread
    let slates: SlateMaker
    /// `nil` in a broadcast without sound.
    let sound: AudioPath?
    let fanOut: FanOut
    let targets: TargetCoordinator
    let rates: RateCoordinator
    let start = MediaTime.now()
    let wantsStop = Atomic<Bool>(false)
    let newestOperation = Atomic<Int>(0)
    let shown: Mutex<Shown>

    /// What `status` reads and the session's thread writes.
    struct Shown: Sendable {
        var operations: [AgentOperation] = []
        var supervisors: [AgentSupervisor] = []
        var departed = DepartedAgents()
        var rates = Rates()
        var canvas: PixelSize?
        var phase = SessionPhase.waiting
        var page = ""
    }

    /// Checks the configuration, takes the group and listens.
    ///
    /// May wait up to 2 s for the sound server when a microphone is named. Does not capture or connect yet.
    /// - Throws: `SessionError` naming what is wrong and the remedy; nothing is left behind.
    @available(*, noasync)
    public init(_ configuration: SessionConfiguration, log: Logger) throws(SessionError) {
        (self.configuration, self.log) = (configuration, log)
        let (journal, track) = (EventJournal(log: log), messages)
        self.journal = journal
        try configuration.validate()
        let plan = try StreamPlan(configuration, targets: TargetCoordinator.parse(configuration), hasPage: configuration.pageDirectory != nil)
        if configuration.streams != .videoOnly { try Self.checkSound(configuration, journal) }
        shown = Mutex(Shown())
        do throws(GroupError) {
            directory = try GroupDirectory(configuration.group, creating: true)
            lock = try HostLock(directory)
        } catch { throw SessionError(.group, error.message, cause: error) }
        let (wakeup, fanOut): (Wakeup, FanOut)
        do throws(SystemError) {
            let made = try Wakeup()
            (wakeup, fanOut) = (made, try FanOut(plan.codings, keyframes: KeyframeRequests { made.signal() }))
        } catch { throw SessionError(.failed, "\(error)", cause: error) }
        self.fanOut = fanOut
        let targets = try TargetCoordinator(configuration, in: directory, fanOut: fanOut, plan: plan)
        let rates = RateCoordinator(configuration, soundBitRate: plan.audio.map(\.bitsPerSecond).max() ?? 0)
        (self.targets, self.rates) = (targets, rates)
        do throws(SystemError) { events = try SessionEvents() } catch { throw SessionError(.failed, "\(error)", cause: error) }
        let events = events
        slates = SlateMaker(configuration.slate, onMade: wakeup) { journal.note(.picture(.slateIncomplete($0))) }
        encode = EncodeThread(configuration, wakeup: wakeup, slates: slates.made, keyframes: fanOut.keyframes) {
            (size) throws(DeliveryError) in
            try rates.open(size, hasLines: targets.haveLines)
        } offer: {
            fanOut.offerVideo(track.carry($0), captureTime: $1)
        } report: {
            events.post(.encode($0))
        }
        sound = plan.audio.isEmpty ? nil : try Self.makeSound(configuration, plan.audio, fanOut, directory, journal)
        guard configuration.streams != .audioOnly else {
            (intake, casts) = (nil, nil)
            return
        }
        casts = CastController(configuration.cast, address: configuration.sessionBus) { events.post(.cast($0)) }
        do throws(GroupError) {
            intake = try Intake(
                directory: directory, milliFramesPerSecond: UInt32(configuration.framesPerSecond * 1000), onFrame: wakeup
            ) { events.post(.intake($0)) }
        } catch { throw SessionError(.group, error.message, cause: error) }
    }

    /// Broadcasts until asked to stop, until the configured duration is over, or until it cannot go on.
    public func run() async -> SessionEnd {
        do throws(SystemError) {
            return try await Worker.run(name: "session") { [self] in broadcast() }
        } catch { return .failed(SessionError(.failed, "\(error)", cause: error)) }
    }

    /// Closes a session that was made and will not be run, since something around it could not be. Blocks for moments.
    @available(*, noasync)
    public func abandon() {
        intake?.stop()
        casts?.stop()
        HostLock.sweep(directory)
    }

    public func requestStop() {
        wantsStop.store(true, ordering: .releasing)
        events.wakeup.signal()
    }

    @available(*, noasync)
    public func steer(_ request: AudioRequest) throws(AudioError) {
        guard let sound else { throw AudioError(.notNow, "this broadcast has no sound: it was started with --video-only") }
        try sound.controller.steer(request)
    }

    @available(*, noasync)
    public func steer(_ request: TargetRequest) throws(DeliveryError) { try targets.steer(request) }

    public func steer(_ request: RateRequest) throws(DeliveryError) {
        guard intake != nil else { throw DeliveryError(.notNow, "this broadcast has no picture: it was started with --audio-only") }
        try rates.steer(request)
        journal.note(.encoder(.limits(ceiling: request.ceiling, floor: rates.status?.floor)))
        events.wakeup.signal()
    }

    /// Where the page is served, for `status`.
    public func setPageAddress(_ address: String) { shown.withLock { $0.page = address } }

    // MARK: The session's thread

    /// The whole broadcast: start, watch, end. In the order the data takes, and ended in that order too.
    private func broadcast() -> SessionEnd {
        var line = Broadcast()
        let page = configuration.pageDirectory.map { PageDirectory(path: $0) }
        defer { page?.remove() }
        do throws(SessionError) {
            try page?.make()
            if let words = targets.plan.words { log.info("\(words)") }
            try startThreads(&line)
            watchLinks(&line)
            journal.note(.session(.started))
            if intake != nil { try startAgent(&line) } else { openTargets([], &line) }
        } catch { line.end = .failed(error) }
        while line.end == nil {
            // As often as the lines want to be looked at.
            _ = events.wakeup.wait(until: .now() + .milliseconds(100))
            let changes = events.takeAll()
            for event in changes { take(event, &line) }
            watch(&line, afterEvents: !changes.isEmpty)
        }
        stopEverything(&line)
        return line.end ?? .finished
    }

    private func startThreads(_ line: inout Broadcast) throws(SessionError) {
        do throws(SystemError) {
            try fanOut.start()
            line.isFanOutRunning = true
            if let intake { line.encodeWorker = try Worker(name: "encode", nice: 10) { [encode] in encode.run(intake) } }
        } catch { throw SessionError(.failed, "\(error)", cause: error) }
        // Before: what was opened until one failed is closed again.
        line.isSoundRunning = true
        try sound?.start()
    }

    private func startAgent(_ line: inout Broadcast) throws(SessionError) {
        let processes = AgentProcesses(configuration) { [events] in events.post(.agent($0, $1)) }
        line.processes = processes
        guard case .agent(let backend, let arguments) = configuration.capture else {
            log.info("waiting for an agent: splitcast-capture-\(Self.usualBackend) --group \(configuration.group)")
            return
        }
        do throws(AgentProcesses.Failure) { try processes.start(AgentProcesses.initial, backend: backend, arguments: arguments) } catch {
            throw SessionError(.nothingToCapture, error.message, cause: error)
        }
    }

    private func watchLinks(_ line: inout Broadcast) {
        line.targetWatch.mostRetries = configuration.reconnect.limit
        line.linkWatch = try? LinkWatch { [targets, journal] in  // in a sandbox without netlink: see there
            guard targets.targets.contains(where: { $0.status.state == .reconnecting }) else { return }
            journal.note(.networkUp("a link, an address or a route came up"))
            targets.linkCameUp()
        }
    }

    // MARK: The end

    private func stopEverything(_ line: inout Broadcast) {
        shown.withLock { $0.phase = .stopping }
        journal.note(.session(SessionPhaseEvent(line.end ?? .finished)))
        // The agents first, so that each confirms; then in the order the data takes, so that everything made is sent.
        intake?.stop()
        for event in events.takeAll() { take(event, &line) }
        line.processes?.end()
        casts?.stop()
        encode.isStopping.store(true, ordering: .releasing)
        encode.wakeup.signal()
        line.encodeWorker?.join()
        slates.close()
        if line.isSoundRunning { sound?.stop() }
        if line.isFanOutRunning { fanOut.stop() }
        line.linkWatch?.stop()
        targets.close()
        for event in events.takeAll() { take(event, &line) }
        for (status, isPage) in targets.changes() { report(status, isPage: isPage, &line) }
        HostLock.sweep(directory)
    }

    // MARK: Making

    private static func makeSound(
        _ configuration: SessionConfiguration, _ audio: [AudioSettings], _ fanOut: FanOut, _ directory: GroupDirectory, _ journal: EventJournal
    ) throws(SessionError) -> AudioPath {
        let encoding = try AudioEncoding(audio) { fanOut.offerAudio($0) }
        return try AudioPath(configuration, directory: directory, encoding: encoding) { journal.note(.sound(.pushRefused($0))) }
    }

    /// A name that fits no device is a mistake; a sound server that is not there is not: silence goes out until it comes.
    private static func checkSound(_ configuration: SessionConfiguration, _ journal: EventJournal) throws(SessionError) {
        guard configuration.streams != .videoOnly else { return }
        do throws(AudioError) {
            if case .named(let name) = configuration.microphone {
                _ = try AudioDevices.microphone(.named(name), server: configuration.soundServer)
            }
            try configuration.desktopSound?.check(server: configuration.soundServer)
        } catch {
            switch error.code {
            case .unknownDevice, .ambiguousDevice, .notAMicrophone: throw SessionError(.badSetting, error.message, cause: error)
            default: journal.note(.sound(.sourceLost(id: "sound", "\(error.message): silence goes out until it is there")))
            }
        }
    }

    // MARK: Status

    public func status() -> SessionStatus {
        var shown = shown.withLock { $0 }
        // Without a picture there is nothing to wait for.
        if shown.phase != .stopping { shown.phase = intake == nil ? .live : SessionPhase(encode.phase) }
        return SessionStatus(
            of: shown, targets: targets.targets.map(\.status), streams: configuration.streams, group: configuration.group, start: start,
            agents: intake?.agents ?? [],
            pictures: encode.figures, maxFramesPerSecond: configuration.framesPerSecond, rate: rates.status, audio: sound?.controller.status,
            delays: fanOut.delays.summary,
            fanOutDrops: fanOut.overflowCount)
    }
}
