import Intake
import Platform

/// A screen that stands still may send no picture for minutes, not even a first one.
extension AgentCoordinator {
    mutating func followStill(_ attached: [AgentSnapshot], at now: MediaTime) -> [SessionAction] {
        let still = StillScreens.among(attached)
        let actions: [SessionAction] = stillScreens.note(still, at: now) ? [.redraw] : []
        return actions + (roster.hasBeenLive ? keepPicture(of: still) : standIn(for: still, at: now))
    }

    /// The broadcast begins with the slate.
    private mutating func standIn(for still: [AgentSnapshot], at now: MediaTime) -> [SessionAction] {
        guard isScreen, let agent = stillScreens.standIn(among: still, at: now), let geometry = agent.geometry else { return [] }
        let text = "agent \(agent.description.generation)'s screen stands still and has shown nothing yet: viewers see the slate until it does"
        return [.log(.info, text), .standIn(for: agent.orientation.upright(geometry.size))]
    }

    /// The last picture is what the screen shows when the agent that was started again for it has nothing newer.
    private mutating func keepPicture(of still: [AgentSnapshot]) -> [SessionAction] {
        guard roster.live == nil, !roster.isPaused, let last = roster.lastLive else {
            stillScreens.isKeeping = false
            return []
        }
        let heir = still.first { agent in roster.entry(agent.description.generation)?.showsScreen(of: last) == true }
        guard (heir != nil) != stillScreens.isKeeping else { return [] }
        stillScreens.isKeeping = heir != nil
        guard let heir else { return show(.gone(last.agent.generation)) }
        let text = "agent \(heir.description.generation)'s screen stands still: viewers see the last picture of it"
        return [.log(.info, text)] + show(.still(last.agent.generation))
    }
}
