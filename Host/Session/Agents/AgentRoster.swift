import Frames
import Intake

/// Who is attached, as the session's thread knows from the intake's events.
struct AgentRoster: Sendable {
    struct Entry: Sendable {
        var agent: AgentDescription
        var geometry: FrameGeometry?
        var isPaused = false
        /// What the host started it for; `nil` for one that others started, or before that is known.
        var operation: Int?
        /// A command wants it to be live: that of its rank. One without waits.
        var rank: Int?
        /// It was told to pause, though it is not live.
        var isHeld = false

        /// Whether it was started again for what another one captured, by the host or by hand.
        func showsScreen(of other: Entry) -> Bool {
            let (one, before) = (agent, other.agent)
            return operation == other.operation && one.backend == before.backend && one.screen == before.screen && one.place == before.place
                && one.wantsCast == before.wantsCast
        }

        /// For people: "agent 4 (x11 :1, 1280x720)".
        var text: String {
            let size = geometry.map { ", \($0.size)" } ?? ""
            let screen = agent.screen.isEmpty ? "" : " \(agent.screen)"
            return "agent \(agent.generation) (\(agent.backend)\(screen)\(size))"
        }
    }

    private(set) var entries: [Entry] = []
    /// The agent whose frames are shown; `nil` while there is none.
    private(set) var live: UInt32?
    /// The agent that is live, or was last.
    private(set) var lastLive: Entry?
    var hasBeenLive: Bool { lastLive != nil }
    /// Whichever agent is live shows nothing: the broadcast is paused, or this source by itself.
    var isPaused: Bool { isBroadcastPaused || isSourcePaused }
    var isBroadcastPaused = false
    var isSourcePaused = false
    /// Agents of other sources have been live: there is something to pause, even if no agent captures the screen.
    var areOthersSeen = false
    /// Whether a `resume` that names no agent can mean one of these.
    var hasPaused: Bool { isPaused || entries.contains { $0.isPaused || $0.isHeld } }

    mutating func apply(_ event: IntakeEvent) {
        switch event {
        case .attached(let agent): entries.append(Entry(agent: agent))
        case .live(let agent, let geometry):
            live = agent.generation
            change(agent.generation) { $0.geometry = geometry }
            lastLive = entry(agent.generation) ?? Entry(agent: agent, geometry: geometry)
        case .paused(let agent, let isPaused): change(agent.generation) { $0.isPaused = isPaused }
        case .departed(let agent, _, _):
            entries.removeAll { $0.agent.generation == agent.description.generation }
            if live == agent.description.generation { live = nil }
        case .detached(let agent):
            if live == agent.generation { live = nil }
            change(agent.generation) { $0.rank = nil }
        case .tooFast, .pausesUnasked, .remarked, .refused: break
        }
    }

    /// It is an agent of another source from now on.
    mutating func remove(_ generation: UInt32) -> Entry? {
        guard let index = entries.firstIndex(where: { $0.agent.generation == generation }) else { return nil }
        return entries.remove(at: index)
    }

    mutating func add(_ entry: Entry) { entries.append(entry) }

    func entry(_ generation: UInt32) -> Entry? { entries.first { $0.agent.generation == generation } }

    var liveEntry: Entry? { live.flatMap(entry) }

    /// For people: which ids there are.
    var idText: String {
        guard !entries.isEmpty else { return "no agent is attached" }
        return "attached: " + entries.map { "\($0.agent.generation) (\($0.agent.backend) \($0.agent.screen))" }.joined(separator: ", ")
    }

    mutating func change(_ generation: UInt32, _ body: (inout Entry) -> Void) {
        if let index = entries.firstIndex(where: { $0.agent.generation == generation }) { body(&entries[index]) }
    }
}
