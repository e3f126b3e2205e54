import Intake
import Platform

/// A pause: of the live agent, whichever that is, or of another one by itself.
extension AgentOperations {
    private var isScreen: Bool { source == .screen }

    /// Whether a pause of the live agent was asked for.
    private func isPaused(_ roster: AgentRoster) -> Bool { isScreen ? roster.isBroadcastPaused : roster.isSourcePaused }

    /// What is paused with the live agent, for people.
    private var paused: String { isScreen ? "the broadcast" : source.text }

    /// Said of an agent that becomes live in a pause.
    func staysPaused(_ roster: AgentRoster) -> String { roster.isPaused ? "; \(isPaused(roster) ? paused : "the broadcast") stays paused" : "" }

    /// What is live is paused for whichever agent is live from then on; another one by itself.
    mutating func pause(_ agent: UInt32?, _ id: Int, _ roster: AgentRoster, at now: MediaTime) -> [Action] {
        guard agent == nil || agent == roster.live else {
            return pauseByItself(agent, true, orNone: "", id, roster, at: now)
        }
        end(.pauseOfLive(false), "\(paused) was paused again", at: now)
        guard let live = roster.liveEntry else {
            guard roster.hasBeenLive || roster.areOthersSeen else {
                return fail(id, "no agent is live: there is nothing to pause (\(roster.idText))", at: now)
            }
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
        // What has yet to become live is meant as the live one.
        let isLive = agent == nil || agent == roster.live || roster.live == nil && agent.flatMap(roster.entry)?.isHeld == false
        guard isPaused(roster), isLive else {
            guard agent == nil || agent != roster.live || !roster.isBroadcastPaused else {
                return fail(id, "the whole broadcast is paused, \(source) with it: resume it without naming an agent", at: now)
            }
            let meant = agent ?? roster.entries.first { $0.isPaused || $0.isHeld }?.agent.generation ?? roster.live
            return pauseByItself(meant, false, orNone: "no agent is live: there is nothing to resume", id, roster, at: now)
        }
        end(.pauseOfLive(true), "\(paused) was resumed", at: now)
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

    /// Pauses an agent that is not live, or resumes it. What is so already is done.
    private mutating func pauseByItself(
        _ agent: UInt32?, _ isPaused: Bool, orNone message: String, _ id: Int, _ roster: AgentRoster, at now: MediaTime
    ) -> [Action] {
        about(agent, orNone: message, id, roster, at: now) { operations, entry in
            let (agent, text) = (entry.agent.generation, entry.text)
            operations.end(.pause(agent, !isPaused), "\(text) was \(isPaused ? "paused again" : "resumed")", at: now)
            guard entry.isPaused != isPaused || entry.isHeld != isPaused else {
                return operations.finish(id, "\(text) is \(isPaused ? "paused already" : "not paused")", agent, at: now)
            }
            let command = Action.command(isPaused ? .pause(agent) : .resume(agent))
            // The opposite was asked for, and is not done yet.
            guard entry.isPaused != isPaused else {
                return operations.finish(id, "\(text) \(isPaused ? "is paused" : "goes on")", agent, at: now) + [command]
            }
            operations.expect(id, .pause(agent, isPaused), Self.confirmationTimeLimit, roster, at: now)
            return [command]
        }
    }

    /// Ends what waits for the opposite of what is asked now.
    private mutating func end(_ awaited: Awaited, _ why: String, at now: MediaTime) {
        for active in running where active.awaited == awaited { _ = finish(active.id, "\(why) before that was confirmed", nil, at: now) }
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
