import Audio
import Configuration
import Fixtures
import Foundation
import Hotkeys
import Platform
import Testing

@testable import SplitcastCLI

struct ConfigurationTests {
    private let scratch = Scratch()

    private func file(_ text: String) throws -> String {
        let path = scratch.file("config.yaml")
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    private func line(_ words: [String], _ text: String, _ environment: [String: String] = [:]) throws -> [String]? {
        try ConfiguredCommandLine(words + ["--config=\(try file(text))"], environment: environment)?.arguments.filter { !$0.hasPrefix("--config") }
    }

    @Test func everyOptionOfABroadcastHasAKey() {
        let keys = Set(BroadcastKeys.all.all.map(\.name))
        let offered = ["live", "host"].reduce(Set<String>()) { all, command in
            let type: String = SplitcastCommand.helpMessage(for: command == "live" ? LiveCommand.self : HostCommand.self, columns: 10_000)
            return all.union(ProgramCatalogue.options(in: type).map { String($0.dropFirst(2)) })
        }
        #expect(keys.count > 80)
        #expect(offered.subtracting(keys) == ["help", "version", "use", "config", "no-restore"])
    }

    @Test func optionsWithAndWithoutAValueAreToldApart() {
        let kinds = Dictionary(uniqueKeysWithValues: BroadcastKeys.all.all.map { ($0.name, $0.kind) })
        #expect(kinds["bitrate"] == .value)
        #expect(kinds["to"] == .list)
        #expect(kinds["verbose"] == .flag)
        #expect(kinds["restore"] == .reversibleFlag)
        for name in ["screen", "window", "desktop-audio", "duck"] { #expect(kinds[name] == .optionalValue, "\(name)") }
    }

    @Test func whatIsTypedReplacesWhatTheFileSays() throws {
        let text = "bitrate: 1M\nto: [a.mkv]\nverbose: true"
        #expect(try line(["live", "--to", "b.mkv", "--fps=15"], text) == ["live", "--bitrate=1M", "--verbose", "--to", "b.mkv", "--fps=15"])
    }

    /// Behind a sign of equality the parser would not read it.
    @Test func anOptionThatMayStandAloneKeepsItsValue() throws {
        let words = try #require(try line(["live", "--capture", "pattern"], "desktop-audio: app=Firefox\nduck: 6dB"))
        let plan = try #require(try LiveCommand.parseAsRoot(Array(words.dropFirst())) as? LiveCommand).plan()
        #expect(plan.configuration.duckingDecibels == 6)
        #expect(try plan.configuration.desktopAudio == DesktopChoice(parsing: "app=Firefox"))
        let own = try #require(try line(["live"], "", ["SPLITCAST_DUCK": "99dB", "SPLITCAST_SCREEN": "1"]))
        #expect(own == ["live", "--screen", "--duck", "99dB"])
    }

    @Test func keysAreNamedByWhatTheyDo() throws {
        let text = "hotkey:\n  mute-microphone: Ctrl+Alt+M\n  push-to-talk: F9\n  scene:talk: Super+1\n"
        let words = try #require(try line(["live", "--capture", "pattern"], text))
        let plan = try #require(try LiveCommand.parseAsRoot(Array(words.dropFirst())) as? LiveCommand).plan()
        let wanted = ["mute-microphone=Ctrl+Alt+M", "push-to-talk=F9", "scene:talk=Super+1"]
        #expect(try plan.configuration.hotkeys == wanted.map { try Hotkey(parsing: $0) })
        // What is typed takes the place of all of them.
        #expect(try line(["live", "--hotkey", "pause=F8"], text) == ["live", "--hotkey", "pause=F8"])
        let wrong = try #require(try line(["live", "--capture", "pattern"], "hotkey: {talk-to-push: F9}"))
        #expect(throws: (any Error).self) { try (LiveCommand.parseAsRoot(Array(wrong.dropFirst())) as? LiveCommand)?.plan() }
    }

    @Test func withoutAMicrophoneNothingIsDoneToOne() throws {
        #expect(try line(["live", "--mic", "none", "--use", "talk"], "")?.contains { $0.hasPrefix("--mic-processing") } == false)
        #expect(try line(["live", "--use", "talk"], "")?.contains("--mic-processing=echo,noise") == true)
    }

    @Test func aHostTakesWhatItHas() throws {
        #expect(try line(["host"], "display: ':1'\nbitrate: 1M") == ["host", "--bitrate=1M"])
        #expect(try line(["live"], "display: ':1'\nbitrate: 1M") == ["live", "--display=:1", "--bitrate=1M"])
    }

    @Test func otherCommandsAndHelpAreLeftAlone() throws {
        for words in [["status"], ["live", "--help"], ["swap", "x11"], []] {
            #expect(try ConfiguredCommandLine(words + ["--config=/nowhere"], environment: [:]) == nil)
        }
        #expect(try ConfiguredCommandLine(["live"], environment: ["HOME": scratch.path]) == nil)
        #expect(try ConfiguredCommandLine(["live", "--config", "none"], environment: ["HOME": scratch.path]) == nil)
    }

    @Test func theUsualPlaceIsInTheUsersConfigurationDirectory() throws {
        try FileManager.default.createDirectory(atPath: scratch.file(".config/splitcast"), withIntermediateDirectories: true)
        try "fps: 15".write(toFile: scratch.file(".config/splitcast/config.yaml"), atomically: true, encoding: .utf8)
        #expect(try ConfiguredCommandLine(["live"], environment: ["HOME": scratch.path])?.arguments == ["live", "--fps=15"])
        let elsewhere = ["HOME": "/", "XDG_CONFIG_HOME": scratch.file(".config")]
        #expect(try ConfiguredCommandLine(["live"], environment: elsewhere)?.arguments == ["live", "--fps=15"])
        #expect(try ConfiguredCommandLine(["live"], environment: ["HOME": scratch.path, "SPLITCAST_CONFIG": "none"])?.arguments == ["live"])
    }

    @Test(arguments: [
        ("fsp: 15", [], "there is no option 'fsp': did you mean 'fps'?"), ("", ["--use", "nope"], "there are no settings 'nope'"),
        ("", ["--use"], "Missing value for '--use'"),
    ])
    func aMistakeEndsItBeforeAnythingIsTaken(text: String, words: [String], message: String) {
        let failure = #expect(throws: CommandFailure.self) { try line(["live"] + words, text) }
        #expect(failure?.code == .usage)
        #expect(failure?.message.contains(message) == true, "\(failure?.message ?? "")")
    }

    @Test func aFileThatIsNamedMustBeThere() {
        let failure = #expect(throws: CommandFailure.self) { try ConfiguredCommandLine(["live", "--config", "/nowhere.yaml"], environment: [:]) }
        #expect(failure?.message == "/nowhere.yaml: cannot be read (No such file or directory): give a configuration file, or --config none")
    }

    @Test func aMessageTellsWhereAnOptionComesFrom() throws {
        let path = try file("\n\nmin-bitrate: 9M\nbitrate: 1M")
        let line = try #require(try ConfiguredCommandLine(["live", "--config", path, "--fps", "15"], environment: [:]))
        #expect(line.explain("--min-bitrate is too high") == "--min-bitrate is too high (--min-bitrate comes from \(path):3)")
        #expect(line.explain("--fps 15 and nothing else") == "--fps 15 and nothing else")
    }

    @Test(arguments: ["desktop", "sharp", "smooth", "talk", "lecture", "low-memory", "screen"])
    func theProgramsOwnSettingsMakeABroadcast(name: String) throws {
        let line = try #require(try ConfiguredCommandLine(["live", "--use", name, "--config", "none", "--capture", "pattern"], environment: [:]))
        #expect(!line.effective.entries.isEmpty)
        let command = try #require(try LiveCommand.parseAsRoot(Array(line.arguments.dropFirst())) as? LiveCommand)
        _ = try command.plan()
    }

    @Test func checkPlansTheFileAndEachOfItsSettings() throws {
        let good = try file("fps: 15\nvideo-only: true\nsettings: {a: {bitrate: 1M}}")
        var command = try #require(try ConfigCheckCommand.parseAsRoot([good]) as? ConfigCheckCommand)
        #expect(try command.verdict(environment: [:]) == "\(scratch.file("config.yaml")): all is well: 2 options, settings a")
        let bad = try file("capture: pattern\nfps: 15\nsettings: {a: {bitrate: lots}}")
        command = try #require(try ConfigCheckCommand.parseAsRoot([bad]) as? ConfigCheckCommand)
        let failure = #expect(throws: CommandFailure.self) { try command.verdict(environment: [:]) }
        let message = failure?.message ?? ""
        #expect(message.hasPrefix("\(scratch.file("config.yaml")):3:16: --bitrate"), "\(message)")
    }

    @Test func checkNamesAllMistakesAtOnceEachWithItsPlace() throws {
        let path = try file(
            """
            capture: pattern
            fsp: 15
            bitrate: lots
            to: [htp://example.com]
            http: off
            verbose: perhaps
            settings:
              a: {fps: many, bitrat: 1}
              b: {inherit: nothing}
            """)
        let command = try #require(try ConfigCheckCommand.parseAsRoot([path]) as? ConfigCheckCommand)
        let failure = try #require(#expect(throws: CommandFailure.self) { try command.verdict(environment: [:]) })
        let lines = failure.message.split(separator: "\n").map(String.init)
        let places = lines.map { $0.dropFirst(path.count).prefix { !$0.isWhitespace } }
        // What the file says wrongly comes in the order of its lines, and then what its options come to.
        #expect(places == [":2:1:", ":6:10:", ":8:18:", ":3:1:", ":4:1:", ":8:7:", ":9:7:"], "\(failure.message)")
        #expect(lines.contains("\(path):2:1: there is no option 'fsp': did you mean 'fps'?"))
        #expect(lines.contains { $0.hasPrefix("\(path):9:7: there are no settings 'nothing', which 'b' inherits") })
    }

    @Test func twoThatExcludeEachOtherAreOneMistake() throws {
        let path = try file("capture: pattern\nbitrate: 1M\nmin-bitrate: 9M\n")
        let command = try #require(try ConfigCheckCommand.parseAsRoot([path]) as? ConfigCheckCommand)
        let failure = try #require(#expect(throws: CommandFailure.self) { try command.verdict(environment: [:]) })
        #expect(failure.message.split(separator: "\n").count == 1 && failure.message.hasPrefix(path + ":"), "\(failure.message)")
    }

    /// A pipe that no one writes to would be waited for for ever.
    @Test(arguments: ["pipe", "/dev/zero", "/dev/null", "/tmp"]) func whatIsNoFileIsRefused(name: String) throws {
        let path = name.hasPrefix("/") ? name : scratch.file(name)
        if name == "pipe" { #expect(mkfifo(path, 0o600) == 0) }
        let failure = #expect(throws: CommandFailure.self) { try ConfiguredCommandLine(["live", "--config", path], environment: [:]) }
        #expect(failure?.message.hasPrefix("\(path): is no file") == true, "\(failure?.message ?? "")")
    }

    @Test func variablesThatMeanNothingAreNamedWithTheNearest() {
        let environment = [
            "SPLITCAST_BITRAT": "1M", "SPLITCAST_FPS": "15", "SPLITCAST_GROUP": "a", "SPLITCAST_URL": "x", "SPLITCAST_WHATEVER_IT_IS": "",
            "HOME": "/",
        ]
        #expect(
            ConfiguredCommandLine.unknownVariables(in: environment) == [
                "warning: $SPLITCAST_BITRAT is set, and nothing is called so: did you mean $SPLITCAST_BITRATE?",
                "warning: $SPLITCAST_WHATEVER_IT_IS is set, and nothing is called so",
            ])
    }

    @Test func showTellsEachValuesOriginAndNoKey() throws {
        let path = try file("to: [\"rtmp://live.example.com/app/SECRET\"]\nkey: [SECRET, 'keyring:a']\nobs-password: SECRET")
        let command = try #require(try ConfigShowCommand.parseAsRoot(["--config", path, "--use", "desktop"]) as? ConfigShowCommand)
        let report = try command.report(environment: ["SPLITCAST_FPS": "15"])
        #expect(
            report.options.map { "\($0.name) \($0.values) \($0.from)" } == [
                "to [\"rtmp://live.example.com/***\"] \(path):1", "key [\"***\", \"keyring:a\"] \(path):2", "obs-password [\"***\"] \(path):3",
                "fps [\"15\"] $SPLITCAST_FPS", "quality [\"desktop\"] settings 'desktop'",
            ])
        #expect(!ConfigShowCommand.text(report).contains("SECRET"))
    }

    @Test func theSchemaHasEveryKey() throws {
        let text = JSONText.of(ConfigurationSchema(BroadcastKeys.all), isPretty: false)
        let root = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        let properties = try #require(root["properties"] as? [String: Any])
        #expect(Set(properties.keys) == Set(BroadcastKeys.all.all.map(\.name)).union(["settings"]))
        #expect(root["additionalProperties"] as? Bool == false)
    }
}
