import AgentFixtures
import AgentProtocol
import Fixtures
import Frames
import Testing

@testable import Intake

/// Whether an agent's display is on, as it says.
@Suite struct DisplayPowerTests {
    @Test func itIsOnUntilTheAgentSaysOtherwise() throws {
        let fixture = try IntakeFixture()
        let agent = try RawAgent(at: fixture.directory)
        try agent.attach(FrameGeometry(size: PixelSize(width: 64, height: 48))!)
        func wait(_ what: String, isOn: Bool) throws {
            try waitUntil(what) {
                try agent.turn()
                return fixture.intake.agents.first?.isDisplayOn == isOn
            }
        }
        try wait("an agent", isOn: true)
        agent.display(isOn: false)
        try wait("a dark display", isOn: false)
        agent.display(isOn: true)
        try wait("a lit one", isOn: true)
        agent.display(isOn: false, generation: agent.generation + 1)
        let reason = fixture.waitForEvent { if case .departed(_, let reason, _) = $0 { reason } else { nil } }
        #expect(reason == .invalidData)
    }
}
