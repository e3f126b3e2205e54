import AgentProtocol
import Intake
import Platform
import Supervision

/// Which agents are let in, each bound to the command that wanted it, and which have to go for it.
extension AgentCoordinator {
    mutating func attached(_ agent: AgentDescription, at now: MediaTime) -> [SessionAction] {
        var actions: [SessionAction] = [.note(.agent(.attached(agent)))]
        // It began before its supervisor could say so.
        guard !agent.isChild || isKnown(agent) || !started.awaitsProcess else {
            unknown.append(agent)
            return actions
        }
        actions += admit(agent, at: now)
        return actions
    }

    private func isKnown(_ agent: AgentDescription) -> Bool {
        started.operation(of: agent.processID) != nil || started.isLeftOver(agent.processID)
    }

    /// Those that were waited for, once their supervisors have spoken.
    mutating func admitKnown(at now: MediaTime) -> [SessionAction] {
        let known = unknown.filter { isKnown($0) || !started.awaitsProcess }
        unknown.removeAll { agent in known.contains { $0.generation == agent.generation } }
        return known.flatMap { admit($0, at: now) }
    }

    /// Lets an agent in for the command that wanted it. What came in the place of one that was replaced is not let in.
    private mutating func admit(_ agent: AgentDescription, at now: MediaTime) -> [SessionAction] {
        guard !started.isLeftOver(agent.processID) else { return [.command(.stop(agent.generation, .replaced))] }
        let operation = started.operation(of: agent.processID)
        var actions: [SessionAction] = []
        // An agent that says it needs more than its limit is not left to die of it in the middle.
        let (need, limits) = (AgentLimits(memoryBytes: Int(agent.needKiB) << 10), started.limits(of: agent.processID))
        if let operation, let limit = limits.memoryBytes, need.memoryBytes! > limit {
            actions.append(.note(.agent(.needsMore(agent.generation, need: need.words, limit: limits.words))))
            actions += retire(operation)
            actions.append(.command(.stop(agent.generation, .memoryLimit)))
            let why = "it needs \(need.words) and may have \(limits.words): give it more with --agent-memory"
            actions += follow(operations.ended(startedBy: operation, why: why, roster, at: now))
        } else if let operation, let rank = started.rank(of: operation) {
            // One that is started again waits behind what stands in for it.
            let isStandby = (roster.live != nil || isDetached) && !operations.isRunning(operation)
            if heldOperations.contains(operation) { actions += hold(agent.generation) }
            actions += admit(agent, rank: rank, isStandby: isStandby)
        } else {
            let isStandby = agent.isStandby || isDetached
            actions += admit(agent, rank: isStandby ? 0 : nextRank(), isStandby: isStandby)
        }
        roster.change(agent.generation) { $0.operation = operation }
        if agent.wantsCast { actions.append(.askForCast(agent.generation, castRequests.request(of: operation))) }
        return actions
    }

    private mutating func admit(_ agent: AgentDescription, rank: Int, isStandby: Bool) -> [SessionAction] {
        if !isStandby { roster.change(agent.generation) { $0.rank = rank } }
        return [.command(.admit(agent.generation, rank: rank, isStandby: isStandby))]
    }

    mutating func nextRank() -> Int {
        lastRank += 1
        return lastRank
    }

    /// What earlier commands wanted is neither started again nor shown again. A standby that only stood in replaces nothing.
    mutating func retireReplaced(by agent: UInt32) -> [SessionAction] {
        guard let entry = roster.entry(agent), let rank = entry.rank else { return [] }
        var actions: [SessionAction] = []
        for operation in started.operations(below: rank) where operation != entry.operation {
            for other in roster.entries where other.operation == operation {
                actions.append(.command(.stop(other.agent.generation, .replaced)))
            }
            actions += retire(operation)
        }
        return actions
    }

    /// The command is the later one for what the host started, too.
    mutating func claim(_ agent: UInt32) -> SessionAction {
        let rank = nextRank()
        roster.change(agent) { $0.rank = rank }
        if let operation = roster.entry(agent)?.operation { started.set(operation, rank: rank) }
        return .command(.claim(agent, rank: rank))
    }
}
