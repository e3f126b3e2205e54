import AgentProtocol
import Logging
import Platform
import Portal

/// The desktop's permission to see its screen: agents that want a cast ask, the cast controller answers.
extension AgentCoordinator {
    mutating func handle(_ event: PortalEvent, at now: MediaTime) -> [SessionAction] {
        switch event {
        case .slow: return [.log(.info, "the desktop portal has not answered yet: waiting for it")]
        case .asking:
            operations.askedForConsent(at: now)
            return publishOperations() + [.note(.cast(.asking))]
        case .opened(let stream, let keepsPermission):
            lastCastTrouble = nil
            return [.note(.cast(.shared(stream, keepsPermission: keepsPermission)))]
        case .granted(let agent, let offer, let remote):
            if let entry = roster.entry(agent) { operations.granted(entry.agent, at: now) }
            return publishOperations() + [.give(offer, over: remote, to: agent)]
        case .refused(let agent, let error): return refused(agent, error, at: now)
        case .closed(let error): return error.isRefusal ? [.note(.cast(.stopped(error)))] + (error.code == .stopped ? withdraw(error) : []) : []
        case .waiting(let error, _):
            // Told once, tried again quietly.
            guard lastCastTrouble != error.code else { return [] }
            lastCastTrouble = error.code
            return [.note(.cast(.waiting(error)))]
        }
    }

    /// Who stops the sharing wants nothing of it to be seen, not even the last picture. Its agent may have gone before the desktop said so.
    private mutating func withdraw(_ error: PortalError) -> [SessionAction] {
        guard let last = roster.lastLive, last.agent.wantsCast, roster.live == nil || roster.live == last.agent.generation else { return [] }
        let actions = roster.isPaused ? [] : show(.withdrawn)
        guard roster.live == nil, let operation = last.operation else { return actions }
        departed.amend(last.agent.generation, .permissionDenied, error.message)
        return actions + retire(operation) + [.publishDeparted]
    }

    /// Nothing goes on behind the user's back: an agent of ours that may see nothing is not started again.
    private mutating func refused(_ generation: UInt32, _ error: PortalError, at now: MediaTime) -> [SessionAction] {
        var actions: [SessionAction] = []
        toldEnds.insert(generation)
        actions.append(.refuseCast(generation, error.isRefusal ? .permissionDenied : .failed, error.message))
        let operation = roster.entry(generation)?.operation
        let isEnd = isScreen && operation == settings.initial && !roster.hasBeenLive && roster.entries.count == 1
        // Then it is the last word of the command, or what is said of the request for the agent.
        let isTold = isEnd || operation.map { operations.isRunning($0) } ?? false
        actions.append(.note(.cast(.refused(agent: generation, error, isTold: isTold))))
        guard let operation else { return actions }
        actions += follow(operations.ended(startedBy: operation, why: error.message, roster, at: now))
        actions += retire(operation)
        return isEnd ? actions + end(SessionError(.nothingToCapture, error.message, cause: error)) : actions
    }
}
