import AgentFixtures
import AgentProtocol
import Fixtures
import Frames
import Testing

@testable import Intake

/// What agents say of their screens.
@Suite struct RemarkTests {
    private func told(_ fixture: IntakeFixture) -> [String] {
        fixture.events.compactMap { if case .remarked(_, let subject, let text) = $0 { "\(subject): \(text)" } else { nil } }
    }

    @Test func whatIsSaidIsToldAndAStalledAgentIsSeenToBe() throws {
        let fixture = try IntakeFixture()
        let agent = try RawAgent(at: fixture.directory)
        func isStalled() throws -> Bool? {
            try agent.turn()
            return fixture.intake.agents.first?.isStalled
        }
        #expect(try Watchdog.until { try isStalled() == false })
        agent.remark(.stalled, "nothing comes")
        #expect(try Watchdog.until { try isStalled() == true })
        // Something else does not end it.
        agent.remark(.other, "damaged")
        agent.remark(.goesOn, "it comes again")
        #expect(try Watchdog.until { try isStalled() == false })
        #expect(told(fixture) == ["stalled: nothing comes", "other: damaged", "goesOn: it comes again"])
    }

    @Test func notAllIsToldOfAnAgentThatTalksOn() throws {
        let fixture = try IntakeFixture()
        let agent = try RawAgent(at: fixture.directory)
        for number in 1...100 { agent.remark(.other, "\(number)") }
        #expect(
            try Watchdog.until {
                try agent.turn()
                // Not all fit into the connection at once.
                agent.remark(.stalled, "the last")
                return fixture.intake.agents.first?.isStalled == true
            })
        #expect(told(fixture).first == "other: 1" && told(fixture).count < 20, "\(told(fixture))")
    }

    @Test func aRemarkInTheNameOfAnotherEndsTheAgent() throws {
        let fixture = try IntakeFixture()
        let agent = try RawAgent(at: fixture.directory)
        agent.remark(.stalled, "it is", generation: agent.generation + 1)
        let reason = fixture.waitForEvent { if case .departed(_, let reason, _) = $0 { reason } else { nil } }
        #expect(reason == .invalidData)
    }
}
