import AgentProtocol
import Portal

/// The options among an agent's that are for the desktop's portal, which the host asks: the same as those of `splitcast live`.
struct CastArguments {
    /// `nil` when there are none.
    private(set) var choice: CastChoice?
    /// Something else is to be shared, which the user has to choose.
    private(set) var namesSource = false
    /// What the agent is told.
    private(set) var rest: [String] = []

    private static let sources: [(String, CastSource)] = [("--screen", .monitor), ("--window", .window), ("--virtual", .virtual)]

    /// All of them.
    static let names = Set(sources.map(\.0) + ["--cursor", "--restore", "--no-restore"])

    /// - Parameter current: what is shared now; holds for what is not said.
    /// - Throws: `.badSetting`, naming the option.
    init(_ arguments: [String], current: CastChoice) throws(SessionError) {
        var (sources, cursor, isRestoring): (Set<CastSource>, CastCursor?, Bool?) = ([], nil, nil)
        var index = arguments.startIndex
        while index < arguments.endIndex {
            let word = arguments[index]
            index += 1
            if let source = Self.sources.first(where: { $0.0 == word })?.1 {
                sources.insert(source)
                if source != .virtual, index < arguments.endIndex, !arguments[index].hasPrefix("-") {
                    throw Self.wrong("\(word) \(arguments[index]): the desktop's dialog asks which \(word.dropFirst(2)); give \(word) alone")
                }
            } else if word == "--cursor" || word.hasPrefix("--cursor=") {
                let value = word == "--cursor" ? (index < arguments.endIndex ? arguments[index] : "") : String(word.dropFirst(9))
                if word == "--cursor" { index = min(index + 1, arguments.endIndex) }
                cursor = CastCursor.allCases.first { $0.word == value }
                guard cursor != nil else { throw Self.wrong("--cursor \(value): give metadata, embedded or hidden") }
            } else if word == "--restore" || word == "--no-restore" {
                isRestoring = word == "--restore"
            } else {
                rest.append(word)
            }
        }
        guard !sources.isEmpty || cursor != nil || isRestoring != nil else { return }
        if rest.contains(where: { $0 == "--node" || $0.hasPrefix("--node=") }) {
            throw Self.wrong("--node does without the desktop's portal: leave out what is for that")
        }
        namesSource = !sources.isEmpty
        choice = CastChoice(
            sources: sources.isEmpty ? current.sources : sources, cursor: cursor ?? current.cursor, isRestoring: isRestoring ?? current.isRestoring)
    }

    private static func wrong(_ text: String) -> SessionError { SessionError(.badSetting, text) }
}
