import Frames
import Testing

@testable import MediaCapture

@Suite struct CameraRequestTests {
    private static func mode(_ format: CameraFormat, _ width: Int, _ height: Int, _ rate: UInt32) -> CameraMode {
        CameraMode(
            letters: format.names[0], format: format, size: PixelSize(width: width, height: height), milliFramesPerSecond: rate * 1000)
    }

    /// As a common webcam on USB 2: raw pictures are slow where they are large.
    private static let webcam = [
        mode(.yuyv, 640, 480, 30), mode(.yuyv, 1280, 720, 10), mode(.yuyv, 1920, 1080, 5), mode(.mjpeg, 640, 480, 30),
        mode(.mjpeg, 1280, 720, 30), mode(.mjpeg, 1920, 1080, 30),
    ]
    /// As a capture card.
    private static let card = [mode(.nv12, 1920, 1080, 60), mode(.yuyv, 1920, 1080, 60), mode(.yuyv, 3840, 2160, 30), mode(.bgrx, 1280, 720, 60)]

    @Test func aMovingPictureComesBeforeALargeOne() {
        #expect(CameraRequest().choose(of: Self.webcam) == Self.mode(.mjpeg, 1920, 1080, 30))
        #expect(CameraRequest().choose(of: [Self.mode(.yuyv, 1920, 1080, 5), Self.mode(.yuyv, 640, 480, 30)]) == Self.mode(.yuyv, 640, 480, 30))
    }

    @Test func ofTheSameSizeWhatNeedsNoDecodingIsTaken() {
        #expect(CameraRequest(size: PixelSize(width: 640, height: 480)).choose(of: Self.webcam) == Self.mode(.yuyv, 640, 480, 30))
        #expect(CameraRequest().choose(of: Self.card) == Self.mode(.nv12, 1920, 1080, 60))
    }

    @Test func beyondFullHDOnlyWhenAskedOrThereIsNothingElse() {
        #expect(CameraRequest(size: PixelSize(width: 3840, height: 2160)).choose(of: Self.card) == Self.mode(.yuyv, 3840, 2160, 30))
        let large = [Self.mode(.yuyv, 3840, 2160, 30), Self.mode(.yuyv, 2560, 1440, 30)]
        #expect(CameraRequest().choose(of: large) == Self.mode(.yuyv, 2560, 1440, 30))
    }

    @Test func whatIsAskedForMustBeThere() {
        #expect(CameraRequest(size: PixelSize(width: 800, height: 600)).choose(of: Self.webcam) == nil)
        #expect(CameraRequest(format: .nv12).choose(of: Self.webcam) == nil)
        #expect(CameraRequest(size: PixelSize(width: 1280, height: 720), milliFramesPerSecond: 60_000).choose(of: Self.webcam) == nil)
        #expect(CameraRequest(milliFramesPerSecond: 30_000, format: .yuyv).choose(of: Self.webcam) == Self.mode(.yuyv, 640, 480, 30))
        #expect(CameraRequest().choose(of: []) == nil)
    }

    @Test func aRateThatIsNearlyThereIsThere() {
        var mode = Self.mode(.nv12, 1280, 720, 0)
        #expect(mode.runs(at: 60_000), "one that says nothing of its rate")
        mode = CameraMode(letters: mode.letters, format: .nv12, size: mode.size, milliFramesPerSecond: 29_970)
        #expect(mode.runs(at: 30_000) && !mode.runs(at: 31_000))
        #expect("\(mode)" == "1280x720 nv12 at 30")
    }

    @Test func ofARangeTheUsualSizesAreOffered() {
        let whole = CameraSizeRange(
            least: PixelSize(width: 32, height: 32), most: PixelSize(width: 1920, height: 1200), step: PixelSize(width: 2, height: 2))
        #expect(whole.usual.map(\.description) == ["640x480", "1280x720", "1920x1080", "1920x1200"])
        let coarse = CameraSizeRange(
            least: PixelSize(width: 640, height: 480), most: PixelSize(width: 1280, height: 960), step: PixelSize(width: 640, height: 480))
        #expect(coarse.usual.map(\.description) == ["640x480", "1280x960"])
        // As a broken driver may say.
        let empty = CameraSizeRange(least: PixelSize(width: 9, height: 9), most: PixelSize(width: 0, height: 0), step: PixelSize(width: 0, height: 0))
        #expect(empty.usual.count == 1)
    }

    @Test func lettersNameFormats() {
        #expect(FourCC("YUYV").code == 0x5659_5559 && FourCC(code: 0x5659_5559).description == "YUYV")
        #expect(CameraFormat(FourCC("MJPG")) == .mjpeg && CameraFormat(FourCC("H264")) == nil)
        for format in CameraFormat.allCases { for name in format.names { #expect(CameraFormat(name) == format) } }
        #expect(CameraFormat.mjpeg.pixels(.canvas) == nil && CameraFormat.uyvy.pixels(.canvas) == .yuyv(.canvas))
    }
}
