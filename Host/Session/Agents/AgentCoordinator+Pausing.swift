import Events
import Intake
import Platform

/// A pause: the broadcast's, that of one source beside the screen, or that of an agent which is not live.
extension AgentCoordinator {
    /// Viewers see nothing of a paused agent from now on; its word is not waited for.
    mutating func carryOn(_ command: IntakeCommand) -> [SessionAction] {
        switch command {
        case .pauseLive:
            roster.isBroadcastPaused = true
            return show(.paused) + [.command(command)]
        case .pauseSource:
            roster.isSourcePaused = true
            return show(.paused) + [.command(command)]
        case .resumeLive:
            roster.isBroadcastPaused = false
            return [.command(command)] + showAfterPause()
        case .resumeSource:
            roster.isSourcePaused = false
            return [.command(command)] + showAfterPause()
        case .pause(let agent): return hold(agent)
        case .resume(let agent):
            if let operation = roster.entry(agent)?.operation { heldOperations.remove(operation) }
            roster.change(agent) { $0.isHeld = false }
            pauseWatch.forget(agent)
            return [.command(command)]
        case .withdraw(let agent):
            roster.change(agent) { $0.rank = nil }
            return [.command(command)]
        case .admit, .claim, .detach, .keepVacant, .place, .setCamera, .stop: return [.command(command)]
        }
    }

    /// The whole broadcast is paused, or goes on: the intake was told already.
    mutating func follow(isPaused: Bool) -> [SessionAction] {
        guard roster.isBroadcastPaused != isPaused else { return [] }
        roster.isBroadcastPaused = isPaused
        return isPaused ? show(.paused) : showAfterPause()
    }

    /// One that is not live any more, or has not paused yet, confirms nothing.
    private mutating func showAfterPause() -> [SessionAction] {
        // The broadcast's, or the source's own, goes on.
        guard !roster.isPaused else { return [] }
        guard let live = roster.liveEntry else { return show(isDetached ? .withdrawn : .gone(0)) }
        pauseWatch.forget(live.agent.generation)
        return live.isPaused ? [] : show(.present(live.agent.generation))
    }

    /// An agent that waits is paused by itself.
    mutating func hold(_ agent: UInt32) -> [SessionAction] {
        roster.change(agent) { $0.isHeld = true }
        return [.command(.pause(agent))]
    }

    /// An agent that goes on while it is paused is not believed: nothing of it is shown, and it has to go.
    mutating func watchPause(_ attached: [AgentSnapshot], at now: MediaTime) -> [SessionAction] {
        let paused = attached.filter { agent in
            let generation = agent.description.generation
            return roster.isPaused && generation == roster.live || roster.entry(generation)?.isHeld == true
        }
        return pauseWatch.ignoring(paused, at: now).flatMap { agent in
            let generation = agent.description.generation
            guard toldEnds.insert(generation).inserted else { return [SessionAction]() }
            let retired = roster.entry(generation)?.operation.map { retire($0) } ?? []
            return [.note(.agent(.ignoresPause(generation)))] + retired + [.command(.stop(generation, .invalidData))]
        }
    }
}
