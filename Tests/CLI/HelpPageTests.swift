import ArgumentParser
import Testing

@testable import SplitcastCLI

/// What `--help` and `--help-all` show.
@Suite struct HelpPageTests {
    /// Of all commands and of `splitcast` itself.
    private static let commands: [[String]] = {
        var found: [[String]] = [[]]
        func add(_ type: any ParsableCommand.Type, _ path: [String]) {
            for next in type.configuration.subcommands where next.configuration.shouldDisplay {
                found.append(path + [next._commandName])
                add(next, path + [next._commandName])
            }
        }
        add(SplitcastCommand.self, [])
        return found
    }()

    @Test(arguments: [80, 100, 240]) func helpFitsTwoScreens(columns: Int) {
        for words in Self.commands {
            let lines = HelpPage(of: words, columns: columns).text.split(separator: "\n", omittingEmptySubsequences: false)
            #expect(lines.count <= 60, "\(words): \(lines.count) lines")
            #expect(lines.allSatisfy { $0.count <= 100 }, "\(words)")
            #expect(lines.first?.hasPrefix("OVERVIEW") == false, "\(words)")
        }
    }

    @Test(arguments: ["live", "host"]) func longHelpHasUsageExamplesAndTheOptionsThatPeopleUse(command: String) throws {
        let text = HelpPage(of: [command], columns: 100).text
        #expect(text.contains("USAGE: splitcast \(command) <options>") && text.contains("EXAMPLES:\n  splitcast \(command)"))
        let shown = ProgramCatalogue.options(in: text)
        let wanted = try #require(CommandWord.type([command]) as? any HasFrequentOptions.Type).frequentOptions
        #expect(shown == Set(wanted) && (10...20).contains(wanted.count))
        #expect(text.contains("\n  --bitrate <RATE>        The picture's highest bit rate"))
        #expect(text.hasSuffix("splitcast \(command) --help-all"))
        #expect(!text.contains("--encoder"))
    }

    /// Of an option that needs much to be said, what it is and what it is without; the rest is in the help that is asked for.
    @Test func longTextsAreCutAfterTheirFirstSentence() {
        let (text, all) = (HelpPage(of: ["live"], columns: 100).text, HelpPage(of: ["live"], columns: 100).full)
        #expect(text.contains("--bitrate <RATE>        The picture's highest bit rate: 2500k, 4.5M (default: by --quality).\n"), "\(text)")
        #expect(text.contains("  --desktop-audio [<app=NAME>]\n                          Mix in what the desktop plays.\n"), "\(text)")
        #expect(!text.contains("Alone, the stream begins") && all.contains("Alone, the stream begins"))
    }

    @Test func everythingIsInTheHelpThatIsAskedForAll() {
        let all = HelpPage(of: ["live", "--help-all"], columns: 100).full
        for heading in ["CAPTURE:", "TARGETS:", "BIT RATE:", "STREAMS:"] { #expect(all.contains("\n\(heading)\n")) }
        #expect(ProgramCatalogue.options(in: all).isSuperset(of: BroadcastKeys.all.all.map { "--\($0.name)" }))
        #expect(HelpPage(of: ["help", "host"], columns: 80).full.contains("USAGE: splitcast host"))
        #expect(HelpPage(of: ["audio", "gain", "--help-all"], columns: 80).full.contains("USAGE: splitcast audio gain"))
    }

    @Test func theCommandsAreAllInTheFirstHelp() throws {
        let text = HelpPage(of: [], columns: 80).text
        for command in SplitcastCommand.configuration.subcommands where command.configuration.shouldDisplay {
            #expect(try text.contains(Regex("\n  (?:[a-z-]+, )?\(command._commandName)(?:, [a-z-]+)? +[A-Z]")), "\(command._commandName)")
        }
        #expect(text.split(separator: "\n").allSatisfy { $0.count < 80 })
        #expect(text.contains("\n  pause, resume   Pause an agent; returns when it has paused.\n"))
        #expect(text.contains("\n  top             Show a broadcast on the whole terminal.\n"))
        // Everything, and in the same groups, in the help that is asked for all.
        let all = HelpPage(of: [], columns: 80).full
        for heading in ["BROADCAST", "CAPTURE", "PICTURE AND AUDIO", "TARGET", "RECORDING", "MACHINE"] {
            #expect(text.contains("\n\(heading):\n") && all.contains("\n\(heading) SUBCOMMANDS:\n"))
        }
        #expect(all.contains("EXIT CODES:") && !all.contains("run-encoder"))
        #expect(text.hasSuffix("splitcast --help-all"))
    }

    @Test func whatIsShortIsShownAsItIs() {
        let page = HelpPage(of: ["stop"], columns: 80)
        #expect(page.text == page.full && !page.text.contains("--help-all"))
    }

    @Test func allIsAskedForAnywhereButBehindTheEndOfOptions() {
        #expect(HelpPage.isAskedForAll(["live", "--fps", "30", "--help-all"]))
        #expect(!HelpPage.isAskedForAll(["live", "--help"]))
        #expect(!HelpPage.isAskedForAll(["message", "--", "--help-all"]))
    }

    @Test func askingForAllIsACommandLineThatEndsWell() async {
        #expect(await SplitcastCommand.launch(["live", "--help-all"]) == 0)
        #expect(await SplitcastCommand.launch(["live", "--no-such-option", "--help"]) == 0)
    }
}
