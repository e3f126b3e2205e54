import CaptureKit
import Fixtures
import Frames
import Platform
import ServerFixtures
import Testing

@testable import X11Capture

/// One window, by what its server keeps of it.
@Suite struct X11WindowTests {
    private static let area = PixelRectangle(x: 100, y: 50, width: 200, height: 120)
    private let server: XvfbServer
    private let client: DrawingClient

    init() throws {
        server = try XvfbServer(width: 640, height: 480)
        client = try DrawingClient(server.display)
    }

    private func capture(_ window: UInt32, transfer: TransferChoice = .automatic) throws -> CaptureFixture {
        client.synchronise()
        let capture = try CaptureFixture(server.display, window: .id(window), transfer: transfer)
        try capture.settle()
        try capture.follow()
        return capture
    }

    /// Goes on until it has caught up: events come when the server sends them.
    private func expect(_ pixels: [UInt32], in capture: CaptureFixture, _ what: String) throws {
        try waitUntil(what) {
            try capture.follow()
            return capture.shows(pixels)
        }
    }

    /// The next one; what happens in the meantime is followed.
    private func remark(of capture: CaptureFixture) throws -> Remark {
        var remark: Remark?
        try waitUntil("a remark") {
            try capture.follow()
            remark = capture.backend.takeRemark(at: .now())
            return remark != nil
        }
        return remark!
    }

    private func plain(_ colour: UInt32, _ size: PixelSize = area.size) -> [UInt32] {
        [UInt32](repeating: colour, count: size.width * size.height)
    }

    @Test(arguments: [TransferChoice.descriptor, .segment, .socket]) func aCoveredWindowIsWhole(transfer: TransferChoice) throws {
        let window = client.window(0x203040, Self.area)
        let capture = try capture(window, transfer: transfer)
        #expect(capture.layout.geometry.size == Self.area.size && capture.shows(plain(0x203040)))
        _ = client.window(0xFF0000, PixelRectangle(x: 0, y: 0, width: 640, height: 480))
        // Half of it beyond the screen's edge as well.
        client.move(window, x: 540, y: 430)
        client.fill(0xC0FFEE, PixelRectangle(x: 20, y: 30, width: 40, height: 50), of: window)
        client.synchronise()
        var expected = plain(0x203040)
        for row in 30..<80 { for column in 20..<60 { expected[row * 200 + column] = 0xC0FFEE } }
        try expect(expected, in: capture, "its content, covered")
    }

    @Test func damageAndPointerCountFromTheWindow() throws {
        let window = client.window(1, Self.area, border: 7)
        let capture = try capture(window)
        // A server that is busy paints all of a window once more after it was redirected: not later than this.
        client.fill(1, PixelRectangle(x: 0, y: 0, width: 1, height: 1), of: window)
        client.synchronise()
        try capture.settle()
        client.fill(2, PixelRectangle(x: 10, y: 20, width: 30, height: 40), of: window)
        client.fill(3, x: 0, y: 0, width: 20, height: 20)  // elsewhere on the screen
        client.synchronise()
        try capture.wait(for: .damaged)
        let damage = try capture.takeDamage()
        #expect(damage == Damage(PixelRectangle(x: 10, y: 20, width: 30, height: 40)), "\((0..<damage.count).map { damage[$0] })")
        client.warpPointer(x: 107 + 5, y: 57 + 6)
        client.synchronise()
        #expect(try capture.backend.pointerPosition() == PointerPosition(x: 5, y: 6))
        client.move(window, x: 200, y: 100)
        client.synchronise()
        #expect(try capture.backend.pointerPosition() == nil, "the window has gone from under it")
        client.warpPointer(x: 207 + 199, y: 107 + 119)
        client.synchronise()
        #expect(try capture.backend.pointerPosition() == PointerPosition(x: 199, y: 119))
    }

    @Test func aResizedWindowIsANewGeometryAndItsContentFollows() throws {
        let window = client.window(0x112233, Self.area)
        let capture = try capture(window)
        for size in [PixelSize(width: 333, height: 77), PixelSize(width: 64, height: 400)] {
            client.resize(window, width: size.width, height: size.height)
            client.synchronise()
            try capture.wait(for: .geometryChanged)
            #expect(capture.backend.geometry.size == size)
            try capture.attach()
            #expect(try capture.takeDamage() == Damage(PixelRectangle(of: size)))
            client.fill(0x445566, PixelRectangle(of: size), of: window)
            client.synchronise()
            try expect(plain(0x445566, size), in: capture, "its content")
        }
        // A border of its own is not shown, whatever it is.
        client.request(12, 0, [window, 1 << 4, 9])
        client.fill(0x778899, PixelRectangle(x: 0, y: 0, width: 64, height: 400), of: window)
        client.synchronise()
        try expect(plain(0x778899, PixelSize(width: 64, height: 400)), in: capture, "its content")
    }

    /// Each new size costs frame memory and a message: one that is dragged by its edge does not ask for more than a host gives.
    @Test func aWindowThatIsBeingResizedAsksForFewMemories() throws {
        let window = client.window(0x112233, Self.area)
        let capture = try capture(window)
        let begun = MediaTime.now()
        var geometries = 0
        for step in 1...200 {
            client.resize(window, width: 200 + step, height: 120)
            client.synchronise()
            if try capture.backend.takeEvents().contains(.geometryChanged) { geometries += 1 }
        }
        let elapsed = MediaTime.now() - begun
        #expect(geometries <= Int(elapsed / .milliseconds(100)) + 2)
        try waitUntil("the last size") {
            _ = try capture.backend.takeEvents()
            return capture.backend.geometry.size == PixelSize(width: 400, height: 120)
        }
    }

    @Test func oneThatLeavesTheScreenKeepsItsLastPictureAndSaysSoOnce() throws {
        let window = client.window(0xABCDEF, Self.area, title: "talk")
        let capture = try capture(window)
        #expect(capture.backend.takeRemark(at: .now()) == nil)
        client.unmap(window)
        client.synchronise()
        let gone = try remark(of: capture)
        #expect(gone.subject == .stalled && gone.text.hasPrefix("window \"talk\" (0x") && gone.text.contains("its last picture stays"))
        #expect(capture.backend.takeRemark(at: .now()) == nil)
        capture.poison()
        try capture.grabAll()
        #expect(capture.shows(plain(0xABCDEF)))
        client.map(window)
        client.fill(0x123456, PixelRectangle(of: Self.area.size), of: window)
        client.synchronise()
        try expect(plain(0x123456), in: capture, "its content")
        #expect(try remark(of: capture).subject == .goesOn)
    }

    @Test func aFrameTakesItsWindowAlong() throws {
        let window = client.window(0x203040, Self.area)
        let capture = try capture(window)
        let frame = client.window(0x00FF00, PixelRectangle(x: 10, y: 10, width: 220, height: 150))
        client.reparent(window, into: frame, x: 10, y: 20)
        client.fill(0x505050, PixelRectangle(of: Self.area.size), of: window)
        client.synchronise()
        try expect(plain(0x505050), in: capture, "its content within a frame")
        #expect(capture.backend.geometry.size == Self.area.size)
        client.unmap(frame)
        client.synchronise()
        #expect(try remark(of: capture).subject == .stalled)
        client.map(frame)
        client.synchronise()
        #expect(try remark(of: capture).subject == .goesOn)
    }

    @Test func oneThatIsNotOnTheScreenYetIsWaitedFor() throws {
        let window = client.window(0x445566, Self.area)
        client.unmap(window)
        client.synchronise()
        let capture = try CaptureFixture(server.display, window: .id(window))
        #expect(!capture.backend.canGrab && capture.backend.geometry.size == Self.area.size)
        #expect(capture.backend.takeRemark(at: .now())?.subject == .stalled)
        client.map(window)
        client.synchronise()
        try waitUntil("the window") {
            _ = try capture.backend.takeEvents()
            return capture.backend.canGrab
        }
        _ = try capture.backend.grab(capture.takeDamage(), into: 0)
        try expect(plain(0x445566), in: capture, "its first picture")
    }

    @Test func aWindowWithAlphaIsCapturedAsItIs() throws {
        let window = client.window(0x8040_2010, Self.area, depth: 32)
        let capture = try capture(window)
        #expect(capture.shows(plain(0x402010)))
        #expect(capture.pixels(raw: true).first == 0x8040_2010)
    }

    @Test func aWindowThatClosesIsTheEndClosed() throws {
        let window = client.window(1, Self.area, title: "talk", kind: ("talk", "Talk"))
        let capture = try capture(window)
        client.destroy(window)
        client.synchronise()
        let error = try #require(throws: CaptureError.self) { try capture.wait(for: .damaged) }
        #expect(error.code == .closed && error.isRetriable)
        #expect(error.message == "window \"talk\" (Talk, 0x\(String(window, radix: 16))) of display \(server.display) was closed")
        // Whatever is asked first: no trap, and no other error.
        #expect(throws: Never.self) { try capture.backend.pointerPosition() }
        let again = try #require(throws: CaptureError.self) { try capture.wait(for: .damaged) }
        #expect(again.code == .closed)
    }

    @Test func aWindowThatClosesBetweenLookAndGrabIsTheEndClosedToo() throws {
        let window = client.window(1, Self.area)
        let capture = try capture(window)
        client.fill(2, PixelRectangle(x: 0, y: 0, width: 9, height: 9), of: window)
        client.synchronise()
        try capture.wait(for: .damaged)
        client.destroy(window)
        client.synchronise()
        capture.backend.prepareGrab(Damage(PixelRectangle(of: Self.area.size)), into: 0)
        _ = try capture.takeDamage()
        try capture.grabAll()
        _ = try capture.backend.pointerPosition()
        let error = try #require(throws: CaptureError.self) { while true { try capture.wait(for: .damaged) } }
        #expect(error.code == .closed)
    }

    @Test func whatCannotBeCapturedIsOneLine() throws {
        func error(_ choice: WindowChoice, _ server: XvfbServer) throws -> CaptureError {
            try #require(throws: CaptureError.self) { _ = try CaptureFixture(server.display, window: choice) }
        }
        let root = try error(.id(client.root), server)
        #expect(root.code == .badChoice && root.message.contains("leave out --window"))
        #expect(try error(.id(0x7777_7777), server).code == .badChoice)
        let bare = try XvfbServer(width: 320, height: 240, extra: ["-extension", "Composite"])
        let other = try DrawingClient(bare.display)
        let window = other.window(1, PixelRectangle(x: 0, y: 0, width: 10, height: 10))
        other.synchronise()
        let missing = try error(.id(window), bare)
        #expect(missing.code == .unsupported && missing.message.contains("lacks Composite"))
        #expect(client.visuals[8] == nil || client.visuals[24] != nil)
    }

    @Test func nothingIsToldOfAHiddenPointer() throws {
        let capture = try CaptureFixture(server.display, hidesPointer: true)
        client.warpPointer(x: 5, y: 6)
        client.setCursor(side: 8, hotX: 1, hotY: 1)
        client.synchronise()
        #expect(capture.backend.hidesPointer)
        #expect(try capture.backend.pointerPosition() == nil)
        var images = 0
        try capture.backend.withPointerImage { _ in images += 1 }
        #expect(images == 0)
    }
}
