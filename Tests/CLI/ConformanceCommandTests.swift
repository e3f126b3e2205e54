import Foundation
import Testing

@testable import SplitcastCLI

/// `splitcast conformance …` is passed on, word for word, to a program that may not be there.
@Suite struct ConformanceCommandTests {
    @Test func whatFollowsTheCommandIsPassedOn() {
        let line = ["conformance", "agent", "--json", "./agent", "--help", "-6dB"]
        #expect(ConformanceCommand.arguments(of: line) == ["agent", "--json", "./agent", "--help", "-6dB"])
        #expect(ConformanceCommand.arguments(of: ["conformance"]) == [])
        #expect(ConformanceCommand.arguments(of: ["help", "conformance", "host"]) == ["help", "host"])
    }

    @Test func otherCommandsAreNotPassedOn() {
        for line in [[], ["help"], ["help", "live"], ["live", "conformance"], ["--help", "conformance"]] {
            #expect(ConformanceCommand.arguments(of: line) == nil)
        }
    }

    @Test func aProgramThatIsNotInstalledIsNamedWithTheRemedy() {
        let failure = #expect(throws: CommandFailure.self) { try ConformanceCommand.become(with: [], in: "/nonexistent") }
        #expect(failure?.exitCode == 1)
        #expect(failure?.message.contains("splitcast-conformance is not installed") == true)
        #expect(failure?.message.contains("make install") == true && failure?.message.contains("/nonexistent/splitcast-conformance") == true)
    }

    @Test func aProgramThatCannotBeStartedIsNotCalledMissing() throws {
        let noFolder = try TemporaryFile("")
        let failure = #expect(throws: CommandFailure.self) { try ConformanceCommand.become(with: [], in: noFolder.path) }
        #expect(failure?.message.contains("cannot be started") == true)
    }

    @Test func theHelpOfSplitcastListsIt() { #expect(SplitcastCommand.helpMessage().contains("conformance")) }
}
