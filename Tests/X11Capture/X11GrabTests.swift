import CaptureKit
import Frames
import ServerFixtures
import Testing

@testable import X11Capture

@Suite struct X11GrabTests {
    @Test(arguments: [TransferChoice.descriptor, .segment, .socket])
    func aFullGrabIsWhatX11grabSees(transfer: TransferChoice) throws {
        let server = try XvfbServer(width: 642, height: 481)
        let client = try DrawingClient(server.display)
        let drawn = noise(count: 642 * 481)
        client.put(drawn, width: 642, height: 481)
        client.synchronise()
        let capture = try CaptureFixture(server.display, transfer: transfer)
        capture.poison()
        try capture.grabAll(slot: 1)

        let seen = try server.run(
            "ffmpeg", "-loglevel", "error", "-f", "x11grab", "-draw_mouse", "0", "-video_size", "642x481", "-i", server.display, "-frames:v", "1",
            "-f", "rawvideo", "-pix_fmt", "bgr0", "-")
        let peer = seen.withUnsafeBytes { bytes in (0..<642 * 481).map { bytes.loadUnaligned(fromByteOffset: $0 * 4, as: UInt32.self) & 0xFFFFFF } }
        #expect(capture.shows(peer, slot: 1))
        let isDrawn = peer == drawn
        #expect(isDrawn)
        #expect(capture.pixels(slot: 0, raw: true).allSatisfy { $0 == 0xA7A7_A7A7 }, "only the named slot is written")
    }

    @Test(arguments: [TransferChoice.descriptor, .segment, .socket])
    func aBandGrabTouchesOnlyItsRows(transfer: TransferChoice) throws {
        let server = try XvfbServer(width: 640, height: 480)
        let client = try DrawingClient(server.display)
        client.put(noise(count: 640 * 480), width: 640, height: 480)
        client.synchronise()
        let capture = try CaptureFixture(server.display, transfer: transfer)
        capture.poison()
        var stale = Damage(PixelRectangle(x: 600, y: 100, width: 10, height: 16))
        stale.add(PixelRectangle(x: 0, y: 470, width: 1, height: 10))
        _ = try capture.backend.grab(stale, into: 2)

        let raw = capture.pixels(slot: 2, raw: true)
        let shown = client.image(x: 0, y: 0, width: 640, height: 480)
        for row in 0..<480 {
            let pixels = raw[row * 640..<(row + 1) * 640]
            if (100..<116).contains(row) || row >= 470 {
                #expect(pixels.map { $0 & 0xFFFFFF } == Array(shown[row * 640..<(row + 1) * 640]), "row \(row)")
            } else {
                #expect(pixels.allSatisfy { $0 == 0xA7A7_A7A7 }, "row \(row)")
            }
        }
    }

    @Test func aRegionIsThatPartOfTheRoot() throws {
        let server = try XvfbServer(width: 640, height: 480)
        let client = try DrawingClient(server.display)
        client.put(noise(count: 640 * 480), width: 640, height: 480)
        client.synchronise()
        let capture = try CaptureFixture(server.display, .region(PixelRectangle(x: 101, y: 57, width: 203, height: 99)))
        try capture.grabAll()
        #expect(capture.shows(client.image(x: 101, y: 57, width: 203, height: 99)))
        #expect(capture.backend.screenName == "\(server.display) 203x99+101+57")
    }

    @Test func aGrabWithoutMemoryIsRefused() throws {
        let server = try XvfbServer(width: 640, height: 480)
        let backend = try X11Backend(X11Options(display: server.display))
        #expect { try backend.grab(Damage(PixelRectangle(x: 0, y: 0, width: 1, height: 1)), into: 0) } throws: {
            ($0 as? CaptureError)?.code == .memory
        }
    }
}
