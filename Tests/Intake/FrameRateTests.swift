import AgentFixtures
import Fixtures
import Frames
import Glibc
import Platform
import Testing

@testable import Intake

/// Agents are held to the frame rate that the host asked for, and lose nothing by it.
@Suite struct FrameRateTests {
    private let geometry = FrameGeometry(size: PixelSize(width: 64, height: 200))!
    private let start = MediaTime(nanoseconds: 1_000_000_000_000)

    @Test func framesBeyondTheRateAreMergedAndToldAndNothingIsLost() throws {
        let fixture = try IntakeFixture(milliFramesPerSecond: 10_000)
        let agent = try RawAgent(at: fixture.directory)
        try agent.attach(geometry)
        let began = MediaTime.now()
        var (taken, rows) = (0, Set<Int>())
        // The first is damaged all over.
        var row = -1
        while row < 190 || MediaTime.now() - began < .seconds(3) {
            try #require(MediaTime.now() - began < .seconds(30), "stuck after \(agent.noticesSent) notices")
            try agent.turn()
            let damage = PixelRectangle(x: 0, y: max(0, row % 200), width: 64, height: row < 0 ? 200 : 1)
            if agent.state?.wish == .capture, agent.notice(damage) { row += 1 }
            if let frame = fixture.intake.feeds[0].takeFrame() { taken += taken == 0 ? 1 : note(frame, in: &rows) }
            poll(nil, 0, 3)
        }
        // What came too soon is shown when it is due, though nothing follows.
        let sent = agent.noticesSent
        #expect(
            try Watchdog.until {
                try agent.turn()
                if let frame = fixture.intake.feeds[0].takeFrame() { taken += note(frame, in: &rows) }
                return agent.state?.lastNotice == sent && rows.count == 200
            }, "\(rows.count) rows of 200 seen, \(agent.state?.lastNotice ?? 0) of \(sent) notices answered")
        let most = Int((MediaTime.now() - began).inSeconds * 10) + 10
        #expect(taken <= most && sent > 2 * most, "\(taken) frames of \(sent) notices passed, where \(most) might")
        let told = try #require(fixture.waitForEvent { if case .tooFast(_, let asked, let came) = $0 { (asked, came) } else { nil } })
        #expect(told.0 == 10 && told.1 > 15)
    }

    /// The encoder is opened when the first frame is there, which takes a while: what is replaced meanwhile was never to be seen.
    @Test func whatComesWhileTheEncoderOpensIsNotDropped() throws {
        let fixture = try IntakeFixture(milliFramesPerSecond: 100_000)
        let agent = try RawAgent(at: fixture.directory)
        try agent.attach(geometry)
        func send(_ count: Int) throws {
            let goal = agent.noticesSent + UInt64(count)
            try waitUntil("\(count) notices to be answered") {
                try agent.turn()
                if agent.noticesSent < goal, agent.state?.wish == .capture { _ = agent.notice(PixelRectangle(of: geometry.size)) }
                return agent.state?.lastNotice == goal
            }
        }
        func isTaken() -> Bool {
            if let frame = fixture.intake.feeds[0].takeFrame() { return frame.generation == agent.generation }
            return false
        }
        func superseded() -> UInt64? { fixture.intake.agents.first.flatMap { $0.frames == agent.noticesSent ? $0.superseded : nil } }
        func settled() throws -> UInt64? {
            #expect(
                try Watchdog.until {
                    try agent.turn()
                    return superseded() != nil
                })
            return superseded()
        }
        try send(1)
        #expect(
            try Watchdog.until {
                try agent.turn()
                return isTaken()
            })
        // Slowly enough for the rate, whatever waits.
        for _ in 1...8 {
            try send(1)
            poll(nil, 0, 20)
        }
        #expect(try settled() == 0)
        // It comes back: from here on a frame that is replaced is one that was dropped.
        #expect(isTaken())
        for _ in 1...8 {
            try send(1)
            poll(nil, 0, 20)
        }
        let dropped = try #require(try settled())
        #expect((1...8).contains(dropped), "\(dropped)")
    }

    private func note(_ frame: borrowing IncomingFrame, in rows: inout Set<Int>) -> Int {
        let damage = frame.damage.bounds
        for row in damage.y..<(damage.y + damage.height) { rows.insert(row) }
        return 1
    }

    @Test func anAgentThatKeepsToTheRateIsNotHeldUp() {
        var pacing = NoticePacing(milliFramesPerSecond: 30_000, at: start)
        for number in 0..<3000 {
            // Up to half an interval early, and every now and then three that were late come together.
            let exact = start + .nanoseconds(Int64(number) * 1_000_000_000 / 30)
            let now = number % 97 < 3 ? start + .nanoseconds(Int64(number / 97 * 97 + 3) * 1_000_000_000 / 30) : exact - .milliseconds(number % 16)
            #expect(pacing.due(at: now) <= now)
            pacing.shown()
            #expect(pacing.noticed(at: now) == nil)
        }
    }

    @Test func anotherRateIsHeardOfBeforeItIsHeldAgainstAnAgent() {
        var pacing = NoticePacing(milliFramesPerSecond: 240_000, at: start)
        pacing.change(milliFramesPerSecond: 1000, at: start)
        // A quarter of a second at the rate before.
        for number in 0..<60 { #expect(pacing.noticed(at: start + .milliseconds(number * 4)) == nil) }
        for second in 1...9 { #expect(pacing.noticed(at: start + .seconds(second)) == nil) }
        #expect(pacing.due(at: start + .seconds(10)) == start + .seconds(10))
    }
}
