import AgentProtocol
import AppGroup
import Events
import Frames
import Intake
import Logging
import Platform
import Portal
import Supervision

/// Decides what is done about the agents: those that attach, those that the host starts, what is asked of them, and what the
/// desktop lets them see. A value without effects: it takes in what happened and returns what is to be done.
struct AgentCoordinator: Sendable {
    /// What it has to know of the broadcast.
    struct Settings: Sendable {
        var group = GroupName.standard
        /// Whose agents it decides about.
        var source = SourceName.screen
        /// The operation for which the source's own agent is started; unique among all operations.
        var initial = AgentCoordinator.initial
        var capture = SessionConfiguration.Capture.none
        var sandbox = AgentSandbox.strict
        /// What the desktop is asked for, unless a request for an agent says something else.
        var cast = CastChoice()
        /// Without a picture there are no agents.
        var hasPicture = true
        /// Named to people who have to start an agent by hand.
        var usualBackend = "x11"
    }

    enum Event: Sendable {
        /// The broadcast begins.
        case begun
        case intake(IntakeEvent)
        /// Of the supervisor that was made for an operation.
        case supervisor(operation: Int, AgentSupervisor.Event)
        /// What was to be started for an operation could not be.
        case notStarted(operation: Int, AgentProcesses.Failure)
        case cast(PortalEvent)
        case request(operation: Int, AgentRequest)
        /// Several times a second, with the agents that are attached.
        case tick(attached: [AgentSnapshot])
        /// The broadcast ends: its agents leave too, and its last picture is theirs.
        case ending
    }

    /// The operation for which the screen's own agent is started; those of other sources have numbers below it.
    static let initial = 0
    let settings: Settings
    var roster = AgentRoster()
    var operations: AgentOperations
    var departed = DepartedAgents()
    var started = StartedAgents()
    /// Why what the host started last ended, or waits.
    var lastTrouble: String?
    private var isEnding = false
    /// Its live agent was taken away by request: who comes by itself waits.
    var isDetached = false
    /// Of the command that came last: as in `IntakeCommand.admit`.
    var lastRank = 0
    /// Attached children whose supervisors have yet to say what they were started for.
    var unknown: [AgentDescription] = []
    /// What was told to pause without being live, should it be started again.
    var heldOperations: Set<Int> = []
    var pauseWatch = PauseWatch()
    /// What was told last of a screen that is not shared for the moment.
    var lastCastTrouble: PortalError.Code?
    /// Agents of which everyone was told why they are to go: their end is not reported again.
    var toldEnds: Set<UInt32> = []
    /// What people were told last that agents are held by.
    var toldLimits: String?
    /// The operations whose failure was told.
    private var toldFailures: Set<Int> = []
    private var publishedOperations: [AgentOperation] = []
    var stillScreens = StillScreens()

    var castRequests: CastRequests

    init(_ settings: Settings) {
        self.settings = settings
        castRequests = CastRequests(settings.cast)
        operations = AgentOperations(settings.source)
    }

    mutating func handle(_ event: Event, at now: MediaTime) -> [SessionAction] {
        switch event {
        case .begun: return begin()
        case .intake(let event): return handle(event, at: now)
        case .supervisor(let operation, let event): return handle(event, of: operation, at: now)
        case .notStarted(let operation, let failure): return notStarted(operation, failure, at: now)
        case .cast(let event): return handle(event, at: now)
        case .request(let operation, let request): return handle(request, as: operation, at: now)
        case .tick(let attached):
            return follow(operations.tick(roster, at: now)) + followStill(attached, at: now) + watchPause(attached, at: now)
        case .ending:
            isEnding = true
            return []
        }
    }

    private mutating func begin() -> [SessionAction] {
        guard settings.hasPicture else { return [] }
        guard case .agent(let backend, let arguments) = settings.capture else {
            let place = isScreen ? "" : " --place \(settings.source)"
            return [.log(.info, "waiting for an agent: splitcast-capture-\(settings.usualBackend) --group \(settings.group)\(place)")]
        }
        return [start(settings.initial, backend, arguments)]
    }

    // MARK: Agents

    private mutating func handle(_ event: IntakeEvent, at now: MediaTime) -> [SessionAction] {
        let before = roster
        roster.apply(event)
        let actions: [SessionAction] =
            switch event {
            case .attached(let agent): attached(agent, at: now)
            case .live(let agent, let geometry): live(agent, geometry, after: before.live)
            case .paused(let agent, let isPaused): paused(agent.generation, isPaused)
            case .pausesUnasked(let agent, let count):
                [.log(.warning, "agent \(agent.generation) said \(count) times that it paused or goes on and was not asked to: that changes nothing")]
            case .detached(let agent): detached(agent)
            case .departed(let agent, let reason, let departure):
                left(agent, before.entry(agent.description.generation), reason, departure, at: now)
            case .tooFast(let agent, let asked, let sent): [.note(.agent(.tooFast(agent, asked: asked, sent: sent)))]
            case .remarked(let agent, let subject, let text): [.note(.agent(.remarked(agent, subject, text)))]
            case .refused(let message): [.note(.agent(.refused(message)))]
            }
        return actions + follow(operations.handle(event, roster, at: now))
    }

    private mutating func live(_ agent: AgentDescription, _ geometry: FrameGeometry, after before: UInt32?) -> [SessionAction] {
        isDetached = false
        let operation = roster.entry(agent.generation)?.operation
        var actions: [SessionAction] = agent.wantsCast ? [.castDelivered(agent.generation)] : []
        if agent.wantsCast { castRequests.noteLive(operation) }
        actions.append(.delivers(operation: operation, of: settings.source))
        if !roster.isPaused { actions += show(roster.entry(agent.generation)?.isHeld == true ? .paused : .present(agent.generation)) }
        if let before, before != agent.generation { actions.append(.note(.agent(.tookOver(agent, from: before)))) }
        actions.append(.note(.agent(.live(agent, geometry, isPaused: roster.isPaused))))
        return actions + retireReplaced(by: agent.generation)
    }

    /// Who may deliver next, where none does.
    var awaited: PictureEvent.Awaited {
        if let agent = roster.entries.last(where: { $0.rank != nil }) ?? roster.entries.last {
            return isDetached ? .attachment(agent.agent.generation) : .agent(agent.agent.generation)
        }
        return started.isEmpty ? .nothing : .start
    }

    private func paused(_ agent: UInt32, _ isPaused: Bool) -> [SessionAction] {
        let shown = agent == roster.live && !roster.isPaused ? show(isPaused ? .paused : .present(agent)) : []
        return shown + [.note(.agent(isPaused ? .paused(agent) : .resumed(agent)))]
    }

    private mutating func left(
        _ agent: AgentSnapshot, _ entry: AgentRoster.Entry?, _ reason: EndReason, _ departure: Departure, at now: MediaTime
    ) -> [SessionAction] {
        let description = agent.description
        unknown.removeAll { $0.generation == description.generation }
        var actions = agent.isLive && !roster.isPaused ? show(.gone(description.generation)) : []
        // What it says of its screen is said of its cast.
        if description.wantsCast {
            actions.append(.castLeft(description.generation, castFailed: reason == .failed))
            if reason == .closed, case .said = departure { actions.append(.castLost) }
        }
        departed.add(agent, reason, departure, at: now)
        actions.append(.publishDeparted)
        let operation = entry?.operation.flatMap { started.rank(of: $0) == nil ? nil : $0 }
        // Of one that the host started, its supervisor says the same: that it is not started again, or waits.
        let isTold = toldEnds.remove(description.generation) != nil || reason == .failed && operation != nil
        actions.append(.note(.agent(.ended(description, reason, message: departure.text, isTold: isTold))))
        if let operation {
            if entry?.isHeld == true { heldOperations.insert(operation) }
            if reason == .unresponsive { actions.append(.replace(operation: operation, hanging: description.processID)) }
            if [.replaced, .stopped, .permissionDenied].contains(reason) { actions += retire(operation) }
        }
        return actions
    }

    // MARK: What is asked

    private mutating func handle(_ request: AgentRequest, as operation: Int, at now: MediaTime) -> [SessionAction] {
        let asked = SessionAction.log(.debug, "asked: \(request)")
        guard settings.hasPicture else {
            return [asked] + follow(operations.refuse(operation, "this broadcast sends sound alone: there is no agent", at: now))
        }
        // What were started now no one would stop.
        guard !isEnding else { return [asked] + follow(operations.refuse(operation, "the broadcast is ending", at: now)) }
        do throws(SessionError) {
            let request = try castRequests.take(request, as: operation)
            if case .detach = request, roster.entries.isEmpty { isDetached = true }
            // A request for an agent asks the desktop again, too.
            return [asked, .renewCasts] + follow(operations.begin(operation, request, roster, at: now))
        } catch { return [asked] + follow(operations.refuse(operation, error.message, at: now)) }
    }

    /// What operations ask for, and what people are told of them.
    mutating func follow(_ asked: [AgentOperations.Action]) -> [SessionAction] {
        var actions: [SessionAction] = []
        for action in asked {
            switch action {
            case .start(let operation, let backend, let arguments): actions.append(start(operation, backend, arguments))
            case .dismiss(let operation):
                // Its agent may still be on its way, and is not to be shown after all.
                for entry in roster.entries where entry.operation == operation { actions.append(.command(.stop(entry.agent.generation, .stopped))) }
                actions += dismiss(operation)
            case .retire(let processID): if let operation = started.operation(of: processID) { actions += retire(operation) }
            case .claim(let agent): actions.append(claim(agent))
            case .command(let command): actions += carryOn(command)
            }
        }
        actions += publishOperations()
        let failed = operations.book.filter { $0.state == .failed }
        actions += failed.filter { !toldFailures.contains($0.id) }.map { .note(.agent(.requestFailed($0.message))) }
        toldFailures = Set(failed.map(\.id))
        return actions
    }

    mutating func publishOperations() -> [SessionAction] {
        guard operations.book != publishedOperations else { return [] }
        publishedOperations = operations.book
        return [.publishOperations]
    }

    // MARK: Processes

    private mutating func start(_ operation: Int, _ backend: String?, _ arguments: [String]) -> SessionAction {
        started.add(operation, rank: nextRank())
        return .start(operation: operation, of: settings.source, backend: backend, arguments: arguments)
    }

    mutating func dismiss(_ operation: Int) -> [SessionAction] {
        castRequests.forget(operation)
        heldOperations.remove(operation)
        return started.remove(operation) ? [.dismiss(operation: operation)] : []
    }

    mutating func retire(_ operation: Int) -> [SessionAction] {
        castRequests.forget(operation)
        heldOperations.remove(operation)
        return started.remove(operation) ? [.retire(operation: operation)] : []
    }

    private mutating func notStarted(_ operation: Int, _ failure: AgentProcesses.Failure, at now: MediaTime) -> [SessionAction] {
        _ = started.remove(operation)
        if operation == settings.initial {
            guard !isScreen else { return end(SessionError(.nothingToCapture, failure.message, cause: failure)) }
            lastTrouble = failure.message
            return [.note(.agent(.gaveUp(why: failure.message, source: settings.source.text)))]
        }
        return follow(operations.ended(startedBy: operation, why: failure.message, roster, at: now))
    }

    /// The broadcast cannot go on; said once.
    mutating func end(_ error: SessionError) -> [SessionAction] {
        guard !isEnding else { return [] }
        isEnding = true
        return [.end(error)]
    }

    /// Of the agents of a broadcast that ends, viewers see nothing any more.
    func show(_ presence: AgentPresence) -> [SessionAction] { isEnding ? [] : [.show(presence, of: settings.source)] }

    /// Turns down what nothing can be done about.
    mutating func refuse(_ operation: Int, _ why: String, at now: MediaTime) -> [SessionAction] {
        follow(operations.refuse(operation, why, at: now))
    }

    /// The source is no more: its agents go, and viewers see nothing of them.
    mutating func leave() -> [SessionAction] {
        defer { isEnding = true }
        let stops = roster.entries.map { SessionAction.command(.stop($0.agent.generation, .stopped)) }
        return started.all.flatMap { dismiss($0) } + stops
    }

    /// Another wants pictures of the desktop's portal.
    var wantsCast: Bool { roster.entries.contains { $0.agent.wantsCast } }

    /// Without it there is no broadcast; any other source may fail.
    var isScreen: Bool { settings.source == .screen }
}

extension AgentCoordinator.Settings {
    init(_ configuration: SessionConfiguration, usualBackend: String) {
        self.init(
            group: configuration.group, capture: configuration.capture, sandbox: configuration.agentSandbox, cast: configuration.cast,
            hasPicture: configuration.streams != .audioOnly, usualBackend: usualBackend)
    }

    /// The same for another source.
    func with(_ source: SourceChoice) -> Self {
        var settings = self
        (settings.source, settings.capture) = (source.name, source.capture)
        return settings
    }
}
