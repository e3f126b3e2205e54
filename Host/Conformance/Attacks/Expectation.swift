import AgentProtocol

/// What a host owes an attacker. The broadcast must go on whatever it is.
enum Expectation: Hashable, Sendable {
    /// A refusal with one of these reasons, and a message.
    case refused([EndReason])
    /// The connection is closed, with or without a refusal, and the reason is one of these.
    case dropped([EndReason])
    /// It stays attached.
    case tolerated
    /// It stays, or is dropped with one of these reasons.
    case toleratedOrDropped([EndReason])
    /// The connection is closed before there was a welcome.
    case turnedAway
    /// Its process is ended by SIGKILL.
    case killed
    /// The attacker says itself what was wrong.
    case judgedByItself

    /// What is wrong with the end that a trial came to; `nil` when nothing is.
    /// - Parameter listed: the reason in the host's list of departed agents, if it is there (the list is short).
    func failure(of fate: Fate, listed: String?) -> String? {
        switch (self, fate) {
        case (.judgedByItself, _), (.killed, _): return nil
        case (_, .lost(let why)): return why
        case (.refused(let reasons), .refused(let reason, let words)):
            guard reasons.contains(reason) else { return "refused with \(reason.word), not \(named(reasons))" }
            return words.isEmpty ? "refused without a message" : nil
        case (.dropped(let reasons), .refused(let reason, _)), (.toleratedOrDropped(let reasons), .refused(let reason, _)):
            return reasons.contains(reason) ? nil : "refused with \(reason.word), not \(named(reasons))"
        case (.dropped(let reasons), .closed), (.toleratedOrDropped(let reasons), .closed):
            guard let listed else { return nil }
            return reasons.contains { $0.word == listed } ? nil : "dropped with \(listed), not \(named(reasons))"
        case (.turnedAway, .closed), (.turnedAway, .refused), (.tolerated, .attached), (.toleratedOrDropped, .attached): return nil
        case (.refused(let reasons), .closed): return "the connection was closed without a refusal (\(named(reasons)))"
        case (.tolerated, .closed): return "the host dropped it" + (listed.map { " with \($0)" } ?? "")
        case (.tolerated, .refused(let reason, let words)): return "the host refused it with \(reason.word): \(words)"
        case (.refused(let reasons), .attached), (.dropped(let reasons), .attached): return "the host kept it, instead of \(named(reasons))"
        case (.turnedAway, .attached): return "the host accepted it"
        }
    }

    private func named(_ reasons: [EndReason]) -> String { reasons.map(\.word).joined(separator: " or ") }
}
