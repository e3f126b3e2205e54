import Events
import Intake
import Logging
import Platform

/// What the coordinators decided is done here, and nowhere else.
extension SessionSpine {
    mutating func carryOut(_ actions: [SessionAction]) { for action in actions { carryOut(action) } }

    private mutating func carryOut(_ action: SessionAction) {
        switch action {
        case .note(let event): session.journal.note(event)
        case .log(let level, let text): session.log.log(level: level, "\(text)")
        case .publishOperations:
            let book = agents.operations.book
            session.shown.withLock { $0.operations = book }
        case .publishDeparted:
            let departed = agents.departed
            session.shown.withLock { $0.departed = departed }

        case .start(let operation, let backend, let arguments): start(operation, backend, arguments)
        case .dismiss(let operation): processes.dismiss(operation)
        case .retire(let operation): processes.retire(operation)
        case .replace(let operation, let processID): processes.replace(operation, hanging: processID)
        case .delivers(let operation): processes.noteLive(operation)
        case .command(let command): session.intake?.send(command)

        case .askForCast(let agent, let request): session.casts?.ask(agent, request)
        case .give(let offer, let remote, let agent): session.intake?.give(offer, over: remote, to: agent)
        case .refuseCast(let agent, let reason, let message): session.intake?.refuseCast(agent, reason, message)
        case .castDelivered(let agent): session.casts?.delivered(agent)
        case .castLeft(let agent, let castFailed): session.casts?.left(agent, castFailed: castFailed)
        case .castLost: session.casts?.lost()
        case .renewCasts: session.casts?.renew()

        case .show(let presence):
            slate.presence = presence
            session.shown.withLock { $0.isPaused = presence == .paused }
            prepareSlate()
            session.encode.tell(presence)
        case .redraw:
            guard processes.redraw() else { return }
            session.log.debug("an agent has no picture yet: the compositor is asked to draw its screens once more")
        case .standIn(let size):
            slate.isStandingIn = true
            session.encode.standIn(for: size)
            prepareSlate()
        case .encode(let target):
            let isNew = target.isStill != slate.isStill
            slate.isStill = target.isStill
            if isNew { prepareSlate() }
            session.encode.tell(target)
        case .set(let selections, let bitsPerSecond): session.targets.set(selections, bitsPerSecond: bitsPerSecond)

        case .end(let error): finish(.failed(error))
        }
    }

    private mutating func start(_ operation: Int, _ backend: String?, _ arguments: [String]) {
        do throws(AgentProcesses.Failure) { try processes.start(operation, backend: backend, arguments: arguments) } catch {
            carryOut(agents.handle(.notStarted(operation: operation, error), at: .now()))
        }
    }

    /// Has the slate painted that may be shown next.
    func prepareSlate() {
        guard let size = session.shown.withLock({ $0.canvas }), let next = slate.slate(after: session.encode.phase) else { return }
        session.slates.prepare(next, size: size)
    }
}
