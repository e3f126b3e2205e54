/// What is checked of an agent, in the order in which it is usually settled. Raw values are the names in the JSON report.
enum AgentCheck: String, CaseIterable, Sendable {
    case waitsForHost, connects, hello, refusal, unknownGreeting, geometry, becomesReady
    case noNoticeBeforeCapture, noGrabWithoutLoan, oneLoan, replayedLoan, unansweredLoan
    case started, firstDamage, wholeFrame, lentSlotsOnly, numbersGrow, captureTime, damageInside, currentMemory
    case wellFormed, heartbeat, sequenceGrows, frameRate
    case pauseKept, pauseSaid, resume, waitKept, afterWait
    case unknownKinds, oldState, foreignState
    case silentHost, hostGone, comesBack, noNoticeWhileWaiting
    case ended, endedIsLast, leaves
    case geometryChange, memory
    case castAwaited, castSilent, castReplaced, castEnded, castMalformed, castRefused

    /// Those of agents that say in their hello that they want a cast.
    static let ofCasts: Set<AgentCheck> = [.castAwaited, .castSilent, .castReplaced, .castEnded, .castMalformed, .castRefused]

    /// The part of `Shared/PROTOCOL.md`, and what it promises in a few words.
    var entry: (section: String, title: String) {
        switch self {
        case .waitsForHost: ("1 group", "waits while there is no host")
        case .connects: ("1 group", "attaches when there is one")
        case .hello: ("4 hello", "says a well-formed hello that offers version 1")
        case .refusal: ("4 refusal", "a refusal is the end of the attempt, without a busy loop")
        case .unknownGreeting: ("3 kinds", "an unknown kind before the welcome is ignored")
        case .geometry: ("4 geometry", "asks for memory within the limits")
        case .becomesReady: ("8 life", "is ready once memory is attached")
        case .noNoticeBeforeCapture: ("4 host state", "no notice before the host asks for capture")
        case .noGrabWithoutLoan: ("5 loans", "no loan, no notice")
        case .oneLoan: ("5 loans", "one loan, one notice")
        case .replayedLoan: ("5 loans", "a replayed host state lends nothing")
        case .unansweredLoan: ("5 loans", "a slot used after the host's last notice is not lent")
        case .started: ("8 life", "is started once capture is asked for")
        case .firstDamage: ("4 notice", "the first notice on a memory is damaged all over")
        case .wholeFrame: ("4 notice", "the whole slot holds the whole frame")
        case .lentSlotsOnly: ("5 loans", "notices only on lent slots")
        case .numbersGrow: ("4 notice", "notice numbers grow")
        case .captureTime: ("4 notice", "capture times are of the monotonic clock, and past")
        case .damageInside: ("5 loans", "damage lies within the frame")
        case .currentMemory: ("5 loans", "notices speak of the current memory")
        case .wellFormed: ("3 header", "every message is well-formed")
        case .heartbeat: ("4 agent state", "the heartbeat comes in time")
        case .sequenceGrows: ("4 agent state", "the heartbeat's sequence grows")
        case .frameRate: ("4 host state", "the frame rate is kept")
        case .pauseKept: ("4 host state", "no notice while paused")
        case .pauseSaid: ("4 agent state", "says that it is paused, and that it no longer is")
        case .resume: ("4 host state", "goes on after a pause")
        case .waitKept: ("4 host state", "no notice while it is to wait")
        case .afterWait: ("4 host state", "after a wait the next notice waits for no change, and is damaged all over")
        case .unknownKinds: ("3 kinds", "unknown kinds are ignored on both connections")
        case .oldState: ("4 host state", "an older host state is ignored")
        case .foreignState: ("4 welcome", "a host state of another generation is ignored")
        case .silentHost: ("4 welcome", "a host that falls silent is given up")
        case .hostGone: ("8 life", "outlives its host, or ends by itself")
        case .comesBack: ("8 life", "attaches to the next host")
        case .noNoticeWhileWaiting: ("4 host state", "no notice before capture is asked for, with every slot lent")
        case .ended: ("8 life", "a stop is answered by ended, with the reason")
        case .endedIsLast: ("4 ended", "nothing is said after ended")
        case .leaves: ("8 life", "exits when the host has closed the connection")
        case .geometryChange: ("2 attaching", "another geometry uses the new memory")
        case .memory: ("4 hello", "private memory over the run")
        case .castAwaited: ("4 cast", "waits for its cast: heard, not available, without asking for memory")
        case .castSilent: ("4 cast", "a connection to PipeWire that says nothing holds no heartbeat up")
        case .castReplaced: ("4 cast", "the connection of a cast that was replaced is closed")
        case .castEnded: ("4 cast", "the end of its cast is the end of its attachment")
        case .castMalformed: ("4 cast", "a cast that cannot be true ends the attachment")
        case .castRefused: ("4 cast", "a refusal instead of a cast is the end of the attempt")
        }
    }
}

extension Report {
    /// Settles a check: `ok` without a failure.
    func judge(_ check: AgentCheck, _ failure: String?) { add(check, failure == nil ? .ok : .fail, failure ?? "") }

    func fail(_ check: AgentCheck, _ what: String) { add(check, .fail, what) }
    func skip(_ check: AgentCheck, _ why: String) { add(check, .skip, why) }
    func isSettled(_ check: AgentCheck) -> Bool { isSettled(check.rawValue) }

    func add(_ check: AgentCheck, _ verdict: Finding.Verdict, _ detail: String) {
        add(Finding(verdict: verdict, check: check.rawValue, section: check.entry.section, title: check.entry.title, detail: detail))
    }
}
