import AgentProtocol

/// What one connection of an attacker came to.
enum Fate: Hashable, Sendable {
    case attached
    case closed
    case refused(EndReason, String)
    /// It did not come to the point that was to be tried.
    case lost(String)

    /// One word and the rest, for the line in which an attacker reports it.
    var words: (String, String) {
        switch self {
        case .attached: ("attached", "")
        case .closed: ("closed", "")
        case .refused(let reason, let words): ("refused-\(reason.rawValue)", words)
        case .lost(let why): ("lost", why)
        }
    }

    init?(word: String, rest: String) {
        switch word {
        case "attached": self = .attached
        case "closed": self = .closed
        case "lost": self = .lost(rest)
        default:
            guard word.hasPrefix("refused-"), let number = UInt8(word.dropFirst(8)), let reason = EndReason(rawValue: number) else { return nil }
            self = .refused(reason, rest)
        }
    }
}
