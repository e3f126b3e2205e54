import CaptureKit
import Frames
import ServerFixtures
import Testing

@testable import X11Capture

/// Which window has the focus, as a frame has it.
@Suite struct FocusWatchTests {
    private let server: XvfbServer
    private let client: DrawingClient
    private let (one, two): (UInt32, UInt32)
    private static let (first, second) = (
        PixelRectangle(x: 10, y: 20, width: 200, height: 100), PixelRectangle(x: 300, y: 200, width: 250, height: 150)
    )

    init() throws {
        server = try XvfbServer(width: 640, height: 480)
        client = try DrawingClient(server.display)
        one = client.window(1, Self.first, title: "one")
        two = client.window(2, Self.second, title: "two")
        client.synchronise()
    }

    private func capture(_ selection: ScreenSelection = .whole) throws -> CaptureFixture {
        let capture = try CaptureFixture(server.display, selection)
        _ = try capture.backend.takeEvents()
        return capture
    }

    private func next(_ capture: CaptureFixture) throws -> PixelRectangle? {
        client.synchronise()
        try capture.wait(for: .focusChanged)
        return capture.backend.focus
    }

    @Test func withoutAManagerItIsTheInputFocus() throws {
        let capture = try capture()
        #expect(capture.backend.tellsFocus && capture.backend.focus == nil)
        client.focus(one)
        #expect(try next(capture) == Self.first)
        // Of a window within it, the outermost one counts.
        let inner = client.window(3, PixelRectangle(x: 5, y: 5, width: 20, height: 20), in: two)
        client.focus(inner)
        #expect(try next(capture) == Self.second)
        client.move(two, x: 100, y: 90)
        #expect(try next(capture) == PixelRectangle(x: 100, y: 90, width: 250, height: 150))
        client.focus(one)
        #expect(try next(capture) == Self.first)
        client.destroy(one)
        #expect(try next(capture) == nil)
        client.focus(two)
        #expect(try next(capture)?.size == Self.second.size)
    }

    @Test func withAManagerItIsTheActiveWindowWithItsFrame() throws {
        let frame = client.window(9, PixelRectangle(x: 50, y: 60, width: 220, height: 140), border: 2)
        client.reparent(one, into: frame, x: 10, y: 30)
        client.focus(two)
        client.manage([one, two], active: one)
        let capture = try capture()
        #expect(capture.backend.focus == PixelRectangle(x: 50, y: 60, width: 224, height: 144))
        client.move(frame, x: 0, y: 5)
        #expect(try next(capture) == PixelRectangle(x: 0, y: 5, width: 224, height: 144))
        client.set("_NET_ACTIVE_WINDOW", [two])
        #expect(try next(capture) == Self.second)
        client.unmap(two)
        #expect(try next(capture) == nil)
        client.set("_NET_ACTIVE_WINDOW", [0])
        client.set("_NET_ACTIVE_WINDOW", [0x7777_7777])
        client.set("_NET_ACTIVE_WINDOW", [one])
        #expect(try next(capture) == PixelRectangle(x: 0, y: 5, width: 224, height: 144))
    }

    @Test func itCountsFromTheRegionAndWhatIsElsewhereIsNone() throws {
        client.focus(two)
        let part = try capture(.region(PixelRectangle(x: 400, y: 100, width: 200, height: 200)))
        #expect(part.backend.focus == PixelRectangle(x: -100, y: 100, width: 250, height: 150))
        let elsewhere = try capture(.region(PixelRectangle(x: 0, y: 0, width: 100, height: 100)))
        #expect(elsewhere.backend.focus == nil)
        let window = try CaptureFixture(server.display, window: .id(one))
        #expect(!window.backend.tellsFocus && window.backend.focus == nil)
    }
}
