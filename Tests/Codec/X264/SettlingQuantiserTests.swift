import Fixtures
import Foundation
import Frames
import MediaFixtures
import Testing

@testable import Codec

@Suite struct SettlingQuantiserTests {
    private var quantiser = SettlingQuantiser()

    private mutating func choose(behindKeyframe: Bool = false, isSparing: Bool = true, wasGiven: Bool = true, _ decibels: Double = 40) -> Int? {
        quantiser.choose(isBehindKeyframe: behindKeyframe, isSparing: isSparing, wasGiven: wasGiven, decibels: decibels)
    }

    @Test mutating func whatAKeyframeLeftCoarseIsFinerAtOnce() {
        #expect(choose(behindKeyframe: true, isSparing: false, wasGiven: false, 25) == DeltaPacing.Quality.fineQuantiser)
    }

    @Test mutating func wherePicturesTakeAllBitsTheyAreLeftToLibx264() {
        #expect(choose(isSparing: false) == nil)
        #expect(choose(isSparing: false, wasGiven: false) == nil)
    }

    /// Photographs, which adaptive quantisation takes for what may be coarse.
    @Test mutating func whatStaysCoarseGetsTheBitsThatAreLeft() {
        #expect(choose(wasGiven: false) == 20)
        #expect((0..<6).map { _ in choose() } == [17, 14, 11, 8, 8, 8])
        // Of one that libx264 chose nothing follows, and what was reached holds.
        #expect(choose(isSparing: false) == nil)
        #expect(choose(wasGiven: false) == 8)
        #expect(choose(behindKeyframe: true) == 20)
    }

    @Test mutating func whereBitsAreMissingTheUpperRowsTakeNoMore() {
        #expect((0..<3).map { _ in choose(35) } == [20, 20, 20])
    }

    @Test mutating func anotherSceneBeginsAnew() {
        for _ in 0..<3 { _ = choose() }
        quantiser.forget()
        #expect(choose(wasGiven: false) == 20)
    }

    /// Adaptive quantisation takes it for what may be coarse.
    @Test func aPhotographOnAPageBecomesFineWhereThereAreBits() throws {
        let size = PixelSize(width: 640, height: 384)
        let encoder = try X264Encoder(VideoSettings(size: size, bitsPerSecond: 1_000_000, keyframeInterval: .seconds(60), threads: 1))
        let picture = TestPicture(width: size.width, height: size.height)
        let luma = picture.view.luma
        var noise = Noise()
        noise.fill(luma, picture.view.lumaStrideBytes * size.height)
        for y in 0..<size.height {
            for x in 0..<size.width {
                let pixel = y * picture.view.lumaStrideBytes + x
                luma[pixel] = UInt8(100 + 30 * sin(Double(x) / 37) + 30 * cos(Double(y) / 23)) + luma[pixel] % 16
            }
        }
        try encoder.encode(picture.view, number: 0, changed: nil)
        #expect(encoder.lumaDecibels < 40)
        for number in 1..<90 as Range<Int64> {
            try encoder.encode(picture.view, number: number, changed: Damage(PixelRectangle(x: 0, y: 0, width: 16, height: 16)))
        }
        #expect(encoder.lumaDecibels > DeltaPacing.Quality.fineDecibels)
    }
}
