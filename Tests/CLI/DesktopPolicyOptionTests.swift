import Portal
import Session
import Testing

@testable import SplitcastCLI

/// What `--on-desktop` comes to.
@Suite struct DesktopPolicyOptionTests {
    @Test func whatIsNotSaidStays() throws {
        let policies = try DesktopPolicyOption.parse("--on-desktop", "locked=show,sleep=stop")
        #expect(policies[.locked] == .show && policies[.sleep] == .stop && policies[.switched] == .slate && policies[.displayOff] == .show)
    }

    @Test(arguments: ["", "locked", "locked=", "locked=hide", "asleep=show", "locked=show,", "locked=show=slate"])
    func aMistakeIsOneLineWithTheRightForm(text: String) {
        let failure = #expect(throws: CommandFailure.self) { try DesktopPolicyOption.parse("--on-desktop", text) }
        #expect(failure?.message.contains("locked=slate") == true && failure?.message.contains("\n") == false)
    }

    @Test(arguments: ["locked=slate,locked=stop", "locked=slate,sleep=show,locked=slate"]) func oneCauseIsGivenOnce(text: String) {
        let failure = #expect(throws: CommandFailure.self) { try DesktopPolicyOption.parse("--on-desktop", text) }
        #expect(failure?.message.contains("locked is given twice") == true)
    }
}
