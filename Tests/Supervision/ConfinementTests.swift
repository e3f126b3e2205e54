import AgentProtocol
import Glibc
import Platform
import Testing

@testable import Intake

/// What an agent says of its sandbox is believed where the kernel does not know better.
@Suite struct ConfinementTests {
    @Test func aFilterThatTheKernelDoesNotKnowOfIsNotBelieved() {
        let shown = Confinement(claimed: [.noNewPrivileges, .filteredCalls, .noFiles], of: getpid())
        #expect(shown == [.noFiles], "this process has neither")
    }

    @Test func whatTheHostForbadeIsShownThoughTheAgentDoesNotSaySo() throws {
        var launch = Launch(program: "/bin/sleep", arguments: ["60"])
        launch.gainsNoPrivileges = true
        let child = try ChildProcess(launch)
        defer { _ = child.end(patience: .zero) }
        #expect(Confinement(claimed: [], of: child.processID) == [.noNewPrivileges])
    }

    @Test func aProcessThatIsGoneHoldsToNothing() {
        #expect(Confinement(claimed: [.noFiles, .filteredCalls], of: Int32.max) == [])
    }
}
