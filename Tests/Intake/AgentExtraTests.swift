import AgentFixtures
import AgentProtocol
import Fixtures
import Frames
import Testing

@testable import Intake

/// The text that an agent wants to be shown beside it.
@Suite struct AgentExtraTests {
    @Test func theLastOneIsKept() throws {
        let fixture = try IntakeFixture()
        let agent = try RawAgent(at: fixture.directory)
        try agent.attach(FrameGeometry(size: PixelSize(width: 64, height: 48))!)
        func wait(_ text: String) throws {
            try waitUntil("the text '\(text)'") {
                try agent.turn()
                return fixture.intake.agents.first?.extra == text
            }
        }
        try wait("")
        for text in ["room 2", String(repeating: "é", count: AgentExtra.longest / 2), ""] {
            agent.extra(text)
            try wait(text)
        }
        agent.extra("of another", generation: agent.generation + 1)
        let reason = fixture.waitForEvent { if case .departed(_, let reason, _) = $0 { reason } else { nil } }
        #expect(reason == .invalidData)
    }
}
