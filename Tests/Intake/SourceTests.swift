import AgentFixtures
import AgentProtocol
import AppGroup
import Fixtures
import Frames
import Testing

@testable import Intake

/// Agents of several sources: each source has a live one of its own.
@Suite struct SourceTests {
    private let geometry = FrameGeometry(size: PixelSize(width: 64, height: 48))!
    private let cam = SourceName("cam")!

    /// Sends frames of all agents until each is where `isDone` wants it.
    private func turn(_ agents: [RawAgent], until isDone: () -> Bool) throws {
        try waitUntil("the agents' frames") {
            for agent in agents {
                try agent.turn()
                if agent.state?.wish == .capture { _ = agent.notice(PixelRectangle(of: geometry.size)) }
            }
            return isDone()
        }
    }

    private func live(_ fixture: IntakeFixture) -> [String: UInt32] {
        let live = fixture.intake.agents.filter(\.isLive).map { ($0.description.place, $0.description.generation) }
        return Dictionary(uniqueKeysWithValues: live)
    }

    @Test func eachSourceHasALiveAgentAndFramesOfItsOwn() throws {
        let fixture = try IntakeFixture(sources: [.screen, cam])
        let (one, two) = (try RawAgent(at: fixture.directory), try RawAgent(at: fixture.directory, place: "cam"))
        for agent in [one, two] { try agent.attach(geometry) }
        try turn([one, two]) { live(fixture).count == 2 }
        #expect(live(fixture) == ["screen": one.generation, "cam": two.generation])
        var seen: [SourceName: UInt32] = [:]
        try turn([one, two]) {
            for feed in fixture.intake.feeds { if let frame = feed.takeFrame() { seen[feed.name] = frame.generation } }
            return seen.count == 2
        }
        #expect(seen == [.screen: one.generation, cam: two.generation])
    }

    @Test func anotherAgentTakesOverItsOwnSourceAlone() throws {
        let fixture = try IntakeFixture(sources: [.screen, cam])
        let (one, two) = (try RawAgent(at: fixture.directory), try RawAgent(at: fixture.directory, place: "cam"))
        for agent in [one, two] { try agent.attach(geometry) }
        try turn([one, two]) { live(fixture).count == 2 }
        let three = try RawAgent(at: fixture.directory, place: "cam")
        try three.attach(geometry)
        try turn([one, two, three]) { live(fixture)["cam"] == three.generation }
        #expect(live(fixture)["screen"] == one.generation && one.state?.wish == .capture)
        try waitUntil("the one before to be told to stop") {
            try two.turn()
            return two.state?.wish == .stop
        }
    }

    @Test func aSourceIsPausedByItselfWhicheverAgentIsLive() throws {
        let fixture = try IntakeFixture(sources: [.screen, cam])
        let (one, two) = (try RawAgent(at: fixture.directory), try RawAgent(at: fixture.directory, place: "cam"))
        for agent in [one, two] { try agent.attach(geometry) }
        try turn([one, two]) { live(fixture).count == 2 }
        fixture.intake.send(.pauseSource(cam))
        try turn([one, two]) { two.state?.wish == .pause }
        #expect(one.state?.wish == .capture)
        // One that comes takes over unseen, and is paused as well.
        _ = fixture.intake.feeds[1].takeFrame()
        let three = try RawAgent(at: fixture.directory, place: "cam")
        try three.attach(geometry)
        try turn([one, two, three]) { three.state?.wish == .pause && live(fixture)["cam"] == three.generation }
        var hidden: UInt32?
        if let first = fixture.intake.feeds[1].takeFrame(), first.isHidden { hidden = first.generation }
        #expect(hidden == three.generation)
        fixture.intake.send(.resumeSource(cam))
        var isShown = false
        try turn([one, three]) {
            if let frame = fixture.intake.feeds[1].takeFrame() { isShown = !frame.isHidden }
            return isShown && three.state?.wish == .capture
        }
        #expect(live(fixture) == ["screen": one.generation, "cam": three.generation])
    }

    @Test func aSourceThatIsNotThereIsRefusedByName() throws {
        let fixture = try IntakeFixture(sources: [.screen, cam])
        #expect(throws: (any Error).self) { try RawAgent(at: fixture.directory, place: "gate") }
        // One that is added later takes agents from then on.
        _ = fixture.intake.add(try #require(SourceName("gate")))
        let agent = try RawAgent(at: fixture.directory, place: "gate")
        try agent.attach(geometry)
        try turn([agent]) { live(fixture)["gate"] == agent.generation }
    }

    @Test func whatWasTakenIsWantedBackWhenItsAgentLeaves() throws {
        let fixture = try IntakeFixture(sources: [.screen, cam])
        let (one, two) = (try RawAgent(at: fixture.directory), try RawAgent(at: fixture.directory, place: "cam"))
        for agent in [one, two] { try agent.attach(geometry) }
        try turn([one, two]) { live(fixture).count == 2 }
        let (screen, other) = (fixture.intake.feeds[0], fixture.intake.feeds[1])
        let before = (screen.withdrawals, other.withdrawals)
        fixture.intake.send(.stop(two.generation, .stopped))
        two.socket.hangUp()
        try waitUntil("it to be gone") { live(fixture)["cam"] == nil }
        #expect(other.withdrawals > before.1 && screen.withdrawals == before.0)
    }
}
