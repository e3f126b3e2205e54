import AgentFixtures
import AgentProtocol
import Fixtures
import Frames
import Testing

@testable import Intake

/// Where agents say that the focused window is.
@Suite struct FocusTests {
    private let fixture: IntakeFixture
    private let agent: RawAgent
    private let area = PixelRectangle(x: 0, y: 0, width: 64, height: 48)

    init() throws {
        fixture = try IntakeFixture()
        agent = try RawAgent(at: fixture.directory)
        try agent.attach(FrameGeometry(size: area.size)!)
    }

    private var feed: FocusFeed? { fixture.intake.feeds.first?.focus }

    private func becomeLive() throws {
        try waitUntil("the command to capture") {
            try agent.turn()
            return agent.state?.wish == .capture
        }
        try waitUntil("a slot") {
            try agent.turn()
            return agent.notice(area)
        }
    }

    @Test func whatWasSaidCountsFromTheFirstFrameOnAndNoLongerThanItsAgent() throws {
        let window = PixelRectangle(x: -300, y: 20, width: 40_000, height: 700)
        agent.focus(window)
        try agent.turn()
        #expect(feed?.isTold == false && feed?.rectangle == nil)
        try becomeLive()
        try waitUntil("the window") { feed?.rectangle == window }
        #expect(feed?.isTold == true)
        agent.focus(nil)
        try waitUntil("no window") { feed?.rectangle == nil }
        #expect(feed?.isTold == true)
        agent.focus(
            PixelRectangle(x: -32768, y: 32767, width: 65535, height: 65535).intersection(
                PixelRectangle(x: -32768, y: 0, width: 65535, height: 32768)))
        try waitUntil("a far window") { feed?.rectangle == PixelRectangle(x: -32768, y: 32767, width: 65535, height: 1) }
        agent.focus(window, generation: agent.generation + 1)
        let reason = fixture.waitForEvent { if case .departed(_, let reason, _) = $0 { reason } else { nil } }
        #expect(reason == .invalidData)
        #expect(feed?.isTold == false)
    }

    @Test func oneThatDoesNotTellIsKnownToBeSo() throws {
        try becomeLive()
        #expect(fixture.waitForEvent { if case .live = $0 { true } else { nil } } == true)
        #expect(feed?.isTold == false && feed?.rectangle == nil)
    }
}
