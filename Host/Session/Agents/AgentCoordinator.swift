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
        var capture = SessionConfiguration.Capture.none
        /// Of each agent that the host starts.
        var limits = AgentLimits.standard
        var sandbox = AgentSandbox.strict
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

    /// The operation for which the session's own agent is started.
    static let initial = 0
    /// How long a screen may show nothing before the slate stands in for it.
    static let stillTime = Duration.seconds(1)

    let settings: Settings
    private(set) var roster = AgentRoster()
    var operations = AgentOperations()
    var departed = DepartedAgents()
    var started = StartedAgents()
    private var isEnding = false
    /// Of the command that came last: as in `IntakeCommand.admit`.
    private var lastRank = 0
    /// Attached children whose supervisors have yet to say what they were started for.
    private var unknown: [AgentDescription] = []
    /// What was told to pause without being live, should it be started again.
    private var heldOperations: Set<Int> = []
    private var pauseWatch = PauseWatch()
    /// What was told last of a screen that is not shared for the moment.
    var lastCastTrouble: PortalError.Code?
    /// Agents of which everyone was told why they are to go: their end is not reported again.
    var toldEnds: Set<UInt32> = []
    /// Whether people were told what agents are held by.
    var hasToldLimits = false
    /// The operations whose failure was told.
    private var toldFailures: Set<Int> = []
    private var publishedOperations: [AgentOperation] = []
    /// Since when an agent captures a screen that has shown nothing yet.
    private var stillSince: MediaTime?
    /// The slate went out before there was a picture.
    private var isStandingIn = false

    init(_ settings: Settings) { self.settings = settings }

    mutating func handle(_ event: Event, at now: MediaTime) -> [SessionAction] {
        switch event {
        case .begun: return begin()
        case .intake(let event): return handle(event, at: now)
        case .supervisor(let operation, let event): return handle(event, of: operation, at: now)
        case .notStarted(let operation, let failure): return notStarted(operation, failure, at: now)
        case .cast(let event): return handle(event, at: now)
        case .request(let operation, let request): return handle(request, as: operation, at: now)
        case .tick(let attached):
            return follow(operations.tick(roster, at: now)) + standIn(for: attached, at: now) + watchPause(attached, at: now)
        case .ending:
            isEnding = true
            return []
        }
    }

    private mutating func begin() -> [SessionAction] {
        guard settings.hasPicture else { return [] }
        guard case .agent(let backend, let arguments) = settings.capture else {
            return [.log(.info, "waiting for an agent: splitcast-capture-\(settings.usualBackend) --group \(settings.group)")]
        }
        return [start(Self.initial, backend, arguments)]
    }

    // MARK: Agents

    private mutating func handle(_ event: IntakeEvent, at now: MediaTime) -> [SessionAction] {
        let before = roster
        roster.apply(event)
        let actions: [SessionAction] =
            switch event {
            case .attached(let agent): attached(agent)
            case .live(let agent, let geometry): live(agent, geometry, after: before.live)
            case .paused(let agent, let isPaused): paused(agent.generation, isPaused)
            case .departed(let agent, let reason, let departure):
                left(agent, before.entry(agent.description.generation), reason, departure, at: now)
            case .refused(let message): [.note(.agent(.refused(message)))]
            }
        return actions + follow(operations.handle(event, roster, at: now))
    }

    private mutating func attached(_ agent: AgentDescription) -> [SessionAction] {
        var actions: [SessionAction] = [.note(.agent(.attached(agent)))]
        // It began before its supervisor could say so.
        guard !agent.isChild || isKnown(agent) || !started.awaitsProcess else {
            unknown.append(agent)
            return actions
        }
        actions += admit(agent)
        return actions
    }

    private func isKnown(_ agent: AgentDescription) -> Bool {
        started.operation(of: agent.processID) != nil || started.isLeftOver(agent.processID)
    }

    /// Those that were waited for, once their supervisors have spoken.
    mutating func admitKnown() -> [SessionAction] {
        let known = unknown.filter { isKnown($0) || !started.awaitsProcess }
        unknown.removeAll { agent in known.contains { $0.generation == agent.generation } }
        return known.flatMap { admit($0) }
    }

    /// Lets an agent in for the command that wanted it. What came in the place of one that was replaced is not let in.
    private mutating func admit(_ agent: AgentDescription) -> [SessionAction] {
        guard !started.isLeftOver(agent.processID) else { return [.command(.stop(agent.generation, .replaced))] }
        let operation = started.operation(of: agent.processID)
        var actions: [SessionAction] = []
        // An agent that says it needs more than its limit is not left to die of it in the middle.
        let need = AgentLimits(memoryBytes: Int(agent.needKiB) << 10)
        if let operation, let limit = settings.limits.memoryBytes, need.memoryBytes! > limit {
            actions.append(.note(.agent(.needsMore(agent.generation, need: need.words, limit: settings.limits.words))))
            actions += retire(operation)
            actions.append(.command(.stop(agent.generation, .memoryLimit)))
        } else if let operation, let rank = started.rank(of: operation) {
            // One that is started again waits behind what stands in for it.
            let isStandby = roster.live != nil && !operations.isRunning(operation)
            actions += admit(agent, rank: rank, isStandby: isStandby)
            if heldOperations.contains(operation) { actions += hold(agent.generation) }
        } else {
            actions += admit(agent, rank: agent.isStandby ? 0 : nextRank(), isStandby: agent.isStandby)
        }
        roster.change(agent.generation) { $0.operation = operation }
        if agent.wantsCast { actions.append(.askForCast(agent.generation)) }
        return actions
    }

    private mutating func admit(_ agent: AgentDescription, rank: Int, isStandby: Bool) -> [SessionAction] {
        if !isStandby { roster.change(agent.generation) { $0.rank = rank } }
        return [.command(.admit(agent.generation, rank: rank, isStandby: isStandby))]
    }

    private mutating func nextRank() -> Int {
        lastRank += 1
        return lastRank
    }

    private mutating func live(_ agent: AgentDescription, _ geometry: FrameGeometry, after before: UInt32?) -> [SessionAction] {
        let operation = roster.entry(agent.generation)?.operation
        var actions: [SessionAction] = agent.wantsCast ? [.castDelivered(agent.generation)] : []
        actions.append(.delivers(operation: operation))
        if !roster.isPaused { actions += show(.present(agent.generation)) }
        if let before, before != agent.generation { actions.append(.note(.agent(.tookOver(agent, from: before)))) }
        actions.append(.note(.agent(.live(agent, geometry))))
        return actions + retireReplaced(by: agent.generation)
    }

    /// What earlier commands wanted is neither started again nor shown again. A standby that only stood in replaces nothing.
    private mutating func retireReplaced(by agent: UInt32) -> [SessionAction] {
        guard let entry = roster.entry(agent), let rank = entry.rank else { return [] }
        var actions: [SessionAction] = []
        for operation in started.operations(below: rank) where operation != entry.operation {
            for other in roster.entries where other.operation == operation {
                actions.append(.command(.stop(other.agent.generation, .replaced)))
            }
            actions += retire(operation)
        }
        return actions
    }

    /// Who may deliver next, where none does.
    var awaited: PictureEvent.Awaited {
        if let agent = roster.entries.last(where: { $0.rank != nil }) ?? roster.entries.last { return .agent(agent.agent.generation) }
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

    /// An agent that goes on while it is paused is not believed: nothing of it is shown, and it has to go.
    private mutating func watchPause(_ attached: [AgentSnapshot], at now: MediaTime) -> [SessionAction] {
        let live = roster.isPaused ? attached.first { $0.description.generation == roster.live } : nil
        guard pauseWatch.isIgnored(by: live, at: now), let live else { return [] }
        let generation = live.description.generation
        guard toldEnds.insert(generation).inserted else { return [] }
        let retired = roster.entry(generation)?.operation.map { retire($0) } ?? []
        return [.note(.agent(.ignoresPause(generation)))] + retired + [.command(.stop(generation, .invalidData))]
    }

    // MARK: What is asked

    private mutating func handle(_ request: AgentRequest, as operation: Int, at now: MediaTime) -> [SessionAction] {
        let asked = SessionAction.log(.debug, "asked: \(request)")
        guard settings.hasPicture else {
            return [asked] + follow(operations.refuse(operation, "this broadcast sends sound alone: there is no agent", at: now))
        }
        // What were started now no one would stop.
        guard !isEnding else { return [asked] + follow(operations.refuse(operation, "the broadcast is ending", at: now)) }
        // A request for an agent asks the desktop again, too.
        return [asked, .renewCasts] + follow(operations.begin(operation, request, roster, at: now))
    }

    /// What operations ask for, and what people are told of them.
    mutating func follow(_ asked: [AgentOperations.Action]) -> [SessionAction] {
        var actions: [SessionAction] = []
        for action in asked {
            switch action {
            case .start(let operation, let backend, let arguments): actions.append(start(operation, backend, arguments))
            case .dismiss(let operation): actions += dismiss(operation)
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

    /// The command is the later one for what the host started, too.
    private mutating func claim(_ agent: UInt32) -> SessionAction {
        let rank = nextRank()
        roster.change(agent) { $0.rank = rank }
        if let operation = roster.entry(agent)?.operation { started.set(operation, rank: rank) }
        return .command(.claim(agent, rank: rank))
    }

    /// Viewers see nothing of a paused agent from now on; its word is not waited for.
    private mutating func carryOn(_ command: IntakeCommand) -> [SessionAction] {
        switch command {
        case .pauseLive:
            roster.isPaused = true
            return show(.paused) + [.command(command)]
        case .resumeLive:
            roster.isPaused = false
            // One that is not live any more, or has not paused yet, confirms nothing.
            guard let live = roster.liveEntry else { return [.command(command)] + show(.gone(0)) }
            return [.command(command)] + (live.isPaused ? [] : show(.present(live.agent.generation)))
        case .pause(let agent): return hold(agent)
        case .resume(let agent):
            if let operation = roster.entry(agent)?.operation { heldOperations.remove(operation) }
            roster.change(agent) { $0.isHeld = false }
            return [.command(command)]
        case .withdraw(let agent):
            roster.change(agent) { $0.rank = nil }
            return [.command(command)]
        case .admit, .claim, .stop: return [.command(command)]
        }
    }

    private mutating func hold(_ agent: UInt32) -> [SessionAction] {
        roster.change(agent) { $0.isHeld = true }
        return [.command(.pause(agent))]
    }

    mutating func publishOperations() -> [SessionAction] {
        guard operations.book != publishedOperations else { return [] }
        publishedOperations = operations.book
        return [.publishOperations]
    }

    // MARK: Processes

    private mutating func start(_ operation: Int, _ backend: String?, _ arguments: [String]) -> SessionAction {
        started.add(operation, rank: nextRank())
        return .start(operation: operation, backend: backend, arguments: arguments)
    }

    mutating func dismiss(_ operation: Int) -> [SessionAction] { started.remove(operation) ? [.dismiss(operation: operation)] : [] }

    mutating func retire(_ operation: Int) -> [SessionAction] { started.remove(operation) ? [.retire(operation: operation)] : [] }

    private mutating func notStarted(_ operation: Int, _ failure: AgentProcesses.Failure, at now: MediaTime) -> [SessionAction] {
        _ = started.remove(operation)
        guard operation != Self.initial else { return end(SessionError(.nothingToCapture, failure.message, cause: failure)) }
        return follow(operations.ended(startedBy: operation, why: failure.message, roster, at: now))
    }

    /// The broadcast cannot go on; said once.
    mutating func end(_ error: SessionError) -> [SessionAction] {
        guard !isEnding else { return [] }
        isEnding = true
        return [.end(error)]
    }

    /// Of the agents of a broadcast that ends, viewers see nothing any more.
    func show(_ presence: AgentPresence) -> [SessionAction] { isEnding ? [] : [.show(presence)] }

    /// A screen that stands still may send no picture for minutes, not even a first one: the broadcast begins with the slate.
    private mutating func standIn(for attached: [AgentSnapshot], at now: MediaTime) -> [SessionAction] {
        guard !roster.hasBeenLive, !isStandingIn else { return [] }
        let still = attached.first { $0.phase == .started && $0.frames == 0 && $0.geometry != nil }
        guard let still, let geometry = still.geometry else {
            stillSince = nil
            return []
        }
        let since = stillSince ?? now
        stillSince = since
        guard now - since >= Self.stillTime else { return [] }
        isStandingIn = true
        let text = "agent \(still.description.generation)'s screen stands still and has shown nothing yet: viewers see the slate until it does"
        return [.log(.info, text), .standIn(for: still.orientation.upright(geometry.size))]
    }
}

extension AgentCoordinator.Settings {
    init(_ configuration: SessionConfiguration, usualBackend: String) {
        self.init(
            group: configuration.group, capture: configuration.capture, limits: AgentLimits(memoryBytes: configuration.agentMemoryBytes),
            sandbox: configuration.agentSandbox, hasPicture: configuration.streams != .audioOnly, usualBackend: usualBackend)
    }
}
