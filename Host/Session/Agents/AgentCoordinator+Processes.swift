import AgentProtocol
import Logging
import Platform
import Supervision

/// The agents that the host starts itself, as their supervisors tell of them.
extension AgentCoordinator {
    mutating func handle(_ event: AgentSupervisor.Event, of operation: Int, at now: MediaTime) -> [SessionAction] {
        switch event {
        case .started(let processID, let limits, let held):
            let limit = limits.memoryBytes == nil ? limits.words : "\(limits.words) (\(held))"
            let text = "memory \(limit), sandbox \(settings.sandbox.word)"
            let isFirst = toldLimits != text
            toldLimits = text
            started.set(operation, processID: processID, limits: limits)
            operations.started(operation, processID: processID)
            return [.note(.agent(.started(pid: processID, limits: text, isFirst: isFirst)))] + admitKnown(at: now)
        case .said(let text):
            // What it told the host before it went is known already.
            let isKnown = started.processID(of: operation).map { departed.hasSaidWhy($0) } ?? false
            return [.log(isKnown ? .debug : .info, "agent: \(text)")]
        case .ended(let processID, let end, let isMemoryLimit): return explain(processID, end, isMemoryLimit)
        case .waiting(let why):
            lastTrouble = why
            return [.note(.agent(.waiting(why: why)))] + follow(operations.ended(startedBy: operation, why: why, roster, at: now))
        case .restarting(let delay, let why):
            lastTrouble = why
            return [.note(.agent(.restarting(after: delay, why: why)))] + follow(operations.ended(startedBy: operation, why: why, roster, at: now))
        case .gaveUp(let end, let why): return gaveUp(operation, end, why, at: now)
        }
    }

    private mutating func gaveUp(_ operation: Int, _ end: ChildProcess.End?, _ why: String, at now: MediaTime) -> [SessionAction] {
        lastTrouble = why
        let hasFailed = operations.isRunning(operation)
        var actions = follow(operations.ended(startedBy: operation, why: why, roster, at: now))
        actions += dismiss(operation)
        // A live session goes on with its last picture: another agent may come.
        guard isScreen, operation == settings.initial, !roster.hasBeenLive else {
            // A failed operation has said so already.
            if end != .exited(code: 0), !hasFailed { actions.append(.note(.agent(.gaveUp(why: why, source: settings.source.text)))) }
            return actions
        }
        return actions + self.end(SessionError(end == .exited(code: 2) ? .badSetting : .nothingToCapture, why))
    }

    /// Why no agent has shown anything, for people.
    var whyNothing: String {
        if let lastTrouble { return lastTrouble }
        if let agent = roster.entries.last { return "\(agent.text) had sent no picture yet" }
        if let last = departed.entries.last?.agent {
            return "agent \(last.id) (\(last.backend)) ended before its first picture (\(last.message.isEmpty ? last.endReason : last.message))"
        }
        return started.isEmpty ? "no agent came" : "the agent had not started yet"
    }

    /// The connection's end came first, as a rule; why the process ended is known now.
    private mutating func explain(_ processID: Int32, _ end: ChildProcess.End, _ isMemoryLimit: Bool) -> [SessionAction] {
        let limit = started.limits(of: processID).words
        let (reason, text): (EndReason, String) =
            switch end {
            case _ where isMemoryLimit: (.memoryLimit, "it needed more than its limit of \(limit): give it more with --agent-memory")
            case .killed(let signal): (.closed, "it was ended by signal \(signal)")
            case .exited(let code): (.closed, "it ended with exit code \(code)")
            }
        started.ended(processID)
        departed.explain(processID, reason, text)
        return (isMemoryLimit ? [.note(.agent(.memoryLimit(pid: processID, limit: limit)))] : []) + [.publishDeparted]
    }
}
