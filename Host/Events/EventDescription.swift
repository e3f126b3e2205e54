/// An event before it has its number and its time.
struct EventDescription {
    var code: EventCode
    var severity: EventSeverity
    var words: String
    var remedy: String?
    /// Whether the words say already what to do, since a lower layer's message does: the log does not say it twice.
    var isRemedyInWords = false
    /// How the log takes it, where that is not as the severity says.
    var logSeverity: EventSeverity?
    var target: Int?
    var agent: UInt32?
    var fields: [String: EventField] = [:]

    init(_ code: EventCode, _ severity: EventSeverity, _ words: String, remedy: String? = nil, isRemedyInWords: Bool = false) {
        (self.code, self.severity, self.words) = (code, severity, words)
        (self.remedy, self.isRemedyInWords) = (remedy, isRemedyInWords)
    }

    /// As the log has it.
    var line: String {
        guard let remedy, !isRemedyInWords else { return words }
        return "\(words): \(remedy)"
    }

    func with(_ name: String, _ value: EventField) -> EventDescription {
        var draft = self
        draft.fields[name] = value
        return draft
    }

    func about(agent: UInt32) -> EventDescription {
        var draft = self
        draft.agent = agent
        return draft
    }
}
