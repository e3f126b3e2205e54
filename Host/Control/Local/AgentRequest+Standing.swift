import Session

/// Whether a request makes sense with the agents that there are. The session decides once more when it carries it out.
extension AgentRequest {
    /// Why it cannot be carried out, and what can; `nil` when it may be.
    func refusal(_ status: SessionStatus) -> ControlReply.Refusal? {
        let (agents, live) = (status.agents, status.agents.first(where: \.isLive))
        switch self {
        case .swap: return nil
        case .start(_, _, let source):
            guard let live = agents.first(where: { $0.isLive && $0.place == source.text }) else { return nil }
            let remedy = live.isPaused ? "resume lets it go on" : "swap puts another in its place"
            return .init(.alreadyLive, "agent \(live.id) (\(live.name)) is live already: \(remedy)")
        case .switchTo(let id):
            if let refusal = Self.unknown(id, status) { return refusal }
            guard live?.id == id else { return nil }
            let others = agents.filter { $0.id != id }
            let remedy = others.isEmpty ? "no other is attached" : "give another, attached are \(Self.list(others))"
            return .init(.alreadyLive, "agent \(id) is live already: \(remedy)")
        case .detach(let source):
            let here = agents.filter { $0.place == source.text }
            guard status.sources.contains(where: { $0.name == source.text }) else {
                return .init(.badField, "there is no source \"\(source)\": there is \(status.sources.map(\.name).joined(separator: ", "))")
            }
            // Where there is none yet, what comes waits.
            guard !here.isEmpty, !here.contains(where: \.isLive) else { return nil }
            return .init(.noAgent, "no agent of \(source) is live: \(Self.list(here))")
        case .attach(_, nil): return nil
        case .attach(let source, let id?):
            if let refusal = Self.unknown(id, status) { return refusal }
            guard let agent = agents.first(where: { $0.id == id && $0.isLive }) else { return nil }
            let remedy = agent.place == source.text ? "give another, or none" : "detach \(agent.place) first"
            return .init(.alreadyLive, "agent \(id) is live for \(agent.place) already: \(remedy)")
        case .stop(let id?), .pause(let id?), .resume(let id?): return Self.unknown(id, status)
        // What shows nothing before there is an agent again can be paused as well.
        case .pause(nil) where status.state != SessionPhase.waiting.rawValue: return nil
        case .stop(nil), .pause(nil):
            guard live == nil else { return nil }
            return .init(.noAgent, agents.isEmpty ? Self.none : "no agent is live: name one, attached are \(Self.list(agents))")
        case .resume(nil):
            // One that is live and not paused goes on already, which is no failure.
            guard live == nil, !agents.contains(where: \.isPaused), status.state != SessionPhase.paused.rawValue else { return nil }
            return .init(.noAgent, agents.isEmpty ? Self.none : "no agent is paused: attached are \(Self.list(agents))")
        }
    }

    private static func unknown(_ id: UInt32, _ status: SessionStatus) -> ControlReply.Refusal? {
        guard !status.agents.contains(where: { $0.id == id }) else { return nil }
        let gone = status.departed.last { $0.id == id }.map { "agent \(id) is gone (\($0.endReason))" }
        guard !status.agents.isEmpty else {
            return .init(.unknownAgent, gone.map { "\($0), and no other is attached" } ?? "there is no agent \(id): \(none)")
        }
        return .init(.unknownAgent, "\(gone ?? "there is no agent \(id)"): attached are \(list(status.agents))")
    }

    private static let none = "no agent is attached, start one first"

    private static func list(_ agents: [SessionStatus.Agent]) -> String {
        agents.map { "\($0.id) (\($0.stateWord))" }.joined(separator: ", ")
    }
}
