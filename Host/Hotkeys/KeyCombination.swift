/// Keys that are pressed together: modifiers, and one key.
public struct KeyCombination: Hashable, Sendable, CustomStringConvertible {
    /// Bits as an X server has them.
    struct Modifiers: OptionSet, Hashable, Sendable {
        let rawValue: UInt16
        static let shift = Modifiers(rawValue: 1)
        static let control = Modifiers(rawValue: 4)
        static let alt = Modifiers(rawValue: 8)
        static let command = Modifiers(rawValue: 64)
    }

    let modifiers: Modifiers
    let key: KeyName

    private static let words: [(words: [String], modifier: Modifiers, shown: String, trigger: String)] = [
        (["ctrl", "control"], .control, "Ctrl", "CTRL"), (["alt"], .alt, "Alt", "ALT"), (["shift"], .shift, "Shift", "SHIFT"),
        (["super", "meta", "logo", "win"], .command, "Super", "LOGO"),
    ]

    /// - Parameter text: `Ctrl+Alt+M`, `F9`, in any case.
    /// - Throws: `HotkeyError` naming what is wrong.
    public init(parsing text: String) throws(HotkeyError) {
        let form = "give keys such as Ctrl+Alt+M, F9 or Pause"
        let parts = text.split(separator: "+", omittingEmptySubsequences: false).map { $0.filter { !$0.isWhitespace } }
        guard let last = parts.last, !parts.contains("") else { throw HotkeyError(.badHotkey, "'\(text)': \(form)") }
        var modifiers: Modifiers = []
        for part in parts.dropLast() {
            guard let found = Self.words.first(where: { $0.words.contains(part.lowercased()) }) else {
                throw HotkeyError(.badHotkey, "'\(text)': '\(part)' is none of Ctrl, Alt, Shift and Super: \(form)")
            }
            guard !modifiers.contains(found.modifier) else { throw HotkeyError(.badHotkey, "'\(text)' has \(found.shown) twice: \(form)") }
            modifiers.insert(found.modifier)
        }
        guard let key = KeyName(last) else { throw HotkeyError(.badHotkey, "'\(text)': no key is called '\(last)': \(form)") }
        guard !key.isText || !modifiers.isDisjoint(with: [.control, .alt, .command]) else {
            throw HotkeyError(
                .badHotkey, "'\(text)' could not be typed in any program any more: give it with Ctrl, Alt or Super, such as Ctrl+Alt+\(key.shown)")
        }
        (self.modifiers, self.key) = (modifiers, key)
    }

    public var description: String {
        (Self.words.filter { modifiers.contains($0.modifier) }.map(\.shown) + [key.shown]).joined(separator: "+")
    }

    /// As the desktop's portal takes it (the shortcuts specification of freedesktop.org).
    public var trigger: String {
        (Self.words.filter { modifiers.contains($0.modifier) }.map(\.trigger) + [key.name]).joined(separator: "+")
    }
}
