import CaptureKit
import Frames
import Testing

@testable import WlrootsCapture

@Suite struct ScreenChoiceTests {
    private let screens = [WaylandScreen.test("DP-1"), WaylandScreen.test("DP-2", x: 1920, scale: 2, number: 41)]

    private func resolve(_ choice: ScreenChoice) throws(CaptureError) -> CapturedArea { try choice.resolve(screens, display: "wayland-1") }

    @Test func withoutAWordTheFirstScreenIsTakenWhole() throws {
        let area = try resolve(.first)
        #expect(area.screen.name == "DP-1" && area.part == nil)
    }

    @Test func aNameIsOneScreen() throws { #expect(try resolve(.named("DP-2")).screen.number == 41) }

    @Test func aRegionCountsFromTheDesktopsCornerAndLiesOnOneScreen() throws {
        let area = try resolve(.region(PixelRectangle(x: 2000, y: 10, width: 100, height: 50), of: nil))
        #expect(area.screen.name == "DP-2" && area.part == PixelRectangle(x: 80, y: 10, width: 100, height: 50))
    }

    @Test func withAScreenARegionCountsFromThatScreensCorner() throws {
        let wanted = PixelRectangle(x: 80, y: 10, width: 100, height: 50)
        let area = try resolve(.region(wanted, of: "DP-2"))
        #expect(area.screen.name == "DP-2" && area.part == wanted)
    }

    @Test(arguments: [
        ScreenChoice.named("DP-3"), .region(PixelRectangle(x: 1900, y: 0, width: 100, height: 50), of: nil),
        .region(PixelRectangle(x: 900, y: 0, width: 100, height: 50), of: "DP-2"), .region(PixelRectangle(x: 0, y: 0, width: 1, height: 1), of: "X"),
    ])
    func whatIsNotThereIsNamedWithWhatIs(choice: ScreenChoice) {
        #expect {
            try resolve(choice)
        } throws: {
            ($0 as? CaptureError)?.code == .badChoice && "\($0)".contains("DP-2")
        }
    }

    @Test func aDesktopWithoutAScreenSaysSo() {
        #expect(throws: CaptureError(.noScreen, "the Wayland display wayland-1 has no screen that is on")) {
            try ScreenChoice.first.resolve([], display: "wayland-1")
        }
    }

    @Test(arguments: ["640x480+10+20", "10,20 640x480", "10,20,640x480"]) func aRegionIsReadAsXAndSlurpWriteIt(text: String) throws {
        #expect(try RegionText.rectangle(text) == PixelRectangle(x: 10, y: 20, width: 640, height: 480))
    }

    @Test(arguments: [
        "", "640x480", "0x1+0+0", "640x480+-1+0", "1,2", "1,2 3", "a,b cxd", "1,2,3x4,5", "1,2+3x4", "70000x1+0+0", "9999999999999999999999x1+0+0",
    ])
    func otherWordsAreNoRegion(text: String) {
        #expect {
            try RegionText.rectangle(text)
        } throws: {
            ($0 as? CaptureError)?.code == .badOption && "\($0)".contains("--region \(text)")
                && "\($0)".contains("65535") == ["70000x1+0+0", "9999999999999999999999x1+0+0"].contains(text)
        }
    }
}
