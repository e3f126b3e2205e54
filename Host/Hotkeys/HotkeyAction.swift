public import Platform

/// What a key does in a broadcast.
public enum HotkeyAction: Hashable, Sendable, CustomStringConvertible {
    /// All microphones: muted, or heard where all are muted.
    case muteMicrophone
    /// Microphones are heard while the key is held, and muted otherwise.
    case pushToTalk
    /// The whole mix.
    case muteAll
    /// The picture, and again.
    case pause
    /// One that was kept, by its name.
    case scene(String)
    /// A chapter in the recordings.
    case mark
    case saveReplay

    private static let plain: [(word: String, action: HotkeyAction)] = [
        ("mute-microphone", .muteMicrophone), ("push-to-talk", .pushToTalk), ("mute-all", .muteAll), ("pause", .pause), ("mark", .mark),
        ("replay-save", .saveReplay),
    ]

    /// As people type it.
    public var description: String {
        if case .scene(let name) = self { return "scene:" + name }
        return Self.plain.first { $0.action == self }?.word ?? ""
    }

    /// For a desktop that lists its shortcuts.
    public var title: String {
        switch self {
        case .muteMicrophone: "Mute or unmute the microphone"
        case .pushToTalk: "Push to talk"
        case .muteAll: "Mute or unmute everything"
        case .pause: "Pause or resume the picture"
        case .scene(let name): "Show scene \(name)"
        case .mark: "Put a chapter into recordings"
        case .saveReplay: "Save the replay"
        }
    }

    /// - Throws: `HotkeyError` that names the nearest.
    public init(parsing text: String) throws(HotkeyError) {
        if text.hasPrefix("scene:"), text.count > "scene:".count {
            self = .scene(String(text.dropFirst("scene:".count)))
            return
        }
        guard let found = Self.plain.first(where: { $0.word == text }) else {
            let words = Self.plain.map(\.word) + ["scene:NAME"]
            let near = Self.plain.map { (word: $0.word, edits: NameDistance.edits($0.word, text)) }.min { $0.edits < $1.edits }
            let begun = text.count > 2 ? Self.plain.first { $0.word.hasPrefix(text) }.map { "did you mean \($0.word)?" } : nil
            let hint = begun ?? near.flatMap { $0.edits <= max(2, $0.word.count / 3) ? "did you mean \($0.word)?" : nil }
            throw HotkeyError(.badHotkey, "no action is called '\(text)': \(hint ?? "there are " + words.joined(separator: ", "))")
        }
        self = found.action
    }
}
