import AgentProtocol
import AppGroup
import Intake
import Platform

/// What was asked of the agents and is not done yet. A value: it says what to do and takes in what happened; others
/// act. Every operation ends: done when it was confirmed, failed with the reason, or failed when its time is over.
struct AgentOperations: Sendable {
    /// How long a new agent may take to its first good frame.
    static let frameTimeLimit = Duration.seconds(10)
    /// The same where its pictures come from a desktop that sends none before something changes on it.
    static let castTimeLimit = Duration.seconds(60)
    /// The same while the user is asked whether the screen may be shared; the desktop's portal is not waited for so long.
    static let consentTimeLimit = Duration.seconds(600)
    /// How long a stop or a pause may take: an agent that does not confirm a stop within a second is killed.
    static let confirmationTimeLimit = Duration.seconds(3)
    static let mostKept = 64

    enum Action: Hashable, Sendable {
        /// Start an agent for this operation; `nil` for the one that the session was started with.
        case start(operation: Int, backend: String?, arguments: [String])
        case command(IntakeCommand)
        /// Let this standby capture, and take over.
        case claim(UInt32)
        /// End the agent that was started for this operation, and do not start it again.
        case dismiss(operation: Int)
        /// The agent of this process was asked to end: do not start it again.
        case retire(processID: Int32)
    }

    /// What an operation waits for.
    enum Awaited: Hashable, Sendable {
        /// The first frame of the agent that is started for it.
        case frameOfProcess(Int32?)
        case frame(UInt32)
        /// The end of an agent; of one that was replaced, after the new one is live.
        case end(UInt32, newcomer: String?)
        case pause(UInt32, Bool)
        /// That it waits again.
        case detached(UInt32)
        /// That the live agent, whichever it is by then, grabs nothing, or grabs again.
        case pauseOfLive(Bool)
    }

    struct Running: Sendable {
        let id: Int
        var awaited: Awaited
        let begunAt: MediaTime
        var limit: Duration
        var deadline: MediaTime
        /// Who was live when it began.
        let old: UInt32?
    }

    /// Whose agents: a pause of the screen's live agent is the broadcast's, one of another source's is that source's alone.
    let source: SourceName
    private(set) var running: [Running] = []
    /// What ended, and what runs, for those who ask; the oldest first.
    private(set) var book: [AgentOperation] = []

    init(_ source: SourceName = .screen) { self.source = source }

    func operation(_ id: Int, at now: MediaTime) -> AgentOperation? {
        guard var found = book.first(where: { $0.id == id }) else { return nil }
        if let active = running.first(where: { $0.id == id }) { found.milliseconds = (now - active.begunAt).inMilliseconds }
        return found
    }

    func isRunning(_ id: Int) -> Bool { running.contains { $0.id == id } }

    // MARK: What is asked

    /// Turns down what nothing can be done about.
    mutating func refuse(_ id: Int, _ why: String, at now: MediaTime) -> [Action] {
        note(AgentOperation(id: id, state: .running, message: "", agent: nil, milliseconds: 0))
        return fail(id, why, at: now)
    }

    mutating func begin(_ id: Int, _ request: AgentRequest, _ roster: AgentRoster, at now: MediaTime) -> [Action] {
        note(AgentOperation(id: id, state: .running, message: "", agent: nil, milliseconds: 0))
        switch request {
        case .swap(let backend, let arguments, _): return start(id, backend, arguments, roster, at: now)
        case .start(let backend, let arguments, _):
            if let live = roster.liveEntry {
                return fail(id, "\(live.text) is live already: swap it for another, or stop it first", at: now)
            }
            return start(id, backend, arguments, roster, at: now)
        case .switchTo(let agent):
            return claim(agent, id, roster, at: now)
        case .stop(let agent):
            return about(agent ?? roster.live, orNone: "no agent is live: name one", id, roster, at: now) { operations, entry in
                operations.expect(id, .end(entry.agent.generation, newcomer: nil), Self.confirmationTimeLimit, roster, at: now)
                return [.retire(processID: entry.agent.processID), .command(.stop(entry.agent.generation, .stopped))]
            }
        case .detach(let source): return detach(source, id, roster, at: now)
        case .attach(_, let agent): return attach(agent, id, roster, at: now)
        case .pause(let agent): return pause(agent, id, roster, at: now)
        case .resume(let agent): return resume(agent, id, roster, at: now)
        }
    }

    private mutating func start(_ id: Int, _ backend: String?, _ arguments: [String], _ roster: AgentRoster, at now: MediaTime) -> [Action] {
        expect(id, .frameOfProcess(nil), Self.frameTimeLimit, roster, at: now)
        return [.start(operation: id, backend: backend, arguments: arguments)]
    }

    mutating func about(
        _ agent: UInt32?, orNone message: String, _ id: Int, _ roster: AgentRoster, at now: MediaTime,
        _ body: (inout AgentOperations, AgentRoster.Entry) -> [Action]
    ) -> [Action] {
        guard let agent else { return fail(id, "\(message) (\(roster.idText))", at: now) }
        guard let entry = roster.entry(agent) else { return fail(id, unknown(agent, roster), at: now) }
        return body(&self, entry)
    }

    mutating func claim(_ agent: UInt32, _ id: Int, _ roster: AgentRoster, at now: MediaTime) -> [Action] {
        guard let entry = roster.entry(agent) else { return fail(id, unknown(agent, roster), at: now) }
        guard agent != roster.live else { return fail(id, "\(entry.text) is live already", at: now) }
        guard !entry.isHeld else { return fail(id, "\(entry.text) is paused: resume it first", at: now) }
        expect(id, .frame(agent), Self.frameTimeLimit, roster, at: now)
        return [.claim(agent)]
    }

    private func unknown(_ agent: UInt32, _ roster: AgentRoster) -> String { "there is no agent \(agent) (\(roster.idText))" }

    // MARK: What happened

    /// The process of the agent that an operation started, each time it is started.
    mutating func started(_ id: Int, processID: Int32) {
        change(id) { if case .frameOfProcess = $0.awaited { $0.awaited = .frameOfProcess(processID) } }
    }

    /// The agent that was started for an operation ended, or could not be started. Before its first frame, that fails the
    /// operation: the client is told, and nothing goes on behind its back.
    mutating func ended(startedBy id: Int, why: String, _ roster: AgentRoster, at now: MediaTime) -> [Action] {
        guard let active = running.first(where: { $0.id == id }), case .frameOfProcess = active.awaited else { return [] }
        return fail(id, "the new agent did not start: \(why)\(stays(roster))", at: now) + [.dismiss(operation: id)]
    }

    /// The user is asked whether the screen may be shared: operations that wait for a frame wait for the answer.
    mutating func askedForConsent(at now: MediaTime) {
        for active in running where isWaitingForFrame(active) {
            wait(active.id, Self.consentTimeLimit, "the desktop has not shared its screen yet: if it asks in a dialog, answer there", from: now)
        }
    }

    /// An agent has its cast, and may take a while to its first frame.
    mutating func granted(_ agent: AgentDescription, at now: MediaTime) {
        for active in running where isAwaited(agent, by: active) {
            wait(active.id, Self.castTimeLimit, "the desktop shares its screen, whose first picture is awaited", from: now)
        }
    }

    private mutating func wait(_ id: Int, _ limit: Duration, _ text: String, from now: MediaTime) {
        change(id) { ($0.limit, $0.deadline) = (limit, now + limit) }
        record(id) { $0.message = text }
    }

    private func isWaitingForFrame(_ active: Running) -> Bool {
        switch active.awaited {
        case .frame, .frameOfProcess: true
        case .end, .pause, .pauseOfLive, .detached: false
        }
    }

    /// Several operations may wait for one event: each hears of it.
    ///
    /// - Parameter roster: with the event taken in.
    mutating func handle(_ event: IntakeEvent, _ roster: AgentRoster, at now: MediaTime) -> [Action] {
        var actions: [Action] = []
        switch event {
        case .live(let agent, _):
            confirmPause(roster, nil, at: now)
            for active in running where isAwaited(agent, by: active) {
                let (text, paused) = (roster.entry(agent.generation)?.text ?? "agent \(agent.generation)", staysPaused(roster))
                guard let old = active.old, roster.entry(old) != nil else {
                    actions += finish(active.id, "\(text) is live\(paused)", agent.generation, at: now)
                    continue
                }
                change(active.id) {
                    ($0.awaited, $0.deadline) = (.end(old, newcomer: "switched to \(text)\(paused)"), now + Self.confirmationTimeLimit)
                }
                record(active.id) { $0.agent = agent.generation }
            }
        case .departed(let agent, let reason, let departure):
            actions += departed(agent.description, reason, departure.text, roster, at: now)
        case .paused(let agent, let isPaused):
            confirmPause(roster, nil, at: now)
            for active in running where active.awaited == .pause(agent.generation, isPaused) {
                let text = roster.entry(agent.generation)?.text ?? "agent \(agent.generation)"
                actions += finish(active.id, "\(text) \(isPaused ? "is paused" : "goes on")", agent.generation, at: now)
            }
        case .detached(let agent):
            for active in running where active.awaited == .detached(agent.generation) {
                let text = roster.entry(agent.generation)?.text ?? "agent \(agent.generation)"
                actions += finish(active.id, "\(text) waits: viewers do not see \(agent.place)", agent.generation, at: now)
            }
        case .attached, .tooFast, .pausesUnasked, .remarked, .refused: break
        }
        return actions
    }

    /// Fails what took too long.
    mutating func tick(_ roster: AgentRoster, at now: MediaTime) -> [Action] {
        var actions: [Action] = []
        for active in running where now > active.deadline {
            switch active.awaited {
            case .frameOfProcess:
                let limit = Int(clamping: active.limit.inSeconds)
                actions += fail(active.id, "the new agent delivered no frame within \(limit) s and was ended\(stays(roster))", at: now)
                actions.append(.dismiss(operation: active.id))
            case .frame(let agent):
                let limit = Int(clamping: active.limit.inSeconds)
                actions += fail(active.id, "agent \(agent) delivered no frame within \(limit) s\(stays(roster))", at: now)
                actions.append(.command(.withdraw(agent)))
            case .end(let agent, let newcomer):
                actions += fail(active.id, "\(newcomer.map { "\($0), but " } ?? "")agent \(agent) did not end", at: now)
            case .detached(let agent): actions += fail(active.id, "agent \(agent) was not taken off the canvas", at: now)
            case .pause(let agent, let isPaused):
                actions += fail(active.id, "agent \(agent) does not confirm that it \(isPaused ? "paused" : "resumed"); it is not shown", at: now)
            case .pauseOfLive(let isPaused):
                let name = roster.liveEntry?.text ?? "the live agent"
                actions += fail(active.id, "\(name) does not confirm that it \(isPaused ? "paused" : "resumed"); it is not shown", at: now)
            }
        }
        return actions
    }

    private mutating func departed(
        _ agent: AgentDescription, _ reason: EndReason, _ message: String, _ roster: AgentRoster, at now: MediaTime
    ) -> [Action] {
        let why = message.isEmpty ? reason.text : "\(reason.text): \(message)"
        confirmPause(roster, "agent \(agent.generation) ended (\(why))", at: now)
        var actions: [Action] = []
        for active in running {
            switch active.awaited {
            case .end(agent.generation, let newcomer?):
                actions += finish(active.id, "\(newcomer); agent \(agent.generation) ended (\(why))", nil, at: now)
            case .end(agent.generation, nil):
                actions += finish(active.id, "agent \(agent.generation) ended (\(why))", agent.generation, at: now)
            case .frame(agent.generation), .pause(agent.generation, _), .detached(agent.generation):
                actions += fail(active.id, "agent \(agent.generation) ended (\(why))\(stays(roster))", at: now)
            // A started agent that departs ends, or is started again: `ended` tells.
            default: continue
            }
        }
        return actions
    }

    private func isAwaited(_ agent: AgentDescription, by active: Running) -> Bool {
        active.awaited == .frame(agent.generation) || active.awaited == .frameOfProcess(agent.processID)
    }

    private func stays(_ roster: AgentRoster) -> String { roster.liveEntry.map { "; \($0.text) stays" } ?? "" }

    // MARK: The book

    mutating func expect(_ id: Int, _ awaited: Awaited, _ limit: Duration, _ roster: AgentRoster, at now: MediaTime) {
        running.append(Running(id: id, awaited: awaited, begunAt: now, limit: limit, deadline: now + limit, old: roster.live))
    }

    mutating func fail(_ id: Int, _ why: String, at now: MediaTime) -> [Action] { close(id, .failed, why, nil, at: now) }

    mutating func finish(_ id: Int, _ message: String, _ agent: UInt32?, at now: MediaTime) -> [Action] {
        close(id, .done, message, agent, at: now)
    }

    private mutating func close(_ id: Int, _ state: AgentOperation.State, _ message: String, _ agent: UInt32?, at now: MediaTime) -> [Action] {
        let begun = running.first { $0.id == id }?.begunAt ?? now
        running.removeAll { $0.id == id }
        record(id) {
            ($0.state, $0.message, $0.milliseconds) = (state, message, (now - begun).inMilliseconds)
            $0.agent = agent ?? $0.agent
        }
        return []
    }

    private mutating func note(_ operation: AgentOperation) {
        book.append(operation)
        if book.count > Self.mostKept { book.removeFirst() }
    }

    private mutating func record(_ id: Int, _ body: (inout AgentOperation) -> Void) {
        if let index = book.firstIndex(where: { $0.id == id }) { body(&book[index]) }
    }

    private mutating func change(_ id: Int, _ body: (inout Running) -> Void) {
        if let index = running.firstIndex(where: { $0.id == id }) { body(&running[index]) }
    }
}
