import Delivery
import Frames
import Testing

@testable import Session

@Suite struct QualityChoiceTests {
    private static let hd = PixelSize(width: 1280, height: 720)

    private func limits(_ choice: QualityChoice, _ size: PixelSize = hd) throws -> [Int] {
        let limits = try choice.limits(for: size)
        return [limits.floor, limits.initial, limits.ceiling]
    }

    @Test func withoutAWordItIsTheDesktopTable() throws {
        #expect(try limits(QualityChoice()) == [500_000, 2_000_000, 3_000_000])
        #expect(try limits(QualityChoice(table: .smooth)) == [300_000, 1_000_000, 1_200_000])
    }

    @Test func aCeilingAloneIsWhereItBeginsAndTheFloorFollows() throws {
        #expect(try limits(QualityChoice(ceiling: 4_500_000)) == [500_000, 4_500_000, 4_500_000])
        #expect(try limits(QualityChoice(ceiling: 600_000)) == [100_000, 600_000, 600_000])
        #expect(try limits(QualityChoice(table: .sharp, ceiling: 4_500_000)) == [600_000, 1_500_000, 4_500_000])
    }

    @Test func whatWasSaidWinsOverTheTable() throws {
        #expect(try limits(QualityChoice(ceiling: 2_500_000, floor: 500_000, initial: 1_500_000)) == [500_000, 1_500_000, 2_500_000])
        #expect(try limits(QualityChoice(floor: 5_000_000)) == [5_000_000, 5_000_000, 5_000_000])
        #expect(try limits(QualityChoice(initial: 200_000)) == [200_000, 200_000, 3_000_000])
    }

    @Test func whatExcludesEachOtherIsRefused() {
        for choice in [
            QualityChoice(ceiling: 500_000, floor: 600_000), QualityChoice(ceiling: 500_000, initial: 600_000),
            QualityChoice(ceiling: 0), QualityChoice(ceiling: 1_000_000_000), QualityChoice(table: .custom),
        ] {
            #expect(throws: DeliveryError.self) { try choice.limits(for: Self.hd) }
        }
    }

    @Test func theLatestWordWins() throws {
        let said = QualityChoice(ceiling: 4_000_000, floor: 1_000_000, initial: 2_000_000)
        func changed(_ request: RateRequest) throws -> [Int] { try limits(said.changed(by: request, floor: 1_000_000)) }
        #expect(try changed(RateRequest(ceiling: 800_000)) == [800_000, 800_000, 800_000])
        #expect(try changed(RateRequest(ceiling: 2_000_000, floor: 300_000)) == [300_000, 2_000_000, 2_000_000])
        #expect(try changed(RateRequest(ceiling: 6_000_000)) == [1_000_000, 2_000_000, 6_000_000])
    }
}
