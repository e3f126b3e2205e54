import AgentProtocol
import Events
import Intake
import Logging
import Platform
import Supervision

/// Agents, on the session's thread: what they do, what is asked of them, and what is done about it.
extension Session {
    func take(_ event: IntakeEvent, _ line: inout Broadcast) {
        let before = line.roster.live
        line.roster.take(event)
        switch event {
        case .attached(let agent):
            journal.note(.agent(.attached(agent)))
            checkNeed(of: agent, line)
            wantCast(agent)
        case .live(let agent, let geometry):
            line.hasBeenLive = true
            if agent.wantsCast { casts?.delivered(agent.generation) }
            line.processes?.noteLive(agent.processID)
            tell(.present(agent.generation), &line)
            if let before, before != agent.generation { journal.note(.agent(.tookOver(agent, from: before))) }
            journal.note(.agent(.live(agent, geometry)))
        case .paused(let agent, let isPaused):
            if agent.generation == line.roster.live { tell(isPaused ? .paused(agent.generation) : .present(agent.generation), &line) }
            journal.note(.agent(isPaused ? .paused(agent.generation) : .resumed(agent.generation)))
        case .departed(let agent, let reason, let departure):
            depart(agent, reason, departure, &line)
            if line.roster.live == nil { line.processes?.noteLive(nil) }
        case .refused(let message): journal.note(.agent(.refused(message)))
        }
        act(line.operations.take(event, line.roster, at: .now()), &line)
    }

    /// An agent that says it needs more than it may have is not left to die of it in the middle.
    private func checkNeed(of agent: AgentDescription, _ line: borrowing Broadcast) {
        let need = Int(agent.needKiB) << 10
        guard line.processes?.mayNeed(need, agent.processID) == false else { return }
        let limit = AgentLimits(memoryBytes: configuration.agentMemoryBytes).words
        journal.note(.agent(.needsMore(agent.generation, need: AgentLimits(memoryBytes: need).words, limit: limit)))
        line.processes?.retire(processID: agent.processID)
        intake?.send(.stop(agent.generation, .memoryLimit))
    }

    private func depart(_ agent: AgentSnapshot, _ reason: EndReason, _ departure: Departure, _ line: inout Broadcast) {
        let who = agent.description
        if agent.isLive { tell(.gone(who.generation), &line) }
        // What it says of its screen is said of its cast.
        if who.wantsCast {
            casts?.left(who.generation, castFailed: reason == .failed)
            if reason == .closed, case .said = departure { casts?.lost() }
        }
        shown.withLock { $0.departed.add(agent, reason, departure, at: .now()) }
        // Of one that the host started, its supervisor says the same: that it is not started again, or waits.
        let isOwnFailure = reason == .failed && line.processes?.operation(of: who.processID) != nil
        let isTold = line.refusedCasts.remove(who.generation) != nil || isOwnFailure
        journal.note(.agent(.ended(who, reason, message: departure.text, isTold: isTold)))
        if reason == .unresponsive { line.processes?.replace(hanging: who.processID) }
        if [.replaced, .stopped, .permissionDenied].contains(reason) { line.processes?.retire(processID: who.processID) }
    }

    func take(_ event: AgentSupervisor.Event, of operation: Int, _ line: inout Broadcast) {
        switch event {
        case .started(let processID, let held):
            let limit = AgentLimits(memoryBytes: configuration.agentMemoryBytes).words
            let hold = configuration.agentMemoryBytes == nil ? limit : "\(limit) (\(held))"
            let words = "memory \(hold), sandbox \(configuration.agentSandbox.word)"
            journal.note(.agent(.started(pid: processID, hold: words, isFirst: !line.hasSaidHow)))
            line.hasSaidHow = true
            line.processes?.note(operation, processID: processID)
            publishProcesses(line)
            line.operations.started(operation, processID: processID)
        case .said(let text):
            // What it told the host before it went is known already.
            let isKnown = line.processes?.processID(of: operation).map { id in shown.withLock { $0.departed.hasSaidWhy(id) } } ?? false
            log.log(level: isKnown ? .debug : .info, "agent: \(text)")
        case .ended(let processID, let end, let isMemoryLimit): explain(processID, end, isMemoryLimit, &line)
        case .waiting(let why):
            journal.note(.agent(.waiting(why: why)))
            act(line.operations.ended(startedBy: operation, why: why, line.roster, at: .now()), &line)
        case .restarting(let delay, let why):
            journal.note(.agent(.restarting(after: delay, why: why)))
            act(line.operations.ended(startedBy: operation, why: why, line.roster, at: .now()), &line)
        case .gaveUp(let end, let why):
            let hasFailed = line.operations.isRunning(operation)
            act(line.operations.ended(startedBy: operation, why: why, line.roster, at: .now()), &line)
            line.processes?.forget(operation)
            publishProcesses(line)
            // A live session goes on with its last picture: another agent may come.
            guard operation == AgentProcesses.initial, !line.hasBeenLive else {
                // A failed operation has said so already.
                if end != .exited(code: 0), !hasFailed { journal.note(.agent(.gaveUp(why: why))) }
                return
            }
            line.end = line.end ?? .failed(SessionError(end == .exited(code: 2) ? .badSetting : .nothingToCapture, why))
        }
    }

    func take(_ request: AgentRequest, as operation: Int, _ line: inout Broadcast) {
        log.debug("asked: \(request)")
        guard intake != nil else { return act(line.operations.refuse(operation, "this broadcast sends sound alone: there is no agent"), &line) }
        // A request for an agent asks the desktop again, too.
        casts?.renew()
        act(line.operations.begin(operation, request, line.roster, at: .now()), &line)
    }

    /// Looks after what takes too long.
    func watchAgents(_ line: inout Broadcast) {
        act(line.operations.tick(line.roster, at: .now()), &line)
        line.processes?.tidy()
        publishProcesses(line)
        standIn(&line)
    }

    /// The connection's end came first, as a rule; why the process ended is known now.
    private func explain(_ processID: Int32, _ end: ChildProcess.End, _ isMemoryLimit: Bool, _ line: inout Broadcast) {
        let limit = AgentLimits(memoryBytes: configuration.agentMemoryBytes).words
        let (reason, text): (EndReason, String) =
            switch end {
            case _ where isMemoryLimit: (.memoryLimit, "it needed more than its limit of \(limit): give it more with --agent-memory")
            case .killed(let signal): (.closed, "it was ended by signal \(signal)")
            case .exited(let code): (.closed, "it ended with exit code \(code)")
            }
        if isMemoryLimit { journal.note(.agent(.memoryLimit(pid: processID, limit: limit))) }
        shown.withLock { $0.departed.explain(processID, reason, text) }
    }

    private func publishProcesses(_ line: borrowing Broadcast) {
        let supervisors = line.processes?.supervisors ?? []
        shown.withLock { $0.supervisors = supervisors }
    }

    func act(_ actions: [AgentOperations.Action], _ line: inout Broadcast) {
        for action in actions {
            switch action {
            case .start(let operation, let backend, let arguments):
                do throws(AgentProcesses.Failure) {
                    try line.processes?.start(operation, backend: backend, arguments: arguments)
                } catch { act(line.operations.ended(startedBy: operation, why: error.message, line.roster, at: .now()), &line) }
            case .command(let command):
                intake?.send(command)
                // Viewers see nothing of it from now on; the agent's word is not waited for.
                if case .pause(let agent) = command, agent == line.roster.live { tell(.paused(agent), &line) }
            case .dismiss(let operation): line.processes?.dismiss(operation)
            case .retire(let processID): line.processes?.retire(processID: processID)
            }
        }
        publishBook(line)
        let book = line.operations.book
        for operation in book where operation.state == .failed && operation.id > line.newestReported {
            journal.note(.agent(.requestFailed(operation.message)))
        }
        line.newestReported = max(line.newestReported, book.last { $0.state != .running }?.id ?? 0)
    }

    /// What was asked, for `operation`.
    func publishBook(_ line: borrowing Broadcast) {
        let book = line.operations.book
        shown.withLock { $0.operations = book }
    }
}
