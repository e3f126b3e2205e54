import AgentProtocol
import Frames
import Platform
import Testing

@testable import Conformance

@Suite struct NoticeBookTests {
    let layout: FrameLayout
    var book: NoticeBook
    let now = MediaTime(nanoseconds: 5_000_000_000)

    init() throws {
        let geometry = try #require(FrameGeometry(size: PixelSize(width: 64, height: 48)))
        layout = try #require(FrameLayout(geometry: geometry))
        book = NoticeBook(memoryNumber: 1, layout: layout)
        book.lend(.max)
    }

    private func notice(_ number: UInt64 = 1, change: (inout Notice) -> Void = { _ in }) -> Notice {
        var notice = Notice(
            generation: 1, memoryNumber: 1, number: number, captureTime: now, slot: 0, orientation: .up, mergedChanges: 0,
            damage: Damage(PixelRectangle(of: layout.geometry.size)))
        change(&notice)
        return notice
    }

    private mutating func broken(_ notice: Notice, after last: UInt64 = 0) -> [AgentCheck] {
        book.apply(notice, after: last, earliest: now - .seconds(1), at: now).map(\.0)
    }

    @Test mutating func aGoodNoticeIsTaken() { #expect(broken(notice()) == []) }

    @Test mutating func aSlotIsLentOnce() {
        _ = broken(notice())
        #expect(broken(notice(2), after: 1) == [.lentSlotsOnly])
        book.lend(1)
        #expect(broken(notice(3), after: 2) == [])
    }

    @Test mutating func aSlotThatIsNotThereIsNotLent() { #expect(broken(notice { $0.slot = 3 }) == [.lentSlotsOnly]) }

    @Test mutating func aNumberThatStandsIsSeen() { #expect(broken(notice(4), after: 4) == [.numbersGrow]) }

    @Test mutating func anotherMemoryIsSeen() { #expect(broken(notice { $0.memoryNumber = 2 }) == [.currentMemory]) }

    @Test mutating func theFutureAndTheLongPastAreSeen() {
        #expect(broken(notice { $0.captureTime = $0.captureTime + .milliseconds(1) }) == [.captureTime])
        #expect(broken(notice { ($0.captureTime, $0.slot) = ($0.captureTime - .seconds(2), 1) }) == [.captureTime])
    }

    @Test mutating func damageBeyondTheFrameIsSeen() {
        #expect(broken(notice { $0.damage = Damage(PixelRectangle(x: 0, y: 0, width: 65, height: 48)) }) == [.damageInside])
    }

    @Test mutating func damageIsWholeWhereThatIsExpectedOnce() {
        let part = Damage(PixelRectangle(x: 0, y: 0, width: 64, height: 20))
        book.wholeExpected = .afterWait
        #expect(broken(notice()) == [])
        #expect(broken(notice(2) { ($0.slot, $0.damage) = (1, part) }, after: 1) == [])
        book.lend(.max)
        book.wholeExpected = .afterWait
        #expect(broken(notice(3) { $0.damage = part }, after: 2) == [.afterWait])
    }

    @Test mutating func theFirstDamageMayComeInPiecesAndMustBeWhole() {
        var pieces = Damage(PixelRectangle(x: 0, y: 0, width: 64, height: 20))
        pieces.add(PixelRectangle(x: 0, y: 20, width: 30, height: 28))
        #expect(broken(notice { $0.damage = pieces }) == [.firstDamage])
        var again = NoticeBook(memoryNumber: 1, layout: layout)
        again.lend(.max)
        pieces.add(PixelRectangle(x: 30, y: 20, width: 34, height: 28))
        book = again
        #expect(broken(notice { $0.damage = pieces }) == [])
    }
}
