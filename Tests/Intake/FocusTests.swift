import AgentFixtures
import AgentProtocol
import Fixtures
import Frames
import Testing

@testable import Intake

/// Where agents say that the focused window is.
@Suite struct FocusTests {
    private let area = PixelRectangle(x: 0, y: 0, width: 64, height: 48)

    private func agent(of fixture: IntakeFixture) throws -> RawAgent {
        let agent = try RawAgent(at: fixture.directory)
        try agent.attach(FrameGeometry(size: area.size)!)
        return agent
    }

    private func becomeLive(_ agent: RawAgent, _ fixture: IntakeFixture) throws {
        try waitUntil("a live agent") {
            try agent.turn()
            if agent.state?.wish == .capture, agent.noticesSent == 0 { _ = agent.notice(area) }
            return fixture.intake.agents.first?.isLive == true
        }
    }

    @Test func whatWasSaidCountsFromTheFirstFrameOnAndNoLongerThanItsAgent() throws {
        let fixture = try IntakeFixture()
        let agent = try agent(of: fixture)
        let feed = fixture.intake.feeds[0].focus
        let window = PixelRectangle(x: -300, y: 20, width: 30_000, height: 700)
        func wait(for what: String, _ isThere: () -> Bool) throws {
            try waitUntil(what) {
                try agent.turn()
                return isThere()
            }
        }
        agent.focus(window)
        try agent.turn()
        #expect(!feed.isTold && feed.rectangle == nil)
        try becomeLive(agent, fixture)
        try wait(for: "the window") { feed.rectangle == window }
        #expect(feed.isTold)
        agent.focus(nil)
        try wait(for: "no window") { feed.rectangle == nil }
        #expect(feed.isTold)
        let far = PixelRectangle(x: -32768, y: 32766, width: 65535, height: 1)
        agent.focus(far)
        try wait(for: "a far window") { feed.rectangle == far }
        agent.focus(window, generation: agent.generation + 1)
        let reason = fixture.waitForEvent { if case .departed(_, let reason, _) = $0 { reason } else { nil } }
        #expect(reason == .invalidData && !feed.isTold)
    }

    @Test func oneThatDoesNotTellIsKnownToBeSo() throws {
        let fixture = try IntakeFixture()
        try becomeLive(try agent(of: fixture), fixture)
        #expect(!fixture.intake.feeds[0].focus.isTold && fixture.intake.feeds[0].focus.rectangle == nil)
    }
}
