import AppGroup
import Control
import Delivery
import Glibc
import Session
import Supervision

/// A source as users name it: `cam=media:/dev/video0`.
enum SourceText {
    static let form = "give NAME=BACKEND[:WHAT], such as cam=media:/dev/video0, two=x11::1 or card=pattern"

    /// - Parameter option: how it was given, for the message.
    static func choice(_ text: String, of option: String = "--source") throws(CommandFailure) -> SourceChoice {
        let (name, rest) = try named(option, text, form)
        if let problem = SourceChoice(name, .none).problem { throw OptionText.wrong(option, text, problem) }
        guard let words = QuotedText.split(rest) else {
            throw OptionText.wrong(option, text, "a quotation mark is not closed")
        }
        guard let first = words.first else { throw OptionText.wrong(option, text, form) }
        let parts = first.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let backend = parts[0]
        if backend == "none", words.count == 1, parts.count == 1 { return SourceChoice(name, .none) }
        let what = parts.count == 2 ? try argument(backend, parts[1], text, option) : []
        let request = AgentRequest.swap(backend: backend, arguments: what + words.dropFirst())
        if let problem = request.problem { throw OptionText.wrong(option, text, problem) }
        if backend == "media", what.isEmpty, words.count == 1 {
            throw OptionText.wrong(option, text, "media needs something to show: media:/dev/video0, media:FILE or media:ADDRESS")
        }
        let arguments = what + words.dropFirst()
        if backend == "pattern", let size = value(of: "--size", in: arguments) { _ = try OptionText.cardSize("\(option) \(name)=pattern", size) }
        return SourceChoice(name, .agent(backend: backend, arguments: arguments))
    }

    /// Looks for the file that a source plays: without it, there is nothing to begin with.
    static func checkFile(of source: SourceChoice) throws(CommandFailure) {
        guard case .agent("media", let arguments) = source.capture, let file = value(of: "--file", in: arguments) else { return }
        guard access(file, R_OK) != 0 else { return }
        let why = errno == ENOENT ? "does not exist" : "cannot be read: \(String(cString: strerror(errno)))"
        // It may be an address that was mistyped.
        let shown = MistypedAddress.shown(file).map { "'\(PlainText.of($0))'" } ?? "the file"
        throw OptionText.wrong("--source", "\(source.name)=media", "\(shown) \(why)")
    }

    /// The value of an agent's option, of which the last one counts.
    private static func value(of name: String, in arguments: [String]) -> String? {
        var found: String?
        for (index, word) in arguments.enumerated() {
            if word.hasPrefix(name + "=") { found = String(word.dropFirst(name.count + 1)) }
            if index > 0, arguments[index - 1] == name { found = word }
        }
        return found
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
    private static func argument(_ backend: String, _ what: String, _ text: String, _ option: String) throws(CommandFailure) -> [String] {
        guard !what.isEmpty else { throw OptionText.wrong(option, text, form) }
        switch backend {
        case "media":
            if what.contains("://") || what.hasPrefix("@") { return ["--url", try TargetText.single(what, of: option)] }
            return [what.hasPrefix("/dev/") ? "--device" : "--file", what]
        case "x11": return ["--display", what]
        case "wlr": return ["--screen", what]
        case "pipewire": return ["--node", what]
        case "pattern": return ["--size", what]
        default:
            let installed = AgentCommandLine.installedBackends
            guard installed.contains(backend) else {
                let there = installed.joined(separator: ", ")
                throw OptionText.wrong(option, text, "there is no backend '\(backend)': there is \(there)")
            }
            throw OptionText.wrong(option, text, "what follows \(backend) is its own: '\(backend) --option value'")
        }
    }
}
