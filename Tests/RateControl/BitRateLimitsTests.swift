import Frames
import Testing

@testable import Delivery
@testable import RateControl

@Suite struct BitRateLimitsTests {
    @Test(arguments: [
        (0, 1_000_000, 2_000_000), (500_000, 1_000_000, 1_000_000_000), (3_000_000, 3_000_000, 2_000_000), (500_000, 400_000, 2_000_000),
        (500_000, 2_100_000, 2_000_000), (-1, -1, -1),
    ])
    func nonsenseIsRefusedWithTheRightForm(floor: Int, initial: Int, ceiling: Int) {
        let error = #expect(throws: RateControlError.self) { try BitRateLimits(floor: floor, initial: initial, ceiling: ceiling) }
        #expect(error?.code == .badSetting && error?.message.contains(":") == true)
    }

    @Test(arguments: [
        (QualityTable.sharp, 1280, 720, 600, 1500, 2000), (.sharp, 1920, 1080, 1200, 1800, 2500), (.sharp, 640, 360, 300, 600, 1000),
        (.smooth, 1280, 720, 300, 1000, 1200), (.smooth, 1920, 1080, 1200, 1500, 2200), (.smooth, 854, 480, 300, 600, 800),
        (.sharp, 960, 540, 600, 1000, 1400), (.smooth, 960, 540, 300, 800, 1000), (.smooth, 640, 360, 200, 400, 600),
        (.sharp, 854, 480, 300, 800, 1200), (.desktop, 1366, 768, 500, 2000, 3000), (.sharp, 320, 200, 300, 600, 1000),
    ])
    func theTablesAreThoseOfTheFeatures(table: QualityTable, width: Int, height: Int, floor: Int, initial: Int, ceiling: Int) throws {
        let limits = try #require(table.limits(for: PixelSize(width: width, height: height)))
        #expect(limits.floor == floor * 1000 && limits.initial == initial * 1000 && limits.ceiling == ceiling * 1000)
    }

    @Test func largerPicturesGetMoreAndCustomNothing() throws {
        for table in [QualityTable.sharp, .smooth, .desktop] {
            var last = 0
            for height in [180, 360, 480, 540, 720, 1080, 1440, 2160, 4320] {
                let limits = try #require(table.limits(for: PixelSize(width: height * 16 / 9, height: height)))
                #expect(limits.ceiling >= last && BitRateLimits.possible.contains(limits.ceiling))
                last = limits.ceiling
            }
        }
        #expect(QualityTable.custom.limits(for: PixelSize(width: 1280, height: 720)) == nil)
    }
}
