import AgentProtocol
import ArgumentParser
import Portal

/// What the desktop's portal is asked for, when an agent captures what the portal shares.
struct CastOptions: ParsableArguments {
    @Flag(help: "Share a window: the desktop's dialog asks which. With --screen: a window or a screen.")
    var window = false

    @Flag(help: "Share a screen that exists for the stream alone, where the desktop can make one.")
    var virtual = false

    @Option(
        help: ArgumentHelp(
            "The pointer under Wayland: metadata (beside the picture), embedded (drawn into it) or hidden; the nearest that the desktop offers "
                + "(default: metadata).", valueName: "WORD"))
    var cursor: String?

    @Flag(inversion: .prefixedNo, help: "Keep the desktop's permission, so that it asks once and then never again (default: --restore).")
    var restore: Bool?

    /// The options that were given, by name.
    var given: [String] {
        [
            ("--window", window), ("--virtual", virtual), ("--cursor", cursor != nil),
            (restore == false ? "--no-restore" : "--restore", restore != nil),
        ]
        .filter(\.1).map(\.0)
    }

    /// - Parameter isScreenWanted: `--screen` was given as well.
    func choice(isScreenWanted: Bool) throws(CommandFailure) -> CastChoice {
        var choice = CastChoice(sources: [], cursor: try pointer() ?? .metadata, isRestoring: restore ?? true)
        if window { choice.sources.insert(.window) }
        if virtual { choice.sources.insert(.virtual) }
        if isScreenWanted || choice.sources.isEmpty { choice.sources.insert(.monitor) }
        return choice
    }

    func pointer() throws(CommandFailure) -> CastCursor? {
        guard let cursor else { return nil }
        return try OptionText.word("--cursor", cursor, CastCursor.allCases.reversed().map { ($0.word, $0) })
    }
}
