import AgentProtocol
import Intake

extension AgentEvent {
    var description: EventDescription {
        switch self {
        case .started(let pid, let limits, let isFirst):
            return EventDescription(.agentStarted, isFirst ? .info : .detail, "agent started, pid \(pid): \(limits)").with("pid", .whole(Int(pid)))
        case .attached(let who):
            return EventDescription(
                .agentAttached, .detail, "agent \(who.generation) attached: \(who.backend) \(who.screen), pid \(who.processID)"
            ).about(who)
        case .live(let who, let geometry, let isPaused):
            let state = isPaused ? "live when the pause is over" : "live"
            return EventDescription(
                .agentLive, .info, "\(state): \(who.screen), \(geometry.size) (\(who.backend) agent \(who.generation), pid \(who.processID))"
            ).about(who).with("size", .text("\(geometry.size)"))
        case .tookOver(let who, let old):
            return EventDescription(.agentTookOver, .detail, "agent \(who.generation) took over from agent \(old)").about(who).with(
                "from", .whole(Int(old)))
        case .detached(let who):
            return EventDescription(.agentDetached, .info, "agent \(who.generation) waits: nothing is shown of \(who.place)").about(who)
        case .paused(let id): return EventDescription(.agentPaused, .info, "agent \(id) is paused").about(agent: id)
        case .resumed(let id): return EventDescription(.agentResumed, .info, "agent \(id) goes on").about(agent: id)
        case .ended(let who, let reason, let message, let isTold): return ended(who, reason, message, isTold)
        case .restarting(let delay, let why):
            return EventDescription(
                .agentRestarting, .warning, "the agent ended: \(why); starting it again in \(delay.inSeconds) s",
                remedy: "if it ends again and again: end what the text names, or start another with 'splitcast swap'", isRemedyInText: true
            ).with("why", .text(why)).with("delaySeconds", .number(delay.inSeconds))
        case .remarked(let who, let subject, let text): return remark(who, subject, text)
        case .ignoresPause, .refused, .tooFast, .needsMore, .memoryLimit, .waiting, .gaveUp, .requestFailed: return trouble
        }
    }

    private var trouble: EventDescription {
        switch self {
        case .ignoresPause(let id):
            EventDescription(
                .agentIgnoresPause, .warning, "agent \(id) went on though it was told to pause: nothing of it was shown, and it is stopped",
                remedy: "start another with 'splitcast request-agent'"
            ).about(agent: id)
        case .refused(let text):
            EventDescription(
                .agentRefused, .warning, text, remedy: "see that it is an agent of this user, for this version of Splitcast", isRemedyInText: true)
        case .tooFast(let who, let asked, let sent):
            EventDescription(
                .agentTooFast, .warning,
                "agent \(who.generation) (\(who.backend)) sends \(sent) frames a second where \(asked) were asked for: what exceeds that is merged",
                remedy: "the agent breaks the protocol: 'splitcast conformance agent' tells where", isRemedyInText: true
            ).about(who).with("asked", .whole(asked)).with("sent", .whole(sent))
        case .needsMore(let id, let need, let limit):
            EventDescription(.agentNeedsMore, .warning, "agent \(id) needs \(need) and may have \(limit)", remedy: "give it more with --agent-memory")
                .about(agent: id).with("need", .text(need)).with("limit", .text(limit))
        case .memoryLimit(let pid, let limit):
            EventDescription(
                .agentMemoryLimit, .warning, "agent pid \(pid): it needed more than its limit of \(limit)", remedy: "give it more with --agent-memory"
            ).with("pid", .whole(Int(pid))).with("limit", .text(limit))
        case .waiting(let why):
            EventDescription(
                .agentWaiting, .warning, "the agent waits for its screen: \(why)", remedy: "it goes on when the screen is back", isRemedyInText: true
            ).with("why", .text(why))
        case .gaveUp(let why, let source):
            EventDescription(
                .agentGaveUp, .error, "the agent\(source == "screen" ? "" : " of \(source)") will not be started again: \(why)",
                remedy: "start another with 'splitcast request-agent\(source == "screen" ? "" : " --source \(source)")'"
            ).with("why", .text(why))
        case .requestFailed(let text):
            EventDescription(.agentRequestFailed, .warning, text, remedy: "do what the message says, and ask again", isRemedyInText: true)
        case .started, .attached, .live, .tookOver, .detached, .paused, .resumed, .remarked, .ended, .restarting: preconditionFailure("no trouble")
        }
    }

    private func remark(_ who: AgentDescription, _ subject: AgentRemark.Subject, _ text: String) -> EventDescription {
        let text = "agent \(who.generation) (\(who.backend)): \(text)"
        let description =
            switch subject {
            case .stalled: EventDescription(.agentStalled, .warning, text, remedy: "see that its sender sends, or that its window is on the screen")
            case .goesOn: EventDescription(.agentGoesOn, .info, text)
            case .other: EventDescription(.agentRemark, .warning, text, remedy: "see what it captures", isRemedyInText: true)
            }
        return description.about(who)
    }

    private func ended(_ who: AgentDescription, _ reason: EndReason, _ message: String, _ isTold: Bool) -> EventDescription {
        let why = message.isEmpty ? reason.text : "\(reason.text): \(message)"
        let text = "agent \(who.generation) (\(who.backend), pid \(who.processID)) ended, \(why)"
        let isExpected = [.sessionFinished, .replaced, .stopped].contains(reason)
        var description =
            isExpected
            ? EventDescription(.agentEnded, .info, text)
            : EventDescription(.agentLost, .warning, text, remedy: Self.remedy(for: reason), isRemedyInText: true)
        if isTold { description.logSeverity = .detail }
        return description.about(who).with("reason", .text(reason.word)).with("message", .text(message))
    }

    private static func remedy(for reason: EndReason) -> String {
        switch reason {
        case .permissionDenied: "give it the right to see the screen, then 'splitcast request-agent'"
        case .memoryLimit: "give it more with --agent-memory"
        case .invalidData: "the agent breaks the protocol: 'splitcast conformance agent' tells where"
        default: "an agent that this host started is started again; start any other one anew"
        }
    }
}

extension EventDescription {
    fileprivate func about(_ who: AgentDescription) -> EventDescription {
        about(agent: who.generation).with("pid", .whole(Int(who.processID))).with("backend", .text(who.backend)).with("screen", .text(who.screen))
    }
}
