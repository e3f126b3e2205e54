import CaptureKit
import Frames
import ServerFixtures
import Testing

@testable import X11Capture

@Suite struct X11ScreenChangeTests {
    /// Xvfb's monitor "screen" takes any mode up to the size it was started with.
    private func resize(_ server: XvfbServer, to size: PixelSize) throws {
        let name = "test-\(size)"
        try server.run(
            "xrandr", "--newmode", name, "30.0", "\(size.width)", "\(size.width + 88)", "\(size.width + 132)", "\(size.width + 280)",
            "\(size.height)", "\(size.height + 4)", "\(size.height + 9)", "\(size.height + 45)")
        try server.run("xrandr", "--addmode", "screen", name)
        try server.run("xrandr", "--output", "screen", "--mode", name)
    }

    @Test(arguments: [ScreenSelection.whole, .monitor("screen")])
    func aResizedScreenIsANewGeometryAndGrabsGoOn(selection: ScreenSelection) throws {
        let server = try XvfbServer(width: 1280, height: 1024)
        let capture = try CaptureFixture(server.display, selection)
        try capture.settle()
        let size = PixelSize(width: 800, height: 600)
        try resize(server, to: size)
        // Before the change is handled: a refusal by the server is no failure.
        try capture.grabAll()
        try capture.wait(for: .geometryChanged)
        #expect(capture.backend.geometry == FrameGeometry(size: size))
        #expect(throws: CaptureError.self, "the old memory no longer fits") { try capture.grabAll() }

        try capture.attach()
        #expect(try capture.takeDamage() == Damage(PixelRectangle(of: size)))
        let client = try DrawingClient(server.display)
        client.put(noise(count: 800 * 600), width: 800, height: 600)
        client.synchronise()
        try capture.settle()
        #expect(capture.shows(client.image(x: 0, y: 0, width: 800, height: 600)))
    }

    @Test func aRegionIsCutToWhatIsLeft() throws {
        let server = try XvfbServer(width: 1280, height: 1024)
        let capture = try CaptureFixture(server.display, .region(PixelRectangle(x: 700, y: 0, width: 400, height: 300)))
        try capture.settle()
        try resize(server, to: PixelSize(width: 800, height: 600))
        try capture.wait(for: .geometryChanged)
        #expect(capture.backend.geometry.size == PixelSize(width: 100, height: 300))
    }

    @Test func aRegionOfWhichNothingIsLeftIsGone() throws {
        let server = try XvfbServer(width: 1280, height: 1024)
        let capture = try CaptureFixture(server.display, .region(PixelRectangle(x: 900, y: 0, width: 300, height: 300)))
        try capture.settle()
        try resize(server, to: PixelSize(width: 800, height: 600))
        #expect {
            try capture.wait(for: .geometryChanged)
        } throws: {
            $0 as? CaptureError
                == CaptureError(.screenGone, "nothing is left of region 300x300+900+0 on display \(server.display), which is 800x600 now")
        }
    }

    @Test func aServerThatEndsIsAScreenGone() throws {
        let server = try XvfbServer(width: 640, height: 480)
        let capture = try CaptureFixture(server.display)
        try capture.settle()
        server.end()
        let gone = CaptureError(.screenGone, "the X server of display \(server.display) went away")
        #expect(throws: gone) { try capture.grabAll() }
        #expect(throws: gone) { try capture.takeDamage() }
        #expect(throws: gone) { try capture.backend.pointerPosition() }
        #expect(throws: gone) { try capture.wait(for: .damaged) }
        #expect(gone.isRetriable)
    }

    @Test func aRotatedScreenIsCapturedUpright() throws {
        let host = try XvfbServer(width: 1920, height: 1920)
        let server = try XvfbServer(width: 1920, height: 1080, on: host)
        let capture = try CaptureFixture(server.display)
        try capture.settle()
        try server.run("xrandr", "-o", "left")
        try capture.wait(for: .geometryChanged)
        #expect(capture.backend.geometry.size == PixelSize(width: 1080, height: 1920))
        #expect(capture.backend.orientation == .up)

        try capture.attach()
        #expect(try capture.takeDamage() == Damage(PixelRectangle(x: 0, y: 0, width: 1080, height: 1920)))
        let client = try DrawingClient(server.display)
        client.put(noise(count: 1080 * 1920), width: 1080, height: 1920)
        client.synchronise()
        try capture.settle()
        #expect(capture.shows(client.image(x: 0, y: 0, width: 1080, height: 1920)))

        // The other way round has the same size: no new geometry, and damage must still come.
        try server.run("xrandr", "-o", "right")
        try capture.settle()
        client.put(noise(count: 1080 * 1920, seed: 2), width: 1080, height: 1920)
        client.synchronise()
        try capture.settle()
        #expect(capture.shows(client.image(x: 0, y: 0, width: 1080, height: 1920)))
    }
}
