import AppGroup
import Control
import Session

/// How something that was asked of agents has ended.
struct AgentOutcome {
    let request: AgentRequest
    let operation: AgentOperation
    /// Who was attached before and after it.
    let before: AgentList
    let after: AgentList

    /// One line for people: what happened, or why not.
    var line: String { operation.state == .failed ? failure : success }

    /// The session's own reason, and who captures now if that is who did before.
    private var failure: String {
        let why = told ?? "the host could not do it and gave no reason"
        guard isExchange, let old = live(before), live(after)?.id == old.id, !why.contains("stays") else { return why }
        return "\(why); agent \(old.id) (\(old.name)) stays"
    }

    private var success: String {
        guard let id = operation.agent ?? asked else {
            guard case .detach(let source) = request, let told else { return told ?? "done\(inTime)" }
            return told + ": 'splitcast attach \(source)' lets it be seen"
        }
        switch request {
        case .swap, .switchTo: return "switched to agent \(described(id))\(inTime)\(farewell(id))\(pause)"
        case .start: return "agent \(described(id)) is live\(inTime)\(pause)"
        case .stop: return "agent \(described(id)) was stopped\(inTime)\(ending(id))"
        case .detach(let source):
            return (told ?? "agent \(described(id)) waits") + ": 'splitcast attach \(source)' brings it back"
        case .attach(let source, _): return "agent \(described(id)) is live for \(source)\(inTime)\(pause)"
        case .pause(let named):
            return (told ?? "agent \(described(id)) is paused") + ": 'splitcast resume\(named.map { " \($0)" } ?? "")' lets it go on"
        case .resume: return told ?? "agent \(described(id)) goes on"
        }
    }

    /// The session's own message, which also tells that there was nothing to do.
    private var told: String? { operation.message.isEmpty ? nil : PlainText.of(operation.message) }

    /// What is live in a pause is not seen.
    private var pause: String {
        guard let part = told?.split(separator: "; ").first(where: { $0.hasSuffix(" stays paused") }) else { return "" }
        return "; \(part): 'splitcast resume' ends that"
    }

    private var isExchange: Bool {
        switch request {
        case .swap, .switchTo: true
        case .start, .stop, .detach, .attach, .pause, .resume: false
        }
    }

    /// The agent that the request meant, by name or by what there was.
    private var asked: UInt32? {
        switch request {
        case .swap, .start: live(after)?.id
        case .switchTo(let id), .stop(let id?), .pause(let id?), .resume(let id?), .attach(_, let id?): id
        case .detach(let source): before.agents.first { $0.isLive && $0.place == source.text }?.id
        case .attach(let source, nil): after.agents.first { $0.isLive && $0.place == source.text }?.id
        case .stop(nil), .pause(nil): live(before)?.id
        case .resume(nil): before.agents.first(where: \.isPaused)?.id
        }
    }

    /// The one that is live for the source that the request is about.
    private func live(_ list: AgentList) -> SessionStatus.Agent? { list.agents.first { $0.isLive && $0.place == source } }

    private var source: String {
        switch request {
        case .swap(_, _, let source), .start(_, _, let source), .detach(let source), .attach(let source, _): source.text
        case .switchTo(let id): (before.agents + after.agents).first { $0.id == id }?.place ?? SourceName.screen.text
        case .stop, .pause, .resume: SourceName.screen.text
        }
    }

    private var inTime: String {
        let milliseconds = operation.milliseconds
        return " in " + (milliseconds < 10_000 ? "\(Figure.fixed(milliseconds, 0)) ms" : "\(Figure.fixed(milliseconds / 1000)) s")
    }

    /// "4 (x11 :1, 1280x720)".
    private func described(_ id: UInt32) -> String {
        guard let agent = (after.agents + before.agents).first(where: { $0.id == id }) else { return "\(id)" }
        return "\(id) (\(agent.name)\(agent.size.isEmpty ? "" : ", \(agent.size)"))"
    }

    /// What became of the one that was live.
    private func farewell(_ id: UInt32) -> String {
        guard let old = live(before), old.id != id else { return "" }
        guard let still = after.agents.first(where: { $0.id == old.id }) else { return "; agent \(old.id) was stopped" }
        return "; agent \(old.id) is attached still (\(still.stateWord))"
    }

    /// Said only where it did not go as asked.
    private func ending(_ id: UInt32) -> String {
        guard let gone = after.departed.last(where: { $0.id == id }), gone.endReason != "stopped" else { return "" }
        return " (\(PlainText.of(gone.message.isEmpty ? gone.endReason : "\(gone.endReason): \(gone.message)")))"
    }
}
