import Events
import Intake
import Platform

/// A pause: the broadcast's, or that of an agent which is not live.
extension AgentCoordinator {
    /// Viewers see nothing of a paused agent from now on; its word is not waited for.
    mutating func carryOn(_ command: IntakeCommand) -> [SessionAction] {
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
        case .admit, .claim, .detach, .keepVacant, .place, .setCamera, .stop: return [.command(command)]
        }
    }

    /// The whole broadcast is paused, or goes on: the intake was told already.
    mutating func follow(isPaused: Bool) -> [SessionAction] {
        guard roster.isPaused != isPaused else { return [] }
        roster.isPaused = isPaused
        guard !isPaused else { return show(.paused) }
        guard let live = roster.liveEntry else { return show(.gone(0)) }
        return live.isPaused ? [] : show(.present(live.agent.generation))
    }

    mutating func hold(_ agent: UInt32) -> [SessionAction] {
        roster.change(agent) { $0.isHeld = true }
        return (agent == roster.live && !roster.isPaused ? show(.paused) : []) + [.command(.pause(agent))]
    }

    /// An agent that goes on while it is paused is not believed: nothing of it is shown, and it has to go.
    mutating func watchPause(_ attached: [AgentSnapshot], at now: MediaTime) -> [SessionAction] {
        let live = roster.isPaused ? attached.first { $0.description.generation == roster.live } : nil
        guard pauseWatch.isIgnored(by: live, at: now), let live else { return [] }
        let generation = live.description.generation
        guard toldEnds.insert(generation).inserted else { return [] }
        let retired = roster.entry(generation)?.operation.map { retire($0) } ?? []
        return [.note(.agent(.ignoresPause(generation)))] + retired + [.command(.stop(generation, .invalidData))]
    }
}
