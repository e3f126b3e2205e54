import Intake

/// A source that is left without an agent, and agents that go from one source to another.
extension AgentCoordinator {
    mutating func detached(_ agent: AgentDescription) -> [SessionAction] {
        isDetached = true
        return (roster.isPaused ? [] : show(.withdrawn)) + [.note(.agent(.detached(agent)))]
    }

    /// An agent on its way from one source to another, with what it was started for.
    struct Moving {
        let entry: AgentRoster.Entry
        let started: StartedAgents.Entry?
    }

    /// Lets go of an agent that is not live. `nil` where there is no such agent.
    mutating func give(_ agent: UInt32) -> Moving? {
        guard agent != roster.live, let entry = roster.remove(agent) else { return nil }
        return Moving(entry: entry, started: entry.operation.flatMap { started.take($0) })
    }

    /// It waits here.
    mutating func take(_ moving: Moving) {
        var entry = moving.entry
        (entry.agent, entry.rank) = (entry.agent.placed(at: settings.source), nil)
        roster.add(entry)
        if let start = moving.started { started.adopt(start) }
    }
}
