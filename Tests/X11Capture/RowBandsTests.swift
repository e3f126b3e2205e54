import AppGroup
import Testing

@testable import X11Capture

@Suite struct RowBandsTests {
    private func bands(_ rows: [Range<Int>], height: Int = 1000) -> [Range<Int>] {
        var damage = Damage()
        // Each in its own column, so that the damage itself merges nothing.
        for (index, each) in rows.enumerated() { damage.add(PixelRectangle(x: index * 50, y: each.lowerBound, width: 3, height: each.count)) }
        let bands = RowBands(covering: damage, in: PixelSize(width: 2000, height: height))
        return (0..<bands.count).map { bands[$0] }
    }

    @Test func farBandsStayApartAndStandInOrder() {
        #expect(bands([500..<510, 100..<110, 900..<910]) == [100..<110, 500..<510, 900..<910])
    }

    @Test func nearBandsAreOne() {
        #expect(bands([100..<110, 126..<130]) == [100..<130])
        #expect(bands([100..<110, 127..<130]) == [100..<110, 127..<130])
    }

    @Test func aBandThatBridgesTwoMakesOne() {
        #expect(bands([100..<110, 200..<210, 105..<205]) == [100..<210])
    }

    @Test func rowsOutsideTheFrameAreCutOff() {
        #expect(bands([90..<120, 300..<310], height: 100) == [90..<100])
    }

    @Test func nothingDamagedIsNoBand() { #expect(bands([]).isEmpty) }
}
