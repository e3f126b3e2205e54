/// The broadcast as a whole.
package enum SessionPhaseEvent: Hashable, Sendable {
    case started
    /// As asked, or since its time was over.
    case ending
    /// - Parameters: those of the error that ended it.
    case failing(code: String, message: String)

    var description: EventDescription {
        switch self {
        case .started: return EventDescription(.sessionStarted, .detail, "the broadcast begins")
        case .ending: return EventDescription(.sessionEnding, .detail, "the broadcast ends as asked").with("error", "")
        case .failing(let code, let message):
            var description = EventDescription(
                .sessionEnding, .error, "the broadcast ends: \(message)", remedy: "fix what the message names, and start it again",
                isRemedyInText: true
            ).with("error", .text(code))
            // The command says the same as its last word.
            description.logSeverity = .detail
            return description
        }
    }
}
