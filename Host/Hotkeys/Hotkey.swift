/// A key, wherever the keyboard's focus is, and what it does.
public struct Hotkey: Hashable, Sendable {
    public let action: HotkeyAction
    public let keys: KeyCombination

    /// In one broadcast.
    public static let most = 32

    /// - Parameter text: `ACTION=KEYS`.
    /// - Throws: `HotkeyError` naming what is wrong.
    public init(parsing text: String) throws(HotkeyError) {
        guard let equals = text.firstIndex(of: "=") else {
            throw HotkeyError(.badHotkey, "'\(text)': give ACTION=KEYS, such as mute-microphone=Ctrl+Alt+M")
        }
        action = try HotkeyAction(parsing: String(text[..<equals]))
        keys = try KeyCombination(parsing: String(text[text.index(after: equals)...]))
    }

    /// - Throws: `HotkeyError` where two have the same keys, or there are too many.
    public static func check(_ hotkeys: [Hotkey]) throws(HotkeyError) {
        guard hotkeys.count <= most else { throw HotkeyError(.badHotkey, "\(hotkeys.count) hotkeys are more than \(most)") }
        for (index, hotkey) in hotkeys.enumerated() {
            guard let other = hotkeys[..<index].first(where: { $0.keys == hotkey.keys }) else { continue }
            throw HotkeyError(.badHotkey, "\(hotkey.keys) is given to \(other.action) and to \(hotkey.action): give each keys of its own")
        }
    }
}
