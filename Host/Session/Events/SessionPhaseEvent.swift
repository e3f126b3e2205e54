/// The broadcast as a whole.
enum SessionPhaseEvent: Hashable, Sendable {
    case started
    case ending(SessionEnd)

    var description: EventDescription {
        switch self {
        case .started: return EventDescription(.sessionStarted, .detail, "the broadcast begins")
        case .ending(.finished): return EventDescription(.sessionEnding, .detail, "the broadcast ends as asked").with("error", "")
        case .ending(.failed(let error)):
            var description = EventDescription(
                .sessionEnding, .error, "the broadcast ends: \(error.message)", remedy: "fix what the message names, and start it again",
                isRemedyInText: true
            ).with("error", .text(error.code.rawValue))
            // The command says the same as its last word.
            description.logSeverity = .detail
            return description
        }
    }
}
