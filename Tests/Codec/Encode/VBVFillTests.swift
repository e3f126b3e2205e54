import Testing

@testable import Codec

@Suite struct VBVFillTests {
    @Test func aPictureTakesAndTheTimeForWhichItIsShownFills() {
        var fill = VBVFill(bufferBits: 1000, rows: 68)
        #expect(fill.bits == 900)
        fill.encoded(pictureBits: 700, income: 50, bufferBits: 1000)
        #expect(fill.bits == 250)
        // More than there was: libx264 goes on from none.
        fill.encoded(pictureBits: 700, income: 50, bufferBits: 1000)
        #expect(fill.bits == 50)
        fill.encoded(pictureBits: 0, income: 5000, bufferBits: 1000)
        #expect(fill.bits == 1000)
    }

    /// What a smaller buffer did not take is not there when it becomes larger.
    @Test func anotherSizeHoldsWhatGoesIn() {
        var fill = VBVFill(bufferBits: 1000, rows: 68)
        fill.encoded(pictureBits: 100, income: 0, bufferBits: 400)
        #expect(fill.bits == 300)
        fill.encoded(pictureBits: 0, income: 10, bufferBits: 4000)
        #expect(fill.bits == 310)
    }

    /// Half of what is there stays the picture's. Small pictures have few rows, and errors in large shares.
    @Test(arguments: [(68, 0.05), (10, 0.1), (2, 0.25), (0, 0.25)])
    func theTimeThatIsToldLeavesThePictureItsBits(rows: Int, share: Double) {
        var fill = VBVFill(bufferBits: 1000, rows: rows)
        #expect(abs(fill.mostIntervals(intervalBits: 100) * 100 * share - 450) < 1e-9)
        fill.encoded(pictureBits: 2000, income: 0, bufferBits: 1000)
        #expect(fill.mostIntervals(intervalBits: 100) == 0)
        #expect(fill.mostIntervals(intervalBits: 0).isFinite)
    }
}
