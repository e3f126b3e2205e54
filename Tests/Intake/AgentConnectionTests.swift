import AgentProtocol
import Frames
import Platform
import AppGroup
import Testing

@testable import Intake

/// No number that comes from an agent is trusted.
@Suite struct AgentConnectionTests {
    private func line() throws -> AgentConnection {
        let context = try ChannelContext()
        let path = "/tmp/splitcast-test-\(UInt32.random(in: 0 ... .max)).zmq"
        let agent = AttachedAgent(
            description: AgentDescription(
                generation: 3, processID: 1, backend: "test", screen: "", place: "screen", isStandby: false, wantsCast: false, needKiB: 0,
                attachedAt: .now()),
            channel: try Channel(context, binding: path))
        var line = AgentConnection(agent, at: .now())
        let layout = FrameLayout(geometry: FrameGeometry(size: PixelSize(width: 64, height: 48))!)!
        line.begin(HostLoans(memory: try FrameMemory(layout: layout), onFreed: try Wakeup()), number: 2)
        return line
    }

    private func notice(
        memory: UInt32 = 2, number: UInt64 = 1, slot: Int = 0, damage: PixelRectangle = PixelRectangle(x: 0, y: 0, width: 64, height: 48)
    ) -> Notice {
        Notice(
            generation: 3, memoryNumber: memory, number: number, captureTime: .now(), slot: slot, orientation: .up, mergedChanges: 0,
            damage: Damage(damage))
    }

    private func mistake(_ notice: Notice, _ line: inout AgentConnection) -> String? {
        do throws(WireError) {
            _ = try line.take(notice, at: .now())
            return nil
        } catch { return error.description }
    }

    @Test func aGoodNoticeIsTaken() throws {
        var line = try line()
        #expect(mistake(notice(), &line) == nil)
        #expect(line.lastNotice == 1)
    }

    @Test func slotsThatWereNotLentAreAMistake() throws {
        var line = try line()
        #expect(mistake(notice(slot: 3), &line)?.contains("slot") == true)
        var other = try self.line()
        guard case .some = try other.take(notice(slot: 1), at: .now()) else {
            Issue.record("the slot was lent")
            return
        }
        #expect(mistake(notice(number: 2, slot: 200), &other)?.contains("slot") == true)
    }

    @Test func damageOutsideOfTheFrameIsAMistake() throws {
        var line = try line()
        #expect(mistake(notice(damage: PixelRectangle(x: 60, y: 0, width: 5, height: 5)), &line)?.contains("damage") == true)
    }

    @Test func numbersThatDoNotGrowAreAMistake() throws {
        var line = try line()
        #expect(mistake(notice(number: 5), &line) == nil)
        #expect(mistake(notice(number: 5, slot: 1), &line)?.contains("number") == true)
    }

    @Test func aMemoryThatNeverWasIsAMistakeAnOldOneIsNot() throws {
        var line = try line()
        #expect(mistake(notice(memory: 9), &line)?.contains("memory") == true)
        #expect(mistake(notice(memory: 1, number: 1), &line) == nil)
    }

    @Test func aTimeFromTheFutureIsCutToNow() throws {
        var line = try line()
        var future = notice()
        future.captureTime = .now() + .seconds(500)
        let now = MediaTime.now()
        guard let frame = try line.take(future, at: now) else {
            Issue.record("the notice was good")
            return
        }
        #expect(frame.captureTime == now)
    }
}
