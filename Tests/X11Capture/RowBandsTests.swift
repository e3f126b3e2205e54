import Frames
import Testing

@testable import X11Capture

@Suite struct RowBandsTests {
    private func bands(_ rows: [Range<Int>], height: Int = 1000) -> [Range<Int>] {
        let bands = rowBands(rows, height: height)
        return (0..<bands.count).map { bands[$0] }
    }

    private func rowBands(_ rows: [Range<Int>], height: Int = 1000) -> RowBands {
        var damage = Damage()
        // Each in its own column, so that the damage itself merges nothing.
        for (index, each) in rows.enumerated() { damage.add(PixelRectangle(x: index * 50, y: each.lowerBound, width: 3, height: each.count)) }
        return RowBands(covering: damage, in: PixelSize(width: 2000, height: height))
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

    @Test(arguments: [
        ([100..<110, 500..<510], [0..<200], [500..<510]), ([100..<200], [50..<150], [150..<200]), ([100..<200], [150..<250], [100..<150]),
        ([100..<200], [100..<200], []), ([100..<200], [300..<310], [100..<200]),
        // Both sides of a band are left: the whole is asked for again.
        ([100..<200], [140..<160], [100..<200]), ([100..<200], [100..<120, 180..<200], [120..<180]),
    ])
    func whatIsThereAlreadyIsTakenAway(wanted: [Range<Int>], there: [Range<Int>], left: [Range<Int>]) {
        var bands = rowBands(wanted)
        bands.remove(rowBands(there))
        #expect((0..<bands.count).map { bands[$0] } == left)
    }
}
