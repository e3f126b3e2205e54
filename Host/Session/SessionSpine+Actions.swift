import AppGroup
import Events
import Intake
import Logging
import Platform

/// What the coordinators decided is done here, and nowhere else.
extension SessionSpine {
    mutating func carryOut(_ actions: [SessionAction]) { for action in actions { carryOut(action) } }

    /// What was decided for one encoding.
    mutating func carryOut(_ actions: [SessionAction], for encoding: RunningEncoding) {
        for action in actions {
            switch action {
            case .encode(let target):
                encoding.thread?.tell(target)
                if target.isStill { stillEncodings.insert(encoding.name) } else { stillEncodings.remove(encoding.name) }
                let isNew = stillEncodings.isEmpty == slate.isStill
                slate.isStill = !stillEncodings.isEmpty
                if isNew { prepareSlate() }
            case .set(let selections, let bitsPerSecond): session.targets.set(selections, bitsPerSecond: bitsPerSecond, of: encoding.name)
            case .note(.encoder(let event)) where encoding.name != EncodingChoice.main:
                session.journal.note(.encoding(encoding.name, event))
            default: carryOut(action)
            }
        }
    }

    private mutating func carryOut(_ action: SessionAction) {
        switch action {
        case .note(let event): session.journal.note(event)
        case .log(let level, let text): session.log.log(level: level, "\(text)")
        case .publishOperations:
            let book = agents.operations
            session.shown.withLock { $0.operations = book }
        case .publishDeparted:
            let departed = agents.departed
            session.shown.withLock { $0.departed = departed }

        case .start(let operation, let source, let backend, let arguments): start(operation, of: source, backend, arguments)
        case .dismiss(let operation): processes.dismiss(operation)
        case .retire(let operation): processes.retire(operation)
        case .replace(let operation, let processID): processes.replace(operation, hanging: processID)
        case .delivers(let operation, let source): processes.noteLive(operation, of: source)
        case .command(let command): session.intake?.send(command)

        case .askForCast(let agent, let request): session.casts?.ask(agent, request)
        case .give(let offer, let remote, let agent): session.intake?.give(offer, over: remote, to: agent)
        case .refuseCast(let agent, let reason, let message): session.intake?.refuseCast(agent, reason, message)
        case .castDelivered(let agent): session.casts?.delivered(agent)
        case .castLeft(let agent, let castFailed): session.casts?.left(agent, castFailed: castFailed)
        case .castLost: session.casts?.lost()
        case .renewCasts: session.casts?.renew()

        case .show(let presence, let source):
            slate.note(presence, of: source)
            if source == .screen { session.shown.withLock { $0.isPaused = presence == .paused } }
            prepareSlate()
            session.picture.tell(presence, of: source)
        case .redraw:
            guard processes.redraw() else { return }
            session.log.debug("an agent has no picture yet: the compositor is asked to draw its screens once more")
        case .standIn(let size):
            slate.isStandingIn = true
            session.picture.standIn(for: size)
            prepareSlate()
        // Of one encoding: see there.
        case .encode, .set: break

        case .end(let error): finish(.failed(error))
        }
    }

    private mutating func start(_ operation: Int, of source: SourceName, _ backend: String?, _ arguments: [String]) {
        do throws(AgentProcesses.Failure) { try processes.start(operation, of: source, backend: backend, arguments: arguments) } catch {
            carryOut(agents.handle(.notStarted(operation: operation, error), at: .now()))
        }
    }

    /// A source has come, or is no more.
    mutating func follow(_ change: SessionEvents.SourceChange) {
        switch change {
        case .added(let choice):
            agents.add(agents.screen.settings.with(choice))
            // An agent of the host's is asked for by a request of its own, which says how that ends.
            if choice.capture == .none { carryOut(agents.begin(choice.name, at: .now())) }
        case .removed(let source):
            carryOut(agents.remove(source))
            processes.forget(source)
            slate.note(nil, of: source)
            session.picture.forget(source)
            publishProcesses()
        }
    }

    /// Has the slate painted that may be shown next.
    func prepareSlate() {
        guard let size = session.shown.withLock({ $0.canvas }), let next = slate.slate(after: session.picture.phase) else { return }
        session.slates.prepare(next, size: size, hasFullChroma: session.picture.canvas.withState { $0.wantsFullChroma })
    }
}
