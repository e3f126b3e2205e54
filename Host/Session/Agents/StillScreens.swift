import Intake
import Platform

/// Agents that capture a screen of which they have shown nothing yet: nothing moves on it. A value.
///
/// A desktop's portal that waits for a change before it gives a picture, as that of wlroots does, gives none of such a screen, and the
/// agent cannot tell that from anything else. A compositor that is asked to draw its screens once more helps.
struct StillScreens: Sendable {
    /// How long the first picture is waited for before one is asked for, and how often.
    static let redrawTimes: [Duration] = [.milliseconds(300), .milliseconds(1500), .seconds(4)]
    /// How long a screen may show nothing before the slate stands in for it.
    static let stillTime = Duration.seconds(1)

    private struct Entry: Sendable {
        let since: MediaTime
        var redraws = 0
    }

    private var entries: [UInt32: Entry] = [:]
    /// The slate went out before there was a picture.
    private(set) var isStandingIn = false
    /// The last picture is shown for an agent that has none yet.
    var isKeeping = false

    /// Those that have shown nothing, of all that are attached.
    static func among(_ attached: [AgentSnapshot]) -> [AgentSnapshot] {
        attached.filter { $0.phase == .started && $0.frames == 0 && $0.geometry != nil }
    }

    /// Notes who has shown nothing yet.
    ///
    /// - Returns: whether a picture is to be asked for.
    mutating func note(_ still: [AgentSnapshot], at now: MediaTime) -> Bool {
        entries = entries.filter { entry in still.contains { $0.description.generation == entry.key } }
        var isDue = false
        for agent in still {
            var entry = entries[agent.description.generation] ?? Entry(since: now)
            if agent.description.wantsCast, entry.redraws < Self.redrawTimes.count, now - entry.since >= Self.redrawTimes[entry.redraws] {
                entry.redraws += 1
                isDue = true
            }
            entries[agent.description.generation] = entry
        }
        return isDue
    }

    /// The agent for which the slate goes out from now on, where no agent has shown anything; told once.
    mutating func standIn(among still: [AgentSnapshot], at now: MediaTime) -> AgentSnapshot? {
        let found = still.first { agent in entries[agent.description.generation].map { now - $0.since >= Self.stillTime } ?? false }
        guard !isStandingIn, let found else { return nil }
        isStandingIn = true
        return found
    }
}
