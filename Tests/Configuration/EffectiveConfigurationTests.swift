import Platform
import Testing

@testable import Configuration

struct EffectiveConfigurationTests {
    private let keys = ConfigurationFileTests.keys

    private func resolve(_ text: String, use: [String] = [], _ environment: [String: String] = [:], typed: [String] = []) throws -> [String] {
        let typed = typed.compactMap { name in keys[name].map { ConfigurationEntry(key: $0, values: [], origin: .commandLine) } }
        let file = try ConfigurationFile(text, path: "c.yaml", keys: keys)
        return try EffectiveConfiguration(keys: keys, file: file, use: use, environment: environment, commandLine: typed).arguments
    }

    @Test func eachOriginReplacesTheWeakerOnesOption() throws {
        let text = "bitrate: 1M\nmin-bitrate: 100k\nto: [a, b]\nsettings: {talk: {bitrate: 2M, to: [c]}}"
        #expect(try resolve(text) == ["--bitrate=1M", "--min-bitrate=100k", "--to=a", "--to=b"])
        #expect(try resolve(text, use: ["talk"]) == ["--bitrate=2M", "--min-bitrate=100k", "--to=c"])
        #expect(try resolve(text, use: ["talk"], ["SPLITCAST_BITRATE": "3M"]) == ["--bitrate=3M", "--min-bitrate=100k", "--to=c"])
        #expect(
            try resolve(text, use: ["talk"], ["SPLITCAST_BITRATE": "3M"], typed: ["bitrate", "to"]) == ["--min-bitrate=100k"])
    }

    @Test func theLaterOfTwoSettingsIsStronger() throws {
        let text = "settings: {a: {bitrate: 1M, to: x}, b: {bitrate: 2M}}"
        #expect(try resolve(text, use: ["a", "b"]) == ["--bitrate=2M", "--to=x"])
        #expect(try resolve(text, use: ["b", "a"]) == ["--bitrate=1M", "--to=x"])
    }

    @Test func settingsBeginWithWhatTheyInherit() throws {
        let text = "settings: {a: {bitrate: 1M, to: x}, b: {inherit: a, bitrate: 2M}, c: {inherit: b, to: []}}"
        #expect(try resolve(text, use: ["b"]) == ["--bitrate=2M", "--to=x"])
        #expect(try resolve(text, use: ["c"]) == ["--bitrate=2M"])
    }

    @Test func ownSettingsMayReplaceAndInheritTheProgramsOfTheirName() throws {
        #expect(try resolve("", use: ["desktop"]) == ["--quality=desktop"])
        #expect(try resolve("settings: {desktop: {bitrate: 1M}}", use: ["desktop"]) == ["--bitrate=1M"])
        #expect(try resolve("settings: {desktop: {inherit: desktop, bitrate: 1M}}", use: ["desktop"]) == ["--bitrate=1M", "--quality=desktop"])
    }

    @Test(arguments: [
        ("", "tlak", "there are no settings 'tlak': there are screen, desktop, sharp, smooth, talk, lecture, low-memory"),
        ("settings: {a: {inherit: nope}}", "a", "c.yaml:1:16: there are no settings 'nope', which 'a' inherits: there are a, screen,"),
        ("settings: {a: {inherit: b}, b: {inherit: a}}", "a", "c.yaml:1:33: settings 'a' inherit from themselves: a → b → a"),
        ("settings: {a: {inherit: a}}", "a", "c.yaml:1:16: settings 'a' inherit from themselves: a → a"),
    ])
    func settingsThatThereAreNotAreNamed(text: String, use: String, message: String) {
        let error = #expect(throws: ConfigurationError.self) { try resolve(text, use: [use]) }
        #expect(error?.message.hasPrefix(message) == true, "\(error?.message ?? "")")
    }

    @Test func theEnvironmentHasAVariableForEachKey() throws {
        #expect(keys["min-bitrate"]?.variable == "SPLITCAST_MIN_BITRATE")
        #expect(try resolve("", [:]) == [])
        let set = ["SPLITCAST_TO": "a\nb c", "SPLITCAST_VERBOSE": "1", "SPLITCAST_RESTORE": "0"]
        #expect(try resolve("", set) == ["--to=a", "--to=b c", "--verbose", "--no-restore"])
        let error = #expect(throws: ConfigurationError.self) { try resolve("", ["SPLITCAST_VERBOSE": "maybe"]) }
        #expect(error?.message == "$SPLITCAST_VERBOSE is 1 or 0, not 'maybe'")
    }
}
