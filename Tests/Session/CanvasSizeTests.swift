import Frames
import Testing

@testable import Session

@Suite struct CanvasSizeTests {
    @Test(arguments: [
        (1280, 720, 1280, 720), (1366, 768, 1366, 768), (1367, 769, 1366, 768), (3840, 2160, 1920, 1080), (1080, 1920, 1080, 1920),
        (3440, 1440, 1920, 804), (1, 1, 16, 16),
    ])
    func withoutASizeTheCanvasIsTheScreensUpTo1080p(width: Int, height: Int, canvasWidth: Int, canvasHeight: Int) {
        let canvas = SessionConfiguration.canvas(for: PixelSize(width: width, height: height))
        #expect(canvas == PixelSize(width: canvasWidth, height: canvasHeight))
    }
}
