import Fixtures
import Frames
import MediaFixtures
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

    @Test func belowWhatFourPicturesHaveItIsLow() {
        var fill = VBVFill(bufferBits: 1000, rows: 68)
        #expect(!fill.isLow(intervalBits: 225) && fill.isLow(intervalBits: 226))
        fill.encoded(pictureBits: 850, income: 0, bufferBits: 1000)
        #expect(fill.isLow(intervalBits: 25) && !fill.isLow(intervalBits: 12))
    }

    /// libx264's next picture would have two changes to show, and bits for none.
    @Test func whileTheBufferIsNearlyEmptyChangesAreLibx264s() throws {
        let size = PixelSize(width: 640, height: 384)
        let encoder = try X264Encoder(VideoSettings(size: size, bitsPerSecond: 3_000_000, keyframeInterval: .seconds(60), threads: 1))
        let picture = TestPicture(width: size.width, height: size.height)
        var noise = Noise()
        /// Whether it is one of ours, to which no other refers (`AV_PKT_FLAG_DISPOSABLE`).
        func isOurs(_ number: Int64) throws -> Bool {
            for row in 0..<16 { noise.fill(picture.view.luma + row * picture.view.lumaStrideBytes, 16) }
            return try encoder.encode(picture.view, number: number, changed: Damage(PixelRectangle(x: 0, y: 0, width: 16, height: 16))) & 0x10 != 0
        }
        #expect(try (0..<40).contains { try isOurs($0) })
        // What there is suffices for a single interval of it.
        try encoder.setBitRate(30_000_000, stretch: 1)
        let fill = try #require(encoder.fill)
        #expect(fill.isLow(intervalBits: 1_000_000))
        #expect(try !isOurs(40))
        // It fills again.
        #expect(try (41..<60).contains { try isOurs($0) })
    }
}
