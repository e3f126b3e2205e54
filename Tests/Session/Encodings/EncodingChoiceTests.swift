import Frames
import Testing

@testable import Session

/// How large an encoding is on a canvas, and when it is refused.
@Suite struct EncodingChoiceTests {
    private let canvas = PixelSize(width: 320, height: 180)

    private func archive(_ width: Int, _ height: Int) -> EncodingChoice {
        var choice = EncodingChoice("archive")
        choice.size = PixelSize(width: width, height: height)
        return choice
    }

    @Test(arguments: [(8192, 180), (320, 182), (322, 16), (640, 360)])
    func oneSideThatIsLargerThanThePictureIsTooLarge(width: Int, height: Int) {
        let choice = archive(width, height)
        #expect(choice.problem(on: canvas)?.contains("\(width)x\(height) is larger than the picture, 320x180") == true)
        #expect(choice.size(on: canvas) == PixelSize(width: min(width, 320), height: min(height, 180)))
    }

    /// A rung of a ladder is so high, and has the picture's shape.
    @Test func aRungHasTheShapeOfThePicture() {
        let canvases = [(1920, 1080), (1366, 768), (1080, 1920), (2560, 1080), (1280, 720)].map { PixelSize(width: $0, height: $1) }
        let sizes = canvases.map { LadderRung(.lines(720)).encoding.size(on: $0) }
        #expect(sizes.map { "\($0)" } == ["1280x720", "1280x720", "406x720", "1706x720", "1280x720"])
        for size in sizes { #expect(size.width % 2 == 0 && size.height % 2 == 0) }
        let high = LadderRung(.lines(1080)).encoding
        #expect(high.problem(on: PixelSize(width: 1366, height: 768))?.contains("1080p is larger than the picture, 1366x768") == true)
        #expect(high.problem(on: PixelSize(width: 1920, height: 1080)) == nil)
        // A picture that becomes smaller while live: never larger than it.
        #expect(high.size(on: PixelSize(width: 640, height: 360)) == PixelSize(width: 640, height: 360))
    }

    /// `--bitrate` is for the main encoding: every rung would get it otherwise.
    @Test func aRungHasTheBitRateOfItsSize() throws {
        var configuration = SessionConfiguration()
        configuration.quality = QualityChoice(ceiling: 9_000_000)
        let (large, small) = (LadderRung(.lines(720)).encoding, LadderRung(.lines(180), bitRate: 300_000).encoding)
        let limits = try configuration.applying(large).quality.limits(for: PixelSize(width: 1280, height: 720))
        #expect(limits.ceiling == (try QualityChoice().limits(for: PixelSize(width: 1280, height: 720))).ceiling)
        #expect(try configuration.applying(small).quality.limits(for: canvas).ceiling == 300_000)
    }

    @Test func asLargeAsThePictureIsNot() {
        for choice in [archive(320, 180), archive(16, 180), EncodingChoice("archive")] { #expect(choice.problem(on: canvas) == nil) }
        #expect(archive(16, 180).size(on: canvas) == PixelSize(width: 16, height: 180) && EncodingChoice("archive").size(on: canvas) == canvas)
    }

    @Test func presetsGiveWayAlsoWhereTheirBitRateIsAnother() throws {
        var low = try #require(EncodingChoice.presets.first { $0.name == "low" })
        low.bitRate = 400_000
        let canvases = [canvas, PixelSize(width: 360, height: 640), PixelSize(width: 1280, height: 720)]
        for choice in EncodingChoice.presets + [low] { for canvas in canvases { #expect(choice.problem(on: canvas) == nil) } }
        #expect(canvases.map(low.size) == [canvas, PixelSize(width: 360, height: 360), PixelSize(width: 640, height: 360)])
    }
}
