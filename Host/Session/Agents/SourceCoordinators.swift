import AppGroup
import Events
import Intake
import Platform
import Portal

/// The coordinators of all sources, the screen's first: what happens goes to the one that it is for. A value without effects.
struct SourceCoordinators: Sendable {
    private(set) var all: [AgentCoordinator]
    /// For which source an operation was begun.
    private var sources: [Int: SourceName] = [:]
    /// Of those that were begun for a source, the first has this number, the next one less.
    private var lastInitial = AgentCoordinator.initial

    init(screen: AgentCoordinator) { all = [screen] }

    var screen: AgentCoordinator { all[0] }

    func coordinator(of source: SourceName) -> AgentCoordinator? { all.first { $0.settings.source == source } }

    // MARK: Sources

    /// One more source, whose agent is started with `begin`.
    mutating func add(_ settings: AgentCoordinator.Settings) {
        lastInitial -= 1
        var settings = settings
        settings.initial = lastInitial
        sources[lastInitial] = settings.source
        var added = AgentCoordinator(settings)
        // What comes in a pause is paused.
        added.roster.isBroadcastPaused = screen.roster.isBroadcastPaused
        all.append(added)
    }

    mutating func begin(_ source: SourceName, at now: MediaTime) -> [SessionAction] {
        // One of this name that was removed may have been paused when this one was there already.
        [.command(.resumeSource(source))] + handle(.begun, by: source, at: now)
    }

    /// Its agents leave, and nothing that they do changes anything.
    mutating func remove(_ source: SourceName) -> [SessionAction] {
        guard source != .screen, let index = index(of: source) else { return [] }
        let actions = all[index].leave()
        all.remove(at: index)
        // What its processes still say is no other source's: their operations stay known.
        return actions + [.publishOperations, .publishDeparted]
    }

    // MARK: What happens

    mutating func handle(_ event: AgentCoordinator.Event, at now: MediaTime) -> [SessionAction] {
        switch event {
        case .begun, .ending: return everyone(event, at: now)
        case .intake(.attached(let agent)): return attached(agent, at: now)
        case .intake(let intake): return handle(event, by: source(of: intake), at: now)
        case .supervisor(let operation, _), .notStarted(let operation, _):
            return handle(event, by: sources[operation] ?? .screen, at: now)
        case .cast(let cast): return handle(event, by: source(of: cast), at: now)
        case .request(let operation, let request): return handle(request, as: operation, at: now)
        case .tick(let attached):
            return all.indices.flatMap { index in
                let place = all[index].settings.source.text
                return all[index].handle(.tick(attached: attached.filter { $0.description.place == place }), at: now)
            }
        }
    }

    private mutating func handle(_ request: AgentRequest, as operation: Int, at now: MediaTime) -> [SessionAction] {
        let source = self.source(of: request)
        guard coordinator(of: source) != nil else {
            return all[0].refuse(operation, "there is no source \"\(source)\": there is \(names)", at: now)
        }
        sources[operation] = source
        if case .pause(nil) = request { all[0].roster.areOthersSeen = all.dropFirst().contains { $0.roster.hasBeenLive } }
        var actions: [SessionAction] = []
        if case .attach(_, let agent?) = request {
            if let owner = owner(of: agent), owner.roster.live == agent, owner.settings.source != source {
                let (name, text) = (owner.settings.source, owner.roster.entry(agent)?.text ?? "agent \(agent)")
                sources[operation] = .screen
                return all[0].refuse(operation, "\(text) is live for \(name): detach \(name) first", at: now)
            }
            actions = move(agent, to: source)
        }
        actions += handle(.request(operation: operation, request), by: source, at: now)
        // A pause of what the screen shows is the broadcast's.
        return actions + all.indices.dropFirst().flatMap { all[$0].follow(isPaused: screen.roster.isBroadcastPaused) }
    }

    // MARK: Agents of another source

    private func owner(of agent: UInt32) -> AgentCoordinator? { all.first { $0.roster.entry(agent) != nil } }

    /// An agent that waits becomes one of another source.
    private mutating func move(_ agent: UInt32, to target: SourceName) -> [SessionAction] {
        guard let old = all.firstIndex(where: { $0.roster.entry(agent) != nil }), let new = index(of: target), old != new,
            let entry = all[old].give(agent)
        else { return [] }
        if let operation = entry.entry.operation { sources[operation] = target }
        all[new].take(entry)
        return [.command(.place(agent, target)), .command(.admit(agent, rank: 0, isStandby: true))]
    }

    /// What was started again after it was moved still comes for the source that it was started for.
    private mutating func attached(_ agent: AgentDescription, at now: MediaTime) -> [SessionAction] {
        let own = all.first { $0.started.operation(of: agent.processID) != nil }?.settings.source
        let named = SourceName(agent.place) ?? .screen
        // It came for a source that has been removed meanwhile.
        guard coordinator(of: named) != nil || own != nil else { return [.command(.stop(agent.generation, .stopped))] }
        guard let own, own != named else { return handle(.intake(.attached(agent)), by: named, at: now) }
        return [.command(.place(agent.generation, own))] + handle(.intake(.attached(agent.placed(at: own))), by: own, at: now)
    }

    /// For people: "screen, cam".
    var names: String { all.map(\.settings.source.text).joined(separator: ", ") }

    private mutating func everyone(_ event: AgentCoordinator.Event, at now: MediaTime) -> [SessionAction] {
        all.indices.flatMap { all[$0].handle(event, at: now) }
    }

    private mutating func handle(_ event: AgentCoordinator.Event, by source: SourceName, at now: MediaTime) -> [SessionAction] {
        guard let index = index(of: source) else { return [] }
        return all[index].handle(event, at: now)
    }

    private func index(of source: SourceName) -> Int? { all.firstIndex { $0.settings.source == source } }

    // MARK: Whom it is for

    private func source(of event: IntakeEvent) -> SourceName {
        switch event {
        case .attached(let agent), .live(let agent, _), .detached(let agent), .paused(let agent, _), .tooFast(let agent, _, _),
            .pausesUnasked(let agent, _), .remarked(let agent, _, _):
            source(of: agent)
        case .departed(let agent, _, _): source(of: agent.description)
        case .refused: .screen
        }
    }

    private func source(of event: PortalEvent) -> SourceName {
        switch event {
        case .granted(let agent, _, _), .refused(let agent, _): source(of: agent)
        case .slow, .asking, .opened, .closed, .waiting: all.first { $0.wantsCast }?.settings.source ?? .screen
        }
    }

    private func source(of request: AgentRequest) -> SourceName {
        switch request {
        case .swap(_, _, let source), .start(_, _, let source), .detach(let source), .attach(let source, _): source
        case .switchTo(let agent): source(of: agent)
        case .resume(nil): screen.roster.hasPaused ? .screen : all.first { $0.roster.hasPaused }?.settings.source ?? .screen
        case .stop(let agent), .pause(let agent), .resume(let agent): agent.map { source(of: $0) } ?? .screen
        }
    }

    private func source(of agent: UInt32) -> SourceName { owner(of: agent)?.settings.source ?? .screen }

    /// What it was told last may not have reached the intake yet.
    private func source(of agent: AgentDescription) -> SourceName {
        owner(of: agent.generation)?.settings.source ?? SourceName(agent.place) ?? .screen
    }

    // MARK: For those who ask

    /// What was asked of the agents of all sources, the oldest first.
    var operations: [AgentOperation] { all.count == 1 ? screen.operations.book : all.flatMap(\.operations.book).sorted { $0.id < $1.id } }

    /// The agents of all sources that have left, the last one last.
    var departed: [DepartedAgents.Entry] {
        all.count == 1 ? screen.departed.entries : all.flatMap(\.departed.entries).sorted { $0.departedAt < $1.departedAt }
    }
}
