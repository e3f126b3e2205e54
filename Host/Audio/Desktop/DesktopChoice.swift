/// Which part of what the desktop plays is meant. What this process plays itself is never part of it.
public enum DesktopChoice: Hashable, Sendable {
    /// All that a sink plays: the one of this name, description or unique part of either; `nil` is the default sink,
    /// following its changes.
    case everything(sink: String?)
    /// Only the applications of these names (see `AudioPlayer.isCalled`), whatever sink they play to, summed.
    case applications([String])
    /// All applications but these, whatever sink they play to.
    case allBut([String])

    /// Reads what the command line gives after `--desktop-audio`: nothing (or `default`), `sink=NAME`, `app=NAME[,app=NAME…]`,
    /// or `not-app=NAME[,not-app=NAME…]`. A sink's name may hold commas.
    ///
    /// - Throws: `badSetting`, naming the part that does not read and the right form.
    public init(parsing text: String?) throws(AudioError) {
        guard let text, !text.isEmpty, text != "default" else {
            self = .everything(sink: nil)
            return
        }
        if text.hasPrefix("sink=") {
            let name = String(text.dropFirst("sink=".count))
            guard !name.isEmpty else { throw Self.unreadable(text, "the name of the sink is missing") }
            self = .everything(sink: name)
            return
        }
        var included: [String] = []
        var excluded: [String] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let pieces = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = pieces.count == 2 ? Self.trimmed(pieces[1]) : ""
            guard pieces.count == 2, !name.isEmpty else { throw Self.unreadable(text, "\"\(part)\" names no application") }
            switch Self.trimmed(pieces[0]) {
            case "app": included.append(name)
            case "not-app": excluded.append(name)
            default: throw Self.unreadable(text, "\"\(pieces[0])\" is not sink, app or not-app")
            }
        }
        guard included.isEmpty || excluded.isEmpty else {
            throw Self.unreadable(text, "app= and not-app= cannot be combined")
        }
        self = excluded.isEmpty ? .applications(included) : .allBut(excluded)
    }

    /// Whether it is all that a sink plays.
    public var isWholeDesktop: Bool {
        if case .everything = self { true } else { false }
    }

    /// As `init(parsing:)` reads it; empty for the default sink.
    public var words: String {
        switch self {
        case .everything(let sink): sink.map { "sink=\($0)" } ?? ""
        case .applications(let names): names.map { "app=\($0)" }.joined(separator: ",")
        case .allBut(let names): names.map { "not-app=\($0)" }.joined(separator: ",")
        }
    }

    /// Checks that a sink that is named exists now; applications may start later. For a setting, before a broadcast.
    ///
    /// Blocks for at most `AudioSinks.timeLimit`; never call it on the cooperative pool.
    /// - Throws: what `AudioSinks.sink` throws.
    @available(*, noasync)
    public func check(server: String? = nil) throws(AudioError) {
        if case .everything(let sink?) = self { _ = try AudioSinks.sink(sink, server: server) }
    }

    private static func unreadable(_ text: String, _ reason: String) -> AudioError {
        AudioError(
            .badSetting,
            "cannot read the desktop audio \"\(text)\": \(reason); give nothing, sink=NAME, app=NAME[,app=NAME], or not-app=NAME[,not-app=NAME]")
    }

    private static func trimmed(_ text: Substring) -> String {
        String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}
