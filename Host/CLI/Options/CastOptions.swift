import AgentProtocol
import ArgumentParser
import Portal

/// What the desktop's portal is asked for, when an agent captures what the portal shares; the pointer, and one window, of others too.
struct CastOptions: ParsableArguments {
    @Option(
        defaultAsFlag: "", parsing: .next,
        help: ArgumentHelp(
            "With NAME: one window of an X display, by its title (or a part of it), its class or its number, as 'splitcast sources' names them "
                + "(x11). Alone: the desktop's dialog asks which; with --screen: a window or a screen (pipewire).", valueName: "NAME"))
    var window: String?

    @Flag(help: "Share a screen that exists for the stream alone, where the desktop can make one.")
    var virtual = false

    @Option(
        help: ArgumentHelp(
            "The pointer: metadata (beside the picture), embedded (drawn into it) or hidden. Of a portal the nearest that it offers; x11 has "
                + "metadata and hidden, wlr the other two (default: metadata).", valueName: "WORD"))
    var cursor: String?

    @Flag(inversion: .prefixedNo, help: "Keep the desktop's permission, so that it asks once and then never again (default: --restore).")
    var restore: Bool?

    /// `--window` without a name.
    var isAnyWindow: Bool { window == "" }
    var windowName: String? { isAnyWindow ? nil : window }

    /// The options that were given, by name.
    var given: [String] {
        [
            ("--window", window != nil), ("--virtual", virtual), ("--cursor", cursor != nil),
            (restore == false ? "--no-restore" : "--restore", restore != nil),
        ]
        .filter(\.1).map(\.0)
    }

    /// - Parameter isScreenWanted: `--screen` was given as well.
    func choice(isScreenWanted: Bool) throws(CommandFailure) -> CastChoice {
        var choice = CastChoice(sources: [], cursor: try pointer() ?? .metadata, isRestoring: restore ?? true)
        if isAnyWindow { choice.sources.insert(.window) }
        if virtual { choice.sources.insert(.virtual) }
        if isScreenWanted || choice.sources.isEmpty { choice.sources.insert(.monitor) }
        return choice
    }

    func pointer() throws(CommandFailure) -> CastCursor? {
        guard let cursor else { return nil }
        return try OptionText.word("--cursor", cursor, CastCursor.allCases.reversed().map { ($0.word, $0) })
    }
}
