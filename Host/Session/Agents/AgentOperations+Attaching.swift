import AppGroup
import Platform

/// A source is left without an agent, and given one of those that wait.
extension AgentOperations {
    mutating func detach(_ source: SourceName, _ id: Int, _ roster: AgentRoster, at now: MediaTime) -> [Action] {
        guard !roster.entries.isEmpty else {
            return [.command(.keepVacant(source))] + finish(id, "nothing is captured for \(source), and what comes for it waits", nil, at: now)
        }
        guard let live = roster.liveEntry else { return fail(id, "no agent is live: there is nothing to detach (\(roster.idText))", at: now) }
        expect(id, .detached(live.agent.generation), Self.confirmationTimeLimit, roster, at: now)
        return [.command(.detach(live.agent.generation))]
    }

    /// - Parameter agent: one of this source by now; `nil` for the last that waits.
    mutating func attach(_ agent: UInt32?, _ id: Int, _ roster: AgentRoster, at now: MediaTime) -> [Action] {
        guard let agent = agent ?? roster.entries.last(where: { $0.agent.generation != roster.live })?.agent.generation else {
            let others = "name another source's, or start one"
            guard let live = roster.liveEntry else { return fail(id, "no agent waits to be attached: \(others)", at: now) }
            return fail(id, "\(live.text) is live already, and no other waits: \(others)", at: now)
        }
        return claim(agent, id, roster, at: now)
    }
}
