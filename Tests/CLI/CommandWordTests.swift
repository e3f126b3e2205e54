import Testing

@testable import SplitcastCLI

/// A mistyped command is named, with the one that is meant, whatever stands behind it.
@Suite struct CommandWordTests {
    private func refusal(of line: String) -> CommandFailure? {
        do throws(CommandFailure) {
            try CommandWord.check(line.split(separator: " ").map(String.init))
            return nil
        } catch { return error }
    }

    @Test(arguments: [
        ("liv", "liv", "splitcast live"), ("stauts --json", "stauts", "splitcast status"), ("help evnts", "evnts", "splitcast events"),
        ("targets ad x.mkv", "targets ad", "splitcast targets add"), ("help music plya", "music plya", "splitcast music play"),
        ("request x11", "request", "splitcast request-agent"),
    ])
    func theNearestIsOffered(line: String, wrong: String, meant: String) throws {
        let failure = try #require(refusal(of: line))
        #expect(failure.exitCode == 2 && failure.message.contains("no command '\(wrong)': did you mean '\(meant)'?"), "\(failure.message)")
    }

    @Test func nothingIsOfferedForWhatIsFarFromAll() throws {
        let failure = try #require(refusal(of: "help nosuch"))
        #expect(failure.exitCode == 2 && failure.message == "there is no command 'nosuch' (see 'splitcast --help')", "\(failure.message)")
    }

    @Test func anEqualsSignInPlaceOfASpaceIsPutRight() throws {
        let failure = try #require(refusal(of: "set bitrate=2M"))
        #expect(failure.message == "there is no command 'set bitrate=2M': write 'splitcast set bitrate 2M'", "\(failure.message)")
        #expect(try #require(refusal(of: "set nosuch=2M")).message == "there is no command 'set nosuch=2M' (see 'splitcast set --help')")
    }

    @Test func everyCommandAndItsHelpAreKnown() {
        for command in SplitcastCommand.configuration.subcommands {
            for line in [command._commandName, "help \(command._commandName)", "\(command._commandName) --group x stray"] {
                #expect(refusal(of: line) == nil, "\(line)")
            }
            for part in command.configuration.subcommands { #expect(refusal(of: "\(command._commandName) \(part._commandName) stray") == nil) }
        }
        for line in ["", "--help", "--version", "help", "inspect talk.mkv", "swap x11 --display :1"] { #expect(refusal(of: line) == nil, "\(line)") }
    }
}
