import CaptureKit
import Frames
import ServerFixtures
import Testing

@testable import X11Capture

/// Damage, pixels and pointer asked for together, as the session does.
@Suite struct X11PreparedGrabTests {
    private let size = PixelSize(width: 640, height: 480)

    @Test(arguments: [TransferChoice.descriptor, .segment, .socket])
    func whatWasExpectedAndWhatWasNotIsUpToDate(transfer: TransferChoice) throws {
        let server = try XvfbServer(width: 640, height: 480)
        let client = try DrawingClient(server.display)
        let capture = try CaptureFixture(server.display, transfer: transfer)
        try capture.settle()
        capture.poison()
        client.put(noise(count: 640 * 480), width: 640, height: 480)
        client.synchronise()
        // Expected is a part alone; everything has changed.
        capture.backend.prepareGrab(Damage(PixelRectangle(x: 0, y: 100, width: 640, height: 50)), into: 1)
        #expect(try capture.takeDamage() == Damage(PixelRectangle(of: size)))
        _ = try capture.backend.grab(Damage(PixelRectangle(of: size)), into: 1)
        _ = try capture.backend.pointerPosition()
        #expect(capture.shows(client.image(x: 0, y: 0, width: 640, height: 480), slot: 1))
    }

    @Test func aChangeAfterTheQuestionsIsToldAgain() throws {
        let server = try XvfbServer(width: 640, height: 480)
        let client = try DrawingClient(server.display)
        let capture = try CaptureFixture(server.display)
        try capture.settle()
        for round in 0..<50 {
            client.fill(UInt32(round), x: 10, y: 10, width: 20, height: 20)
            client.synchronise()
            capture.backend.prepareGrab(Damage(PixelRectangle(of: size)), into: 0)
            // Sent by now, answered or not.
            #expect(try capture.takeDamage() == Damage(PixelRectangle(x: 10, y: 10, width: 20, height: 20)))
            client.fill(0xFF0000 + UInt32(round), x: 100, y: 200, width: 5, height: 5)
            client.synchronise()
            _ = try capture.backend.grab(Damage(PixelRectangle(x: 10, y: 10, width: 20, height: 20)), into: 0)
            try capture.wait(for: .damaged)
            #expect(try capture.takeDamage() == Damage(PixelRectangle(x: 100, y: 200, width: 5, height: 5)))
        }
    }

    @Test func questionsThatNoOneTakesUpDoNoHarm() throws {
        let server = try XvfbServer(width: 640, height: 480)
        let client = try DrawingClient(server.display)
        let capture = try CaptureFixture(server.display)
        try capture.settle()
        for _ in 0..<100 {
            capture.backend.prepareGrab(Damage(PixelRectangle(of: size)), into: 2)
            #expect(try capture.takeDamage().isEmpty)
        }
        client.put(noise(count: 640 * 480), width: 640, height: 480)
        client.warpPointer(x: 33, y: 44)
        client.synchronise()
        #expect(try capture.takeDamage() == Damage(PixelRectangle(of: size)))
        capture.backend.prepareGrab(Damage(PixelRectangle(of: size)), into: 0)
        _ = try capture.takeDamage()
        _ = try capture.backend.grab(Damage(PixelRectangle(of: size)), into: 0)
        #expect(try capture.backend.pointerPosition() == PointerPosition(x: 33, y: 44))
        #expect(capture.shows(client.image(x: 0, y: 0, width: 640, height: 480)))
    }
}
