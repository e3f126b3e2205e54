import AgentProtocol
import AppGroup
import ArgumentParser
import Portal
import Session

/// What the desktop's portal is asked for, when an agent captures what the portal shares; the pointer, and one window, of others too.
struct CastOptions: ParsableArguments {
    @Option(
        defaultAsFlag: "", parsing: .next,
        help: ArgumentHelp(
            "With NAME: one window of an X display, by title, class or number; cam=NAME makes it one more source (x11). "
                + "Alone: the desktop's dialog asks which; with --screen: a window or a screen (pipewire).", valueName: "[SOURCE=]NAME"))
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

    /// Takes `--window SOURCE=NAME` out of the options: one more source, or with `screen=NAME` the screen's own window.
    ///
    /// What stands before the first `=` is a source if it has the form of one, otherwise it belongs to the window's name.
    /// - Parameter display: the X display that is captured; `nil` for that of the environment.
    /// - Returns: `nil` when no further source is meant.
    mutating func takeWindowSource(display: String?) throws(CommandFailure) -> SourceChoice? {
        guard let window, let split = window.firstIndex(of: "="), let source = SourceName(String(window[..<split])) else { return nil }
        let name = String(window[window.index(after: split)...])
        guard !name.isEmpty else { throw OptionText.wrong("--window", window, "a window's name stands behind '=', as in cam=Firefox") }
        guard source != .screen else {
            self.window = name
            return nil
        }
        if let problem = SourceChoice(source, .none).problem { throw OptionText.wrong("--window", window, problem) }
        guard display != nil || DesktopFacts.variable("DISPLAY") != nil else {
            throw CommandFailure(.nothingToCapture, "--window \(window): it is a window of an X display, and DISPLAY is not set: give --display :0")
        }
        self.window = nil
        return SourceChoice(source, .agent(backend: "x11", arguments: (display.map { ["--display", $0] } ?? []) + ["--window", name]))
    }

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
