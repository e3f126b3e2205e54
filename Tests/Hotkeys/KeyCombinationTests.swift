import Testing

@testable import Hotkeys

/// What people type behind `--hotkey`.
@Suite struct KeyCombinationTests {
    @Test(
        arguments: [
            ("Ctrl+Alt+M", "Ctrl+Alt+M", "CTRL+ALT+m", 0x6D, 12), ("alt+CONTROL+m", "Ctrl+Alt+M", "CTRL+ALT+m", 0x6D, 12),
            ("F9", "F9", "F9", 0xFFC6, 0), ("shift+f24", "Shift+F24", "SHIFT+F24", 0xFFD5, 1), ("Pause", "Pause", "Pause", 0xFF13, 0),
            ("Super+1", "Super+1", "LOGO+1", 0x31, 64), ("Ctrl + PageUp", "Ctrl+Page_Up", "CTRL+Page_Up", 0xFF55, 4),
            ("Ctrl+-", "Ctrl+-", "CTRL+minus", 0x2D, 4), ("MicMute", "XF86AudioMicMute", "XF86AudioMicMute", 0x1008_FFB2, 0),
        ] as [(String, String, String, UInt32, UInt16)])
    func keysAreReadInAnyCase(text: String, shown: String, trigger: String, symbol: UInt32, modifiers: UInt16) throws {
        let keys = try KeyCombination(parsing: text)
        #expect(keys.description == shown && keys.trigger == trigger && keys.key.symbol == symbol && keys.modifiers.rawValue == modifiers)
        #expect(try KeyCombination(parsing: keys.description) == keys)
    }

    @Test(arguments: [
        ("", "give keys such as"), ("Ctrl+", "give keys such as"), ("+M", "give keys such as"), ("Hyper+M", "'Hyper' is none of Ctrl, Alt"),
        ("Ctrl+Ctrl+M", "has Ctrl twice"), ("Ctrl+Foo", "no key is called 'Foo'"), ("F25", "no key is called 'F25'"), ("F0", "no key is called"),
        ("M", "give it with Ctrl, Alt or Super, such as Ctrl+Alt+M"), ("Shift+M", "could not be typed"), ("Return", "could not be typed"),
        ("Ctrl+é", "no key is called"),
    ])
    func aMistakeIsOneLine(text: String, words: String) {
        let error = #expect(throws: HotkeyError.self) { try KeyCombination(parsing: text) }
        #expect(error?.message.contains(words) == true && error?.message.contains("\n") == false, "\(error?.message ?? "")")
    }

    @Test func actionsAreReadAndTheNearestIsNamed() throws {
        for text in ["mute-microphone", "push-to-talk", "mute-all", "pause", "scene:talk", "mark", "replay-save"] {
            #expect(try HotkeyAction(parsing: text).description == text && HotkeyAction(parsing: text).title.isEmpty == false)
        }
        let mistakes = [
            ("mute-mic", "did you mean mute-microphone?"), ("pusch-to-talk", "did you mean push-to-talk?"), ("scene:", "there are mute-microphone, "),
        ]
        for (text, words) in mistakes {
            let error = #expect(throws: HotkeyError.self) { try HotkeyAction(parsing: text) }
            #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
        }
        #expect(throws: HotkeyError.self) { try Hotkey(parsing: "mark") }
        #expect(try Hotkey(parsing: "mark=Ctrl+=").keys.description == "Ctrl+=")
    }

    @Test func twoWithTheSameKeysAreRefused() throws {
        let hotkeys = try ["mark=F8", "pause=Ctrl+F8", "mark=F9"].map { try Hotkey(parsing: $0) }
        try Hotkey.check(hotkeys)
        let error = #expect(throws: HotkeyError.self) { try Hotkey.check(hotkeys + [try Hotkey(parsing: "mute-all=ctrl+f8")]) }
        #expect(error?.message == "Ctrl+F8 is given to pause and to mute-all: give each keys of its own")
    }
}
