import CaptureKit
import Frames
import ServerFixtures
import Testing

@testable import X11Capture

@Suite struct X11PointerTests {
    @Test func thePositionCountsFromTheRegion() throws {
        let server = try XvfbServer(width: 640, height: 480)
        let client = try DrawingClient(server.display)
        let capture = try CaptureFixture(server.display, .region(PixelRectangle(x: 100, y: 50, width: 200, height: 100)))
        client.warpPointer(x: 110, y: 70)
        client.synchronise()
        #expect(try capture.backend.pointerPosition() == PointerPosition(x: 10, y: 20))
        client.warpPointer(x: 300, y: 70)
        client.synchronise()
        #expect(try capture.backend.pointerPosition() == nil, "one pixel to the right of the region")
    }

    @Test func aNewImageIsToldOnceAndReadAsBGRA() throws {
        let server = try XvfbServer(width: 640, height: 480)
        let client = try DrawingClient(server.display)
        let capture = try CaptureFixture(server.display)
        try capture.wait(for: .pointerImageChanged)
        try capture.backend.withPointerImage { _ in }
        client.setCursor(side: 40, hotX: 3, hotY: 5)
        try capture.wait(for: .pointerImageChanged)
        var seen: (PixelSize, Int, Int, [UInt8])?
        try capture.backend.withPointerImage { seen = ($0.size, $0.hotSpotX, $0.hotSpotY, Array($0.pixels)) }
        let image = try #require(seen)
        #expect(image.0 == PixelSize(width: 40, height: 40))
        #expect((image.1, image.2) == (3, 5))
        #expect(image.3.count == 40 * 40 * 4)
        #expect(Array(image.3.prefix(4)) == [0, 0, 255, 255], "opaque red")
        #expect(try !capture.backend.takeEvents().contains(.pointerImageChanged))
    }

    @Test func aLargeImageIsCroppedAroundItsHotSpot() throws {
        let server = try XvfbServer(width: 640, height: 480)
        let client = try DrawingClient(server.display)
        client.setCursor(side: 300, hotX: 290, hotY: 1)
        client.synchronise()
        let capture = try CaptureFixture(server.display)
        var seen: (PixelSize, Int, Int, Bool)?
        try capture.backend.withPointerImage {
            seen = ($0.size, $0.hotSpotX, $0.hotSpotY, $0.pixels.count == 256 * 256 * 4 && $0.pixels.last == 255)
        }
        let image = try #require(seen)
        #expect(image.0 == PixelSize(width: 256, height: 256))
        #expect((image.1, image.2) == (290 - 44, 1))
        #expect(image.3)
    }
}
