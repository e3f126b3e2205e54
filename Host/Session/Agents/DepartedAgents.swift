import AgentProtocol
import Intake
import Platform

/// The agents that have left, for `status`: why each one said it left, or why its process ended.
struct DepartedAgents: Sendable {
    struct Entry: Sendable {
        let departedAt: MediaTime
        var agent: SessionStatus.DepartedAgent
        fileprivate var departure: Departure
    }

    private static let mostEntries = 16
    private static let mostExplanations = 64

    private(set) var entries: [Entry] = []
    /// Why processes ended, until the end of their connection is known too.
    private var explanations: [Int32: (reason: EndReason, text: String)] = [:]

    mutating func add(_ agent: AgentSnapshot, _ reason: EndReason, _ departure: Departure, at now: MediaTime) {
        let who = agent.description
        let shown = SessionStatus.DepartedAgent(
            id: who.generation, pid: who.processID, backend: who.backend, endReason: reason.word, message: departure.text, secondsAgo: 0,
            attachedForSeconds: (now - who.attachedAt).inSeconds, frames: agent.frames)
        entries.append(Entry(departedAt: now, agent: shown, departure: departure))
        if entries.count > Self.mostEntries { entries.removeFirst() }
        applyExplanations()
    }

    /// The connection's end came first, as a rule; why the process ended is known now.
    mutating func explain(_ processID: Int32, _ reason: EndReason, _ text: String) {
        explanations[processID] = (reason, text)
        applyExplanations()
    }

    /// What it had said was not all: why it ended is known now.
    mutating func amend(_ generation: UInt32, _ reason: EndReason, _ text: String) {
        guard let index = entries.lastIndex(where: { $0.agent.id == generation }) else { return }
        (entries[index].agent.endReason, entries[index].agent.message) = (reason.word, text)
        entries[index].departure = .dropped(text)
    }

    /// Whether the agent of this process has left and gave its reason: what it writes after that says the same.
    func hasSaidWhy(_ processID: Int32) -> Bool {
        guard case .said(let text)? = entries.last(where: { $0.agent.pid == processID })?.departure else { return false }
        return !text.isEmpty
    }

    private mutating func applyExplanations() {
        for index in entries.indices where entries[index].departure == .connectionClosed {
            guard let why = explanations.removeValue(forKey: entries[index].agent.pid) else { continue }
            (entries[index].agent.endReason, entries[index].agent.message) = (why.reason.word, why.text)
            entries[index].departure = .dropped(why.text)
        }
        if explanations.count > Self.mostExplanations { explanations.removeAll() }
    }
}
