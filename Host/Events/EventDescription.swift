/// An event before it has its number and its time.
struct EventDescription {
    var code: EventCode
    var severity: EventSeverity
    var text: String
    var remedy: String?
    /// Whether the text says already what to do, since a lower layer's message does: the log does not say it twice.
    var isRemedyInText = false
    /// How the log takes it, where that is not as the severity says.
    var logSeverity: EventSeverity?
    var target: Int?
    var agent: UInt32?
    var fields: [String: EventField] = [:]

    init(_ code: EventCode, _ severity: EventSeverity, _ text: String, remedy: String? = nil, isRemedyInText: Bool = false) {
        (self.code, self.severity, self.text) = (code, severity, text)
        (self.remedy, self.isRemedyInText) = (remedy, isRemedyInText)
    }

    /// As the log has it.
    var logText: String {
        guard let remedy, !isRemedyInText else { return text }
        return "\(text): \(remedy)"
    }

    func with(_ name: String, _ value: EventField) -> EventDescription {
        var description = self
        description.fields[name] = value
        return description
    }

    func about(agent: UInt32) -> EventDescription {
        var description = self
        description.agent = agent
        return description
    }

    /// - Parameter encoding: the name of one beside the main one.
    func of(encoding: String) -> EventDescription {
        var description = with("encoding", .text(encoding))
        description.text = "encoding \(encoding): \(text)"
        return description
    }
}
