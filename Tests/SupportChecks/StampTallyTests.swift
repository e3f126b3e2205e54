import Testing

@testable import TestSupport

/// What is counted of the pictures that came.
@Suite struct StampTallyTests {
    private func tally(_ numbers: UInt32?...) -> StampTally { StampTally(numbers.map { $0.flatMap(stamp) }) }

    private func stamp(_ number: UInt32) -> Stamp? {
        let rows = [UInt16(number >> 16), UInt16(truncatingIfNeeded: number), 0, 0]
        let check = rows.reduce(UInt16(0x5aa5)) { ($0 << 3 | $0 >> 13) ^ $1 }
        return Stamp(cells: (rows + [~check]).flatMap { row in (0..<16).map { row << $0 & 0x8000 == 0 ? 0 : 255 } })
    }

    @Test func whatCameIsCountedByItsNumber() {
        let found = tally(nil, 5, 6, 9, 9, 8, 10)
        #expect((found.received, found.unreadable, found.delivered, found.missed) == (6, 1, 4, 3))
        #expect((found.repeated, found.repeatedBetween, found.backward) == (1, 1, 1))
    }

    @Test func theFirstAndTheLastMayStandForAsLongAsTheyLike() {
        let found = tally(5, 5, 5, 6, 7, 7, 9, 10, 10, 10, 10)
        #expect((found.repeated, found.repeatedBetween, found.missed) == (6, 1, 1))
    }
}
