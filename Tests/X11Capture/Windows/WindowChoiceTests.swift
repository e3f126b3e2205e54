import CaptureKit
import Frames
import Testing

@testable import X11Capture

/// Which window a name means, among made-up ones.
@Suite struct WindowChoiceTests {
    private static func window(_ id: UInt32, _ title: String, _ kind: String, active: Bool = false) -> X11Window {
        X11Window(
            display: ":7", id: id, title: title, instance: kind.lowercased(), className: kind, size: PixelSize(width: 640, height: 480),
            isMinimised: false, isActive: active)
    }

    private static let windows = [
        window(0x1a00007, "Inbox - Thunderbird", "thunderbird"), window(0x2000003, "Mozilla Firefox", "firefox"),
        window(0x2400001, "mail", "XTerm"), window(0x2600001, "Firefox", "Text"),
    ]

    private func chosen(_ text: String, of windows: [X11Window] = windows) throws -> UInt32 {
        try WindowChoice(text).window(among: windows, display: ":7").id
    }

    @Test(
        arguments: [
            // All of a title before a class, a class before a part of a title.
            ("Firefox", 0x2600001), ("xterm", 0x2400001), ("TEXT", 0x2600001), ("mozilla", 0x2000003), ("inbox", 0x1a00007), ("MAIL", 0x2400001),
            ("0x2400001", 0x2400001), ("0X1A00007", 0x1a00007), ("Thunderbird", 0x1a00007),
        ] as [(String, UInt32)]) func aNameFindsItsWindow(text: String, id: UInt32) throws
    {
        #expect(try chosen(text) == id)
    }

    @Test(arguments: [
        ("Firefux", ["has no window \"Firefux\"", "near it: \"Mozilla Firefox\" (firefox, 0x2000003), \"Firefox\"", "splitcast sources"]),
        ("Blender", ["has no window \"Blender\"; it has \"Inbox - Thunderbird\" (thunderbird, 0x1a00007), "]),
        ("0x9999", ["has no window 0x9999; it has"]), ("fox", ["has 2 windows \"fox\"", "0x2000003", "0x2600001", "more of its title"]),
        ("a\u{1B}[2Jb", ["has no window \"a [2Jb\""]),
    ]) func whatIsNotThereIsOneLine(text: String, parts: [String]) throws {
        let error = try #require(throws: CaptureError.self) { try chosen(text) }
        #expect(error.code == .badChoice && !error.message.contains("\n") && parts.allSatisfy { error.message.contains($0) }, "\(error.message)")
    }

    @Test func manyWindowsAreNotAllNamed() throws {
        let many = (1...9).map { Self.window($0, "Terminal \($0) \(String(repeating: "x", count: 200))", "XTerm") }
        let error = try #require(throws: CaptureError.self) { try chosen("xterm", of: many) }
        #expect(error.message.contains("has 9 windows") && error.message.contains("and 4 more") && error.message.count < 600)
        let none = try #require(throws: CaptureError.self) { try chosen("xterm", of: []) }
        #expect(none.message == "display :7 has no window \"xterm\": it has none at all")
    }

    @Test func aNoteFindsTheWindowItselfOrOneOfItsClass() throws {
        var note = try #require(WindowNote(WindowNote(Self.windows[2], among: Self.windows).text))
        #expect(note == WindowNote(Self.windows[2], among: Self.windows))
        #expect(note.window(among: Self.windows)?.id == 0x2400001)
        let others = [Self.window(1, "one", "XTerm"), Self.window(2, "two", "XTerm", active: true), Self.window(3, "three", "XTerm")]
        #expect(note.window(among: others + [Self.windows[2]])?.id == 0x2400001, "itself before others of its class")
        #expect(note.window(among: others)?.id == 2, "the focused one")
        #expect(note.window(among: [others[0], others[2]])?.id == 3, "the newest")
        // Numbers are given again: one of another class is another window.
        #expect(note.window(among: [Self.window(0x2400001, "mail", "Text")]) == nil)
        var beside = WindowNote(Self.windows[2], among: others + [Self.windows[2]])
        #expect(beside.others == [1, 2, 3] && WindowNote(beside.text) == beside)
        #expect(beside.window(among: others) == nil, "what was there beside it was not asked for")
        #expect(beside.window(among: others + [Self.window(4, "new", "XTerm")])?.id == 4)
        #expect(beside.window(among: [others[0]]) == nil && beside.window(among: others)?.id == 2, "a number that was given again")
        var plain = WindowNote(Self.window(5, "no class", ""), among: [])
        #expect(plain.window(among: [Self.window(6, "no class", "")]) == nil && plain.window(among: [Self.window(5, "", "")])?.id == 5)
        #expect(
            WindowNote("") == nil && WindowNote("x\na\nb") == nil && WindowNote("1\na") == nil && WindowNote("1\na\nb") == nil
                && WindowNote("1\na\nb\nc") == nil)
    }

    @Test func textsOfOtherProgramsAreOneLineWithoutControls() {
        #expect(ForeignText.plain(utf8: Array("a\n\u{1B}[31m b\u{202E}c\u{9B}".utf8)) == "a [31m b c")
        #expect(ForeignText.plain(utf8: [0x61, 0xC3]) == "a", "cut within a character")
        #expect(ForeignText.plain(utf8: [0xFF, 0x61]) == "\u{FFFD}a")
        #expect(ForeignText.plain(latin: [0x47, 0xE9, 0x07, 0x21]) == "Gé !")
        #expect(ForeignText.plain(utf8: []) == "")
    }
}
