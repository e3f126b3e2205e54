import AppGroup
import Session

/// A source as users name it: `cam=media:/dev/video0`.
enum SourceText {
    static let form = "give NAME=BACKEND[:WHAT], such as cam=media:/dev/video0, two=x11::1 or card=pattern"

    static func choice(_ text: String) throws(CommandFailure) -> SourceChoice {
        let (name, rest) = try named("--source", text, form)
        if let problem = SourceChoice(name, .none).problem { throw OptionText.wrong("--source", text, problem) }
        guard let words = QuotedText.split(rest) else {
            throw OptionText.wrong("--source", text, "a quotation mark is not closed")
        }
        guard let first = words.first else { throw OptionText.wrong("--source", text, form) }
        let parts = first.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let backend = parts[0]
        if backend == "none", words.count == 1, parts.count == 1 { return SourceChoice(name, .none) }
        let what = parts.count == 2 ? try argument(backend, parts[1], text) : []
        let request = AgentRequest.swap(backend: backend, arguments: what + words.dropFirst())
        if let problem = request.problem { throw OptionText.wrong("--source", text, problem) }
        if backend == "media", what.isEmpty, words.count == 1 {
            throw OptionText.wrong("--source", text, "media needs something to show: media:/dev/video0, media:FILE or media:ADDRESS")
        }
        return SourceChoice(name, .agent(backend: backend, arguments: what + words.dropFirst()))
    }

    /// `NAME=REST`.
    static func named(_ option: String, _ text: String, _ form: String) throws(CommandFailure) -> (SourceName, String) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, !parts[1].isEmpty else { throw OptionText.wrong(option, text, form) }
        return (try name(option, parts[0]), parts[1])
    }

    static func name(_ option: String, _ text: String) throws(CommandFailure) -> SourceName {
        guard let name = SourceName(text) else { throw OptionText.wrong(option, text, SourceName.form) }
        return name
    }

    /// What stands behind the backend's colon, as its agent is told.
    private static func argument(_ backend: String, _ what: String, _ text: String) throws(CommandFailure) -> [String] {
        guard !what.isEmpty else { throw OptionText.wrong("--source", text, form) }
        switch backend {
        case "media":
            if what.contains("://") || what.hasPrefix("@") { return ["--url", try TargetText.single(what, of: "--source")] }
            return [what.hasPrefix("/dev/") ? "--device" : "--file", what]
        case "x11": return ["--display", what]
        case "wlr": return ["--screen", what]
        case "pipewire": return ["--node", what]
        case "pattern": return ["--size", what]
        default: throw OptionText.wrong("--source", text, "what follows \(backend) is its own: '\(backend) --option value'")
        }
    }
}
