import Events
import Glibc
import Intake
import Portal

/// The desktop's permission to see its screen, on the session's thread: agents that want a cast ask, the cast controller answers.
extension Session {
    /// The agent that this desktop needs as a rule, for people.
    static var usualBackend: String { (getenv("WAYLAND_DISPLAY")?.pointee ?? 0) == 0 ? "x11" : "pipewire" }

    /// An agent came that has no screen of its own.
    func wantCast(_ agent: AgentDescription) { if agent.wantsCast { casts?.ask(agent.generation) } }

    func take(_ event: PortalEvent, _ line: inout Broadcast) {
        switch event {
        case .slow: log.info("the desktop portal has not answered yet: waiting for it")
        case .asking:
            line.operations.askedForConsent(at: .now())
            publishBook(line)
            journal.note(.cast(.asking))
        case .opened(let stream, let keepsPermission):
            line.lastCastTrouble = nil
            journal.note(.cast(.shared(stream, keepsPermission: keepsPermission)))
        case .granted(let agent, let offer, let remote):
            if let entry = line.roster.entry(agent) { line.operations.granted(entry.agent, at: .now()) }
            publishBook(line)
            intake?.give(offer, over: remote, to: agent)
        case .refused(let agent, let error): refuse(agent, error, &line)
        case .closed(let error): if error.isRefusal { journal.note(.cast(.stopped(error))) }
        case .waiting(let error, _):
            // Told once, tried again quietly.
            guard line.lastCastTrouble != error.code else { return }
            line.lastCastTrouble = error.code
            journal.note(.cast(.waiting(error)))
        }
    }

    /// Nothing goes on behind the user's back: an agent of ours that may see nothing is not started again.
    private func refuse(_ generation: UInt32, _ error: PortalError, _ line: inout Broadcast) {
        // Who stops the sharing wants nothing of it to be seen, not even the last picture.
        if error.code == .stopped, generation == line.roster.live { tell(.paused(generation), &line) }
        line.refusedCasts.insert(generation)
        intake?.refuseCast(generation, error.isRefusal ? .permissionDenied : .failed, error.message)
        let agent = line.roster.entry(generation)?.agent
        let operation = agent.flatMap { line.processes?.operation(of: $0.processID) }
        let isEnd = operation == AgentProcesses.initial && !line.hasBeenLive && line.roster.entries.count == 1
        // Then it is the last word of the command, or what is said of the request for the agent.
        let isTold = isEnd || operation.map { line.operations.isRunning($0) } ?? false
        journal.note(.cast(.refused(agent: generation, error, isTold: isTold)))
        guard let agent, let operation else { return }
        act(line.operations.ended(startedBy: operation, why: error.message, line.roster, at: .now()), &line)
        line.processes?.retire(processID: agent.processID)
        if isEnd { line.end = line.end ?? .failed(SessionError(.nothingToCapture, error.message, cause: error)) }
    }
}
