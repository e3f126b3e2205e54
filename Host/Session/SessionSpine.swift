import AppGroup
import Codec
import Delivery
import Events
import Glibc
import Intake
import Platform
import Portal

/// The session's thread: starts what a broadcast needs, hands what happens to the coordinator that it is for, carries out what that
/// decides, and stops everything again. It decides nothing but when the broadcast is over.
struct SessionSpine {
    let session: Session
    var agents: SourceCoordinators
    let processes: AgentProcesses
    var slate: SlateForecast
    private var threads = Threads()
    private var pictureWatch = PictureWatch()
    var loss: LossWatch
    private var layerWatch = LayerWatch()
    var desktopCauses: Set<DesktopCause> = []
    /// Those that services of the desktop tell.
    var toldCauses: Set<DesktopCause> = []
    private var audioReport = AudioReport()
    /// Whose links carry no picture.
    var stillEncodings: Set<String> = []
    private var isOddRound = false
    private var hasForgottenBeginning = false
    private(set) var end: SessionEnd?

    /// What runs, to be stopped again.
    private struct Threads {
        var picture: Worker?
        var isAudioRunning = false
        /// `nil` where the kernel tells nothing: retries then wait for their time.
        var linkWatch: LinkWatch?
        var desktop: (watch: DesktopWatch, worker: Worker)?
        var hotkeys: HotkeyController?
    }

    init(_ session: Session) {
        self.session = session
        let configuration = session.configuration
        let settings = AgentCoordinator.Settings(configuration, usualBackend: Self.usualBackend)
        agents = SourceCoordinators(screen: AgentCoordinator(settings))
        for source in configuration.sources { agents.add(settings.with(source)) }
        processes = AgentProcesses(configuration) { [events = session.events] in events.post(.agents(.supervisor(operation: $0, $1))) }
        slate = SlateForecast(holdTime: configuration.holdTime)
        loss = LossWatch(configuration.lossLadder)
    }

    /// The agent that this desktop needs as a rule, for people.
    private static var usualBackend: String { (getenv("WAYLAND_DISPLAY")?.pointee ?? 0) == 0 ? "x11" : "pipewire" }

    /// The whole broadcast.
    mutating func run() -> SessionEnd {
        let page = session.configuration.pageDirectory.map { PageDirectory(path: $0) }
        defer { page?.remove() }
        do throws(SessionError) {
            try page?.make()
            if let text = session.targets.plan.text { session.log.info("\(text)") }
            try start()
        } catch { finish(.failed(error)) }
        while end == nil { nextRound() }
        stop()
        return end ?? .finished
    }

    mutating func finish(_ end: SessionEnd) {
        guard self.end == nil else { return }
        self.end = end
        carryOut(agents.handle(.ending, at: .now()))
    }

    // MARK: Start

    /// In the order the data takes.
    private mutating func start() throws(SessionError) {
        for filter in session.configuration.filters { try session.filters.add(filter.source, filter.settings) }
        try startThreads()
        watchNetwork()
        try watchDesktop()
        session.journal.note(.session(.started))
        if session.intake == nil {
            for encoding in session.encodings.running { openTargets(of: encoding, picture: []) }
        } else {
            carryOut(agents.handle(.begun, at: .now()))
        }
        guard !session.configuration.hotkeys.isEmpty else { return }
        do throws(SystemError) { threads.hotkeys = try HotkeyController(session) } catch {
            throw SessionError(.failed, "\(error)", cause: error)
        }
    }

    private mutating func startThreads() throws(SessionError) {
        do throws(SystemError) {
            try session.hooks?.start()
            try session.notifications?.start()
            try session.encodings.start { [targets = session.targets] in
                targets.haveLinks(of: $0)
            } areTargetsThere: { [targets = session.targets] in
                targets.areAllThere
            }
            if let intake = session.intake {
                threads.picture = try Worker(name: "canvas") { [picture = session.picture] in picture.run(intake) }
            }
        } catch { throw SessionError(.failed, "\(error)", cause: error) }
        // Before: what was opened until one failed is closed again.
        threads.isAudioRunning = true
        try session.audio?.start()
    }

    private mutating func watchDesktop() throws(SessionError) {
        let configuration = session.configuration
        guard session.intake != nil || !configuration.inhibited.isEmpty else { return }
        do throws(SystemError) {
            let watch = try DesktopWatch(
                sessionBus: configuration.sessionBus, systemBus: configuration.systemBus, inhibited: configuration.inhibited
            ) { [events = session.events] in events.post(.desktop($0)) }
            threads.desktop = (watch, try Worker(name: "desktop") { watch.run() })
        } catch { throw SessionError(.failed, "\(error)", cause: error) }
    }

    private mutating func watchNetwork() {
        threads.linkWatch = try? LinkWatch { [targets = session.targets, journal = session.journal] in  // in a sandbox without netlink: see there
            guard targets.targets.contains(where: { $0.status.state == .reconnecting }) else { return }
            journal.note(.networkUp("a link, an address or a route came up"))
            targets.linkCameUp()
        }
    }

    /// - Parameter picture: the picture's stream, or nothing in a broadcast without one.
    private mutating func openTargets(of encoding: RunningEncoding, picture: [StreamDescription]) {
        do throws(SessionError) {
            try session.targets.open(
                picture + (session.audio?.encoding.streams ?? []), bitsPerSecond: encoding.rates.bitsPerSecond, of: encoding.name)
        } catch { finish(.failed(error)) }
    }

    // MARK: Loop

    /// Waits for what happens, takes care of it, and looks after what tells nothing by itself.
    private mutating func nextRound() {
        // As often as the links want to be looked at.
        _ = session.events.wakeup.wait(until: .now() + .milliseconds(100))
        let events = session.events.dequeueAll()
        for event in events { handle(event) }
        look(isAfterEvents: !events.isEmpty)
    }

    private mutating func handle(_ event: SessionEvents.Event) {
        switch event {
        case .agents(let event):
            if case .intake(.departed(let agent, _, _)) = event { session.noteDropped(by: agent) }
            carryOut(agents.handle(event, at: .now()))
            publishProcesses()
        case .canvas(.opened(let size)):
            session.shown.withLock { $0.canvas = size }
            session.overlays.fit(size)
            prepareSlate()
        case .background:
            prepareSlate()
            followClip()
        case .desktop(.causes(let causes)): toldCauses = causes
        case .desktop(.inhibition(let inhibition)): session.shown.withLock { $0.inhibition = SessionStatus.Inhibition(inhibition) }
        case .clip(let outcome):
            noteClip(session.clips.apply(outcome))
            followClip()
        case .source(let change): follow(change)
        case .canvas(.filter(let source, let id, let event)): session.journal.note(.filter(id, source: source.text, event))
        case .canvas(.failed(let error)): finish(.failed(error))
        case .encoding(let name, .opened(let stream, let size)):
            // It may have ended meanwhile.
            guard let encoding = session.encodings.running(named: name) else { return }
            // Before a file is made: what another encoding cannot be ends the broadcast.
            if let problem = session.encodings.problem { finish(.failed(SessionError(.badSetting, problem))) }
            if case .failed? = end { return }
            encoding.size.withLock { $0 = size }
            // In the colours that it wants.
            if encoding.choice.sampling == .full { prepareSlate() }
            openTargets(of: encoding, picture: [stream])
        case .encoding(let name, .resized(let size)): session.encodings.running(named: name)?.size.withLock { $0 = size }
        case .encoding(_, .failed(let error)): finish(.failed(error))
        case .encoding(let encoding, .encoderReplaced(let name, let error)):
            session.encodings.running(named: encoding)?.work.withLock { $0 = EncoderAtWork(name: name, problem: error.message) }
            session.journal.note(.encoder(.replaced(session.configuration.encoder.text, by: name, why: error.message)))
        case .encoding(_, .clipRefused(let why)): session.journal.note(.picture(.clipRefused(why)))
        case .encoding(let encoding, .driverWrote(let line)): session.log.info("the driver of encoding \(encoding)'s encoder: \(line)")
        }
    }

    private mutating func look(isAfterEvents: Bool) {
        carryOut(session.targets.handle(.look, at: .now()))
        let now = MediaTime.now()
        let running = session.encodings.running
        for encoding in running { follow(encoding, at: now) }
        let (frames, bytes) = (running.primary?.thread?.figures.sent ?? 0, session.encodings.encodedBytes)
        session.shown.withLock { $0.rates.add(at: now, frames: frames, bytes: bytes + (session.audio?.encoding.encodedBytes ?? 0)) }
        if session.wantsStop.load(ordering: .acquiring) { finish(.finished) }
        if let duration = session.configuration.duration, .now() - session.start >= duration { finish(.finished) }
        carryOut(session.targets.handle(.ratesFollowed, at: .now()))
        followLoss(at: now)
        if session.picture.phase == .hidden { prepareSlate() }
        if let event = pictureWatch.changes(session.picture.phase, agents.screen.awaited, isDesktopAway: slate.isHidden) {
            session.journal.note(.picture(event))
        }
        forgetBeginning(at: now)
        // For these, and without events, half as often is enough.
        isOddRound.toggle()
        if isAfterEvents || isOddRound {
            reportAudio()
            followClip()
            let attached = session.intake?.agents ?? []
            followLayers(attached)
            carryOut(agents.handle(.tick(attached: attached), at: .now()))
            followDesktop(attached)
            processes.tidy()
            publishProcesses()
        }
    }

    /// What only the start needed of the program and its libraries: a quarter of what is resident.
    private mutating func forgetBeginning(at now: MediaTime) {
        guard !hasForgottenBeginning, session.encodings.encodedBytes > 0, now - session.start > .seconds(5) else { return }
        hasForgottenBeginning = true
        forgetProgram()
    }

    /// Has an encoding follow the links of its targets.
    private mutating func follow(_ encoding: RunningEncoding, at now: MediaTime) {
        guard let thread = encoding.thread else { return }
        let figures = thread.figures.snapshot
        encoding.seen.withLock { $0.add(at: now, frames: thread.figures.sent, bytes: figures.bytes) }
        let isKept = session.targets.hasRecording(of: encoding.name) || session.replay != nil && encoding.name == EncodingChoice.main
        let seen = RateCoordinator.Sample(
            targets: session.targets.links(at: now, of: encoding.name), figures: figures, hasRecording: isKept,
            sendsClip: thread.sendsClip.load(ordering: .relaxed))
        carryOut(encoding.rates.handle(seen, at: now), for: encoding)
    }

    private mutating func followLayers(_ agents: [AgentSnapshot]) {
        guard let canvas = session.shown.withLock({ $0.canvas }) else { return }
        let problems = session.layers.withLock { $0.problems(on: canvas, agents: agents) }
        for event in layerWatch.changes(problems) { session.journal.note(.picture(event)) }
    }

    private mutating func reportAudio() {
        guard let controller = session.audio?.controller else { return }
        for event in audioReport.changes(controller.sourceReports, controller.status, at: .now()) { session.journal.note(.audio(event)) }
    }

    func publishProcesses() {
        let supervisors = processes.supervisors
        session.shown.withLock { $0.supervisors = supervisors }
    }

    // MARK: Stop

    private mutating func stop() {
        session.shown.withLock { $0.phase = .stopping }
        threads.hotkeys?.stop()
        // Before the agents are told to leave.
        let whyNothing = agents.screen.whyNothing
        session.journal.note(.session(SessionPhaseEvent(end ?? .finished)))
        // The agents first, so that each confirms; then in the order the data takes, so that everything made is sent.
        session.intake?.stop()
        for event in session.events.dequeueAll() { handle(event) }
        processes.end()
        session.casts?.stop()
        session.preview.stop()
        session.clips.stop()
        session.overlays.stop()
        session.filters.stop()
        session.picture.stop()
        threads.picture?.join()
        session.encodings.stopEncoders()
        session.slates.close()
        if threads.isAudioRunning { session.audio?.stop() }
        session.encodings.stopFanOuts()
        threads.linkWatch?.stop()
        threads.desktop?.watch.stop()
        threads.desktop?.worker.join()
        session.targets.close()
        for event in session.events.dequeueAll() { handle(event) }
        carryOut(session.targets.handle(.look, at: .now()))
        // Everything is told.
        session.hooks?.stop()
        session.notifications?.stop()
        end = end?.judged(whyNoPicture: whyNoPicture(whyNothing), targets: session.targets.named)
        HostLock.sweep(session.directory)
    }

    /// `nil` where there was a picture, or none was wanted.
    private func whyNoPicture(_ whyNothing: String) -> String? {
        let figures = session.encodings.running.compactMap { $0.thread?.figures.snapshot }
        guard session.intake != nil, figures.allSatisfy({ $0.encoded == 0 }) else { return nil }
        return figures.map(\.lastFailure).first { !$0.isEmpty } ?? whyNothing
    }
}
