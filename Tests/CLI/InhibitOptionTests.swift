import Portal
import Testing

@testable import SplitcastCLI

/// What `--inhibit` comes to.
@Suite struct InhibitOptionTests {
    @Test func wordsAreWhatTheyAre() throws {
        let expected: [String: Set<InhibitedAction>] = ["sleep": [.sleep], "idle": [.idle], "idle,sleep": [.sleep, .idle], "off": []]
        for (text, actions) in expected { #expect(try InhibitOption.parse("--inhibit", text) == actions, "\(text)") }
    }

    @Test(arguments: ["", "on", "sleep,", "off,sleep", "sleep idle"])
    func aMistakeIsOneLineWithTheRightForm(text: String) {
        let failure = #expect(throws: CommandFailure.self) { try InhibitOption.parse("--inhibit", text) }
        #expect(failure?.message.contains("sleep,idle") == true && failure?.message.contains("\n") == false)
    }
}
