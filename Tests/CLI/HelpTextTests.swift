import ArgumentParser
import Testing

@testable import SplitcastCLI

/// Help is read in a terminal of 80 columns, whose last one many leave free.
@Suite struct HelpTextTests {
    static let width = 79
    /// What people ask for help about at first.
    static let first: [any ParsableCommand.Type] = [SplitcastCommand.self, LiveCommand.self, HostCommand.self]

    /// A line with a column of its own is not to be broken: an example that is could not be copied.
    @Test func noExampleIsBroken() {
        func check(_ command: any ParsableCommand.Type) {
            for line in command.configuration.discussion.split(separator: "\n") where line.hasPrefix("  ") {
                #expect(line.count <= Self.width, "\(command._commandName): \(line)")
            }
            for subcommand in command.configuration.subcommands { check(subcommand) }
        }
        check(SplitcastCommand.self)
    }

    @Test func noLineOfTheHelpThatComesFirstIsTooLong() {
        for command in Self.first {
            for line in command.helpMessage(columns: Self.width + 1).split(separator: "\n") {
                #expect(line.count <= Self.width, "\(command._commandName): \(line)")
            }
        }
    }

    /// A shell takes what is neither quoted nor escaped for a pattern.
    @Test func whatTheShellWouldTakeForAPatternIsQuoted() {
        for command in Self.first {
            for line in command.configuration.discussion.split(separator: "\n") where line.hasPrefix("  splitcast") {
                let unquoted = line.split(separator: "'", omittingEmptySubsequences: false).enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
                #expect(!unquoted.joined().contains { "?*&;".contains($0) }, "\(line)")
            }
        }
    }
}
