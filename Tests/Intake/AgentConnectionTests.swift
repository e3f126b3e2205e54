import AgentProtocol
import AppGroup
import Fixtures
import Frames
import Platform
import Testing

@testable import Intake

/// No number that comes from an agent is trusted.
@Suite struct AgentConnectionTests {
    private let scratch = Scratch()

    private func connection() throws -> AgentConnection {
        let path = scratch.file("\(UInt32.random(in: 0 ... .max)).zmq")
        let agent = AttachedAgent(
            description: AgentDescription(
                generation: 3, processID: 1, backend: "test", screen: "", place: "screen", isStandby: false, wantsCast: false, needKiB: 0,
                attachedAt: .now()),
            feed: SourceFeed(.screen), channel: try ChannelServer(binding: path))
        var connection = AgentConnection(agent, of: SourceIntake(agent.feed, milliFramesPerSecond: 30_000, at: .now()), at: .now())
        let layout = FrameLayout(geometry: FrameGeometry(size: PixelSize(width: 64, height: 48))!)!
        connection.begin(HostLoans(memory: try FrameMemory(layout: layout), onFreed: try Wakeup()), number: 2)
        return connection
    }

    private func notice(
        memory: UInt32 = 2, number: UInt64 = 1, slot: Int = 0, damage: PixelRectangle = PixelRectangle(x: 0, y: 0, width: 64, height: 48)
    ) -> Notice {
        Notice(
            generation: 3, memoryNumber: memory, number: number, captureTime: .now(), slot: slot, orientation: .up, mergedChanges: 0,
            damage: Damage(damage))
    }

    private func mistake(_ notice: Notice, _ connection: inout AgentConnection) -> String? {
        do throws(WireError) {
            _ = try connection.accept(notice, at: .now())
            return nil
        } catch { return error.description }
    }

    @Test func aGoodNoticeIsTaken() throws {
        var connection = try connection()
        #expect(mistake(notice(), &connection) == nil)
        #expect(connection.lastNotice == 1)
    }

    @Test func slotsThatWereNotLentAreAMistake() throws {
        var connection = try connection()
        #expect(mistake(notice(slot: 3), &connection)?.contains("slot") == true)
        var other = try self.connection()
        guard case .some = try other.accept(notice(slot: 1), at: .now()) else {
            Issue.record("the slot was lent")
            return
        }
        #expect(mistake(notice(number: 2, slot: 200), &other)?.contains("slot") == true)
    }

    @Test func damageOutsideOfTheFrameIsAMistake() throws {
        var connection = try connection()
        #expect(mistake(notice(damage: PixelRectangle(x: 60, y: 0, width: 5, height: 5)), &connection)?.contains("damage") == true)
    }

    @Test func numbersThatDoNotGrowAreAMistake() throws {
        var connection = try connection()
        #expect(mistake(notice(number: 5), &connection) == nil)
        #expect(mistake(notice(number: 5, slot: 1), &connection)?.contains("number") == true)
    }

    @Test func aMemoryThatNeverWasIsAMistakeAnOldOneIsNot() throws {
        var connection = try connection()
        #expect(mistake(notice(memory: 9), &connection)?.contains("memory") == true)
        #expect(mistake(notice(memory: 0), &connection)?.contains("memory") == true)
        #expect(mistake(notice(memory: 1, number: 1), &connection) == nil)
    }

    @Test func framesAreCountedHereWhateverTheirNumbersSay() throws {
        var connection = try connection()
        #expect(mistake(notice(number: 1 << 60), &connection) == nil)
        #expect(mistake(notice(memory: 1, number: 1 << 61), &connection) == nil)
        #expect(connection.snapshot(isLive: true, isStandby: false).frames == 1)
    }

    /// Section 6 of PROTOCOL.md: the damage of such a notice need not cover the frame.
    @Test func anotherOrientationRepaintsTheWholeFrame() throws {
        var connection = try connection()
        let box = NewestBox<IncomingFrame>()
        var paced = PacedFrames(into: box, milliFramesPerSecond: 30_000, at: .now())
        let pixel = PixelRectangle(x: 0, y: 0, width: 1, height: 1)
        var painted: [PixelRectangle] = []
        for (number, orientation) in [Orientation.up, .up, .right, .right].enumerated() {
            var notice = notice(number: UInt64(number + 1), slot: number % 3, damage: pixel)
            notice.orientation = orientation
            let now = MediaTime.now()
            if let frame = try connection.accept(notice, at: now) { _ = paced.add(frame, at: now) }
            _ = paced.advance(to: now, isFollowed: true)
            if let frame = box.take() { painted.append(frame.damage.bounds) }
        }
        let whole = PixelRectangle(x: 0, y: 0, width: 64, height: 48)
        #expect(painted == [whole, pixel, whole, pixel])
    }

    // MARK: Floods

    @Test func aLongMessageCountsAsSeveral() throws {
        var (long, short) = (try connection(), try connection())
        // As a new connection, too: nine each. 4000 are a flood.
        for _ in 0..<444 {
            long.took(messages: 1, bytes: 65_536)
            short.took(messages: 1, bytes: 8191)
        }
        #expect(!long.limit.isFlooded)
        long.took(messages: 1, bytes: 65_536)
        short.took(messages: 1, bytes: 8191)
        #expect(long.limit.isFlooded && !short.limit.isFlooded)
    }

    // MARK: Pauses

    private func state(_ sequence: UInt64, isPaused: Bool) -> AgentState {
        AgentState(generation: 3, sequence: sequence, phase: .started, isPaused: isPaused, frames: 0, waitedForSlot: 0, grabbedPixels: 0)
    }

    @Test func aPauseIsConfirmedOnceAndOnlyWhenItWasAskedFor() throws {
        var connection = try connection()
        #expect(connection.update(with: state(1, isPaused: true)) == nil)
        #expect(!connection.snapshot(isLive: true, isStandby: false).isPaused)
        connection.want(capture: true, pause: true)
        #expect(connection.update(with: state(2, isPaused: true)) == .confirmed(true))
        #expect(connection.update(with: state(3, isPaused: true)) == nil)
        // It goes on by itself: nothing of it is shown, as before.
        #expect(connection.update(with: state(4, isPaused: false)) == nil)
        #expect(connection.snapshot(isLive: true, isStandby: false).isPaused)
        connection.want(capture: true, pause: false)
        #expect(connection.update(with: state(5, isPaused: false)) == .confirmed(false))
        #expect(!connection.snapshot(isLive: true, isStandby: false).isPaused)
    }

    @Test func anAgentThatFlipsItsPauseIsToldOfRarely() throws {
        var connection = try connection()
        let answers = (1...1000).compactMap { connection.update(with: state($0, isPaused: $0 % 2 == 1)) }
        // Every other message says what was asked for: that it is not paused.
        #expect(answers == [.unasked(10), .unasked(100)])
    }

    @Test func aTimeFromTheFutureIsCutToNow() throws {
        var connection = try connection()
        var future = notice()
        future.captureTime = .now() + .seconds(500)
        let now = MediaTime.now()
        guard let frame = try connection.accept(future, at: now) else {
            Issue.record("the notice was good")
            return
        }
        #expect(frame.captureTime == now)
    }
}
