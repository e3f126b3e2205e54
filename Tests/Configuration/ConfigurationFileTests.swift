import Platform
import Testing

@testable import Configuration

struct ConfigurationFileTests {
    static let keys = ConfigurationKeys([
        ConfigurationKey(name: "bitrate", kind: .value, section: "Bit rate", help: ""),
        ConfigurationKey(name: "min-bitrate", kind: .value, section: "Bit rate", help: ""),
        ConfigurationKey(name: "to", kind: .list, section: "Targets", help: ""),
        ConfigurationKey(name: "verbose", kind: .flag, section: "Running", help: ""),
        ConfigurationKey(name: "restore", kind: .reversibleFlag, section: "Portal", help: ""),
        ConfigurationKey(name: "desktop-audio", kind: .optionalValue, section: "Audio", help: ""),
        ConfigurationKey(name: "quality", kind: .value, section: "Bit rate", help: ""),
        ConfigurationKey(name: "hotkey", kind: .list, section: "Keys", help: "", takesPairs: true),
    ])

    private func read(_ text: String) throws -> ConfigurationFile { try ConfigurationFile(text, path: "c.yaml", keys: Self.keys) }

    @Test(arguments: [
        ("bitrate: 3500k", ["--bitrate=3500k"]), ("bitrate: 0100", ["--bitrate=0100"]), ("bitrate: 1:30", ["--bitrate=1:30"]),
        ("bitrate: \"no\"", ["--bitrate=no"]), ("to: [a, 'b c']", ["--to=a", "--to=b c"]), ("to: one", ["--to=one"]),
        ("verbose: yes", ["--verbose"]), ("verbose: false", []), ("restore: off", ["--no-restore"]), ("restore: true", ["--restore"]),
        ("desktop-audio: true", ["--desktop-audio"]), ("desktop-audio: app=Firefox", ["--desktop-audio", "app=Firefox"]),
        ("desktop-audio: no", []), ("--bitrate: 1M", ["--bitrate=1M"]), ("", []), ("# nothing &a *b\nbitrate: '&x *y' # *c", ["--bitrate=&x *y"]),
        ("bitrate: a & b*c", ["--bitrate=a & b*c"]), ("# nothing\n", []), ("to: []", []),
        ("hotkey:\n  push-to-talk: F9\n  scene:talk: Super+1", ["--hotkey=push-to-talk=F9", "--hotkey=scene:talk=Super+1"]),
        ("hotkey: {mark: \"Ctrl+#\"}", ["--hotkey=mark=Ctrl+#"]), ("hotkey: [mark=F9, 'pause=F8']", ["--hotkey=mark=F9", "--hotkey=pause=F8"]),
        ("hotkey: {}", []),
    ])
    func aValueIsTheTextThatStandsThere(text: String, arguments: [String]) throws {
        #expect(try read(text).entries.flatMap(\.arguments) == arguments)
    }

    @Test(arguments: [
        ("bitrat: 1", "c.yaml:1:1: there is no option 'bitrat': did you mean 'bitrate'?"),
        ("a: 1\n", "c.yaml:1:1: there is no option 'a' (all are listed by 'splitcast config schema')"),
        ("to: x\nbitrate: [1, 2]", "c.yaml:2:10: 'bitrate' has one value, not a list"),
        ("verbose: perhaps", "c.yaml:1:10: 'verbose' is true or false, not 'perhaps'"),
        ("bitrate:", "c.yaml:1:1: 'bitrate' wants a value"),
        ("bitrate: {a: 1}", "c.yaml:1:1: 'bitrate' wants a value"),
        ("to: {\"rtmp://a/b/KEY\": 3}", "c.yaml:1:5: 'to' wants a value, or a list of them, not names with values"),
        ("- bitrate", "c.yaml:1:1: the configuration is a list of 'name: value' lines"),
        ("settings: [talk]", "c.yaml:1:11: 'settings' is a list of 'name: value' lines"),
        ("settings:\n  talk:\n    bitrat: 1", "c.yaml:3:5: there is no option 'bitrat': did you mean 'bitrate'?"),
        ("hotkey:\n  mark: [F9]", "c.yaml:2:3: 'mark' wants a value"), ("hotkey:\n  mark:\n", "c.yaml:2:3: 'mark' wants a value"),
        ("bitrate:\n  mark: F9", "c.yaml:1:1: 'bitrate' wants a value"),
        ("settings:\n  a/b:\n", "c.yaml:2:3: 'a/b' is no name for settings: use letters, digits, - and _"),
    ])
    func aMistakeIsNamedWithItsLineAndColumn(text: String, message: String) {
        let error = #expect(throws: ConfigurationError.self) { try read(text) }
        #expect(error?.message == message)
    }

    /// Where the second one stands, which is the one that was added.
    @Test(arguments: [
        ("bitrate: 1M\nbitrate: 2M", 2, 1), ("# a\nto: [bitrate]\nbitrate: 1M\n\n'bitrate' : 2M\nbitrate: 3M", 5, 1),
        ("settings:\n  talk:\n    bitrate: 1M\n    to: [x]\n    # bitrate: 3\n    bitrate: 2M\n  other:\n    bitrate: 1M", 6, 5),
        ("settings:\n  talk:\n    to: [x]\n    bitrate: 1M\n    to: [y]\nbitrate: 2M", 5, 5), ("hotkey: {mark: F1, pause: F2, mark: F3}", 1, 31),
        ("hotkey: {mark: 'a, mark: b', pause: [c, {mark: d}],\n  \"mark\": F3}", 2, 3), ("{bitrate: 1M, to: [x], bitrate: 2M}", 1, 24),
        ("bitrate: 1M\nbitrate-x: 1\r\nbitrate: 2M", 3, 1),
    ])
    func ofTwoOfOneNameTheSecondIsNamed(text: String, line: Int, column: Int) {
        let error = #expect(throws: ConfigurationError.self) { try read(text) }
        #expect(error?.message.hasPrefix("c.yaml:\(line):\(column): '") == true, "\(error?.message ?? "")")
        #expect(error?.message.hasSuffix("' stands there twice: keep one, or make it a list") == true)
    }

    @Test(arguments: [
        "bitrate: [1", "a: b: c", "\tbitrate: 1", "bitrate: 'x", "bitrate: 1\nbitrate: 2", "&a [*a]", "bitrate: *none", "? *m\n: 1", "to: [&a x, *a]",
    ])
    func whatIsNotYAMLIsNamedWithItsLine(text: String) {
        let error = #expect(throws: ConfigurationError.self) { try read(text) }
        #expect(error?.message.hasPrefix("c.yaml:") == true, "\(error?.message ?? "")")
    }

    /// In one line, which does not show what stands there: it may be a key.
    @Test func aControlCharacterIsNamedWithItsLine() {
        let error = #expect(throws: ConfigurationError.self) { try read("bitrate: 1M\nkey: SECRET\u{1}KEY\n") }
        #expect(error?.message == "c.yaml:2: this is not YAML: control characters are not allowed")
    }

    @Test func aFileHasAtMostAQuarterOfAMebibyte() {
        let error = #expect(throws: ConfigurationError.self) { try read("# " + String(repeating: "x", count: 256 * 1024)) }
        #expect(error?.message == "c.yaml: is longer than 256 KiB, the most that a configuration may have")
    }

    @Test func settingsHaveOptionsAndAParent() throws {
        let file = try read("bitrate: 1M\nsettings:\n  talk:\n    inherit: desktop\n    to: [x]\n  empty:\n")
        #expect(file.settings.map(\.name) == ["talk", "empty"])
        #expect(file.settings[0].parent == "desktop")
        #expect(file.settings[0].entries.map(\.origin) == [.file(path: "c.yaml", line: 5, column: 5)])
        #expect(file.entries.map(\.origin.description) == ["c.yaml:1"])
    }
}
