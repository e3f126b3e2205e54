import Intake
import Platform

/// A pause: of the live agent, whichever that is, or of another one by itself.
extension AgentOperations {
    private var isScreen: Bool { source == .screen }

    /// Whether a pause of the live agent was asked for.
    private func isPaused(_ roster: AgentRoster) -> Bool { isScreen ? roster.isBroadcastPaused : roster.isSourcePaused }

    /// What is paused with the live agent, for people.
    private var paused: String { isScreen ? "the broadcast" : source.text }

    /// What is live is paused for whichever agent is live from then on; another one by itself.
    mutating func pause(_ agent: UInt32?, _ id: Int, _ roster: AgentRoster, at now: MediaTime) -> [Action] {
        guard agent == nil || agent == roster.live else {
            return about(agent, orNone: "", id, roster, at: now) { operations, entry in
                guard !entry.isPaused else { return operations.finish(id, "\(entry.text) is paused already", entry.agent.generation, at: now) }
                operations.expect(id, .pause(entry.agent.generation, true), Self.confirmationTimeLimit, roster, at: now)
                return [.command(.pause(entry.agent.generation))]
            }
        }
        guard let live = roster.liveEntry else {
            guard roster.hasBeenLive else { return fail(id, "no agent is live: there is nothing to pause (\(roster.idText))", at: now) }
            return finish(id, "the broadcast is paused: the next agent shows nothing before the pause is over", nil, at: now) + [
                .command(.pauseLive)
            ]
        }
        guard !isPaused(roster) || !live.isPaused else { return finish(id, "\(live.text) is paused already", live.agent.generation, at: now) }
        guard isScreen || !roster.isBroadcastPaused else {
            return finish(id, "\(live.text) is paused, and stays so when the broadcast goes on", live.agent.generation, at: now) + [
                .command(.pauseSource(source))
            ]
        }
        expect(id, .pauseOfLive(true), Self.confirmationTimeLimit, roster, at: now)
        return [.command(isScreen ? .pauseLive : .pauseSource(source))]
    }

    mutating func resume(_ agent: UInt32?, _ id: Int, _ roster: AgentRoster, at now: MediaTime) -> [Action] {
        guard isPaused(roster), agent == nil || agent == roster.live else {
            guard agent == nil || agent != roster.live || !roster.isBroadcastPaused else {
                return fail(id, "the whole broadcast is paused, \(source) with it: resume it without naming an agent", at: now)
            }
            // As with a pause: what is so already is done.
            let meant = agent ?? roster.entries.first { $0.isPaused }?.agent.generation ?? roster.live
            return about(meant, orNone: "no agent is live: there is nothing to resume", id, roster, at: now) { operations, entry in
                guard entry.isPaused else { return operations.finish(id, "\(entry.text) is not paused", entry.agent.generation, at: now) }
                operations.expect(id, .pause(entry.agent.generation, false), Self.confirmationTimeLimit, roster, at: now)
                return [.command(.resume(entry.agent.generation))]
            }
        }
        let command: IntakeCommand = isScreen ? .resumeLive : .resumeSource(source)
        guard isScreen || !roster.isBroadcastPaused else {
            return finish(id, "the pause of \(source) is over: it is shown when the broadcast goes on", agent, at: now) + [.command(command)]
        }
        guard let live = roster.liveEntry else {
            return finish(id, "the pause is over: the next agent is shown", nil, at: now) + [.command(command)]
        }
        guard live.isPaused else { return finish(id, "\(live.text) goes on", live.agent.generation, at: now) + [.command(command)] }
        expect(id, .pauseOfLive(false), Self.confirmationTimeLimit, roster, at: now)
        return [.command(command)]
    }

    /// Ends what waits for a pause of the live agent, or for its end, if it is so.
    ///
    /// - Parameter departed: the agent that has just left, and how.
    mutating func confirmPause(_ roster: AgentRoster, _ departed: String?, at now: MediaTime) {
        for active in running {
            guard case .pauseOfLive(let isPaused) = active.awaited else { continue }
            if let live = roster.liveEntry {
                guard live.isPaused == isPaused else { continue }
                _ = finish(active.id, "\(live.text) \(isPaused ? "is paused" : "goes on")", live.agent.generation, at: now)
            } else if let departed {
                let text = isPaused ? "\(paused) stays paused" : "the pause is over, and the next agent is shown"
                _ = finish(active.id, "\(departed); \(text)", nil, at: now)
            }
        }
    }
}
