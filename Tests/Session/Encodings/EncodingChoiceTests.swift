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
