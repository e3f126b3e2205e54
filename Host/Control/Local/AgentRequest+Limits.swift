import Platform
public import Session

/// What may be asked at all; apart from who is attached.
extension AgentRequest {
    /// Of an agent's arguments.
    public static let mostArguments = 64
    /// All arguments of an agent together, in UTF-8.
    public static let longestArgumentsBytes = 4096

    /// What is wrong with it, and the right form; `nil` when nothing is.
    public var problem: String? {
        switch self {
        case .swap(let backend, let arguments, _): Self.problem(backend: backend) ?? Self.problem(arguments)
        case .start(let backend?, let arguments, _): Self.problem(backend: backend) ?? Self.problem(arguments)
        case .start(nil, let arguments, _): arguments.isEmpty ? nil : "arguments need the backend that they are for, such as x11"
        case .switchTo, .stop, .detach, .attach, .pause, .resume: nil
        }
    }

    /// Masked before it is cut: half an address hides its password from no one.
    private static func shown(_ text: String) -> String { PlainText.of(MaskedAddress.ofArgument(text).prefix(40)) }

    /// A backend becomes part of a program's name, so nothing else may stand in it.
    private static func problem(backend: String) -> String? {
        let isWord = backend.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == 45 || $0 == 95 }
        guard isWord, !backend.isEmpty, backend.utf8.count <= 32 else {
            return "'\(shown(backend))' is not a backend: give a word such as x11 or pattern, for which there is a program "
                + "splitcast-capture-WORD"
        }
        return nil
    }

    private static func problem(_ arguments: [String]) -> String? {
        if arguments.count > mostArguments { return "\(arguments.count) arguments are too many for an agent: \(mostArguments) at most" }
        let bytes = arguments.reduce(0) { $0 + $1.utf8.count }
        if bytes > longestArgumentsBytes { return "\(bytes) bytes of arguments are too long for an agent: \(longestArgumentsBytes) at most" }
        if let wrong = arguments.first(where: { !PlainText.isPlain($0) }) {
            return "the argument '\(shown(wrong))' holds a control character: give plain text"
        }
        if arguments.contains(where: { $0 == "--group" || $0.hasPrefix("--group=") }) {
            return "--group is not for the agent: it is told the group of its host"
        }
        return AgentArguments(arguments).problem
    }
}
