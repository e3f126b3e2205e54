import CaptureKit
import Fixtures
import Foundation
import Frames
import ServerFixtures
import Testing

@testable import X11Capture

@Suite struct X11ConnectionTests {
    private func failure(_ options: X11Options) -> CaptureError? {
        do throws(CaptureError) {
            _ = try X11Backend(options)
            return nil
        } catch { return error }
    }

    @Test func noDisplayNamesTheOption() {
        #expect {
            try X11Connection.displayName(nil, own: nil)
        } throws: {
            ($0 as? CaptureError)?.code == .noDisplay && "\($0)".contains("--display")
        }
        #expect(try! X11Connection.displayName(nil, own: ":3") == ":3")
        #expect(try! X11Connection.displayName(":4", own: ":3") == ":4")
    }

    @Test func anUnreachableDisplayIsNamed() throws {
        let server = try XvfbServer(width: 640, height: 480)
        let display = server.display
        server.end()
        let error = try #require(failure(X11Options(display: display)))
        #expect(error.code == .noDisplay)
        #expect(error.message.contains("cannot reach the X display \(display): is an X server running"))
    }

    @Test func aNameThatIsNoneIsABadOption() {
        #expect(failure(X11Options(display: "nonsense"))?.code == .badOption)
    }

    @Test func aServerThatWantsAnotherCookieIsAPermissionMatter() throws {
        let scratch = Scratch()
        let file = URL(fileURLWithPath: scratch.file("auth"))
        // One entry for any host and display: family 0xFFFF, empty address and number, name, sixteen bytes.
        let name = Array("MIT-MAGIC-COOKIE-1".utf8)
        try Data([0xFF, 0xFF, 0, 0, 0, 0, 0, UInt8(name.count)] + name + [0, 16] + [UInt8](repeating: 7, count: 16)).write(to: file)
        let server = try XvfbServer(width: 640, height: 480, extra: ["-auth", file.path])
        let error = try #require(failure(X11Options(display: server.display)))
        #expect(error.code == .permissionDenied)
        #expect(error.message.contains(server.display) && error.message.contains("xhost +si:localuser:"))
        #expect(!error.isRetriable)
    }

    @Test func anotherDepthIsUnsupported() throws {
        let server = try XvfbServer(width: 640, height: 480, depth: 16)
        let error = try #require(failure(X11Options(display: server.display)))
        #expect(error.code == .unsupported)
        #expect(error.message.contains("depth 16 with 16 bits a pixel"))
    }

    @Test func anUnknownScreenOrRegionNamesWhatIsThere() throws {
        let server = try XvfbServer(width: 640, height: 480)
        #expect(
            failure(X11Options(display: server.display, selection: .monitor("DP-9")))
                == CaptureError(.badChoice, "display \(server.display) has no screen \"DP-9\"; 'splitcast sources' lists those it has"))
        #expect(
            failure(X11Options(display: server.display, selection: .region(PixelRectangle(x: 600, y: 0, width: 100, height: 50))))
                == CaptureError(.badChoice, "region 100x50+600+0 does not fit on display \(server.display), which is 640x480"))
    }

    @Test func aScreenTooLargeForAFrameIsTakenInParts() throws {
        let server = try XvfbServer(width: 16400, height: 16)
        let error = try #require(failure(X11Options(display: server.display)))
        #expect(error.code == .unsupported)
        #expect(error.message.contains("--region"))
        let capture = try CaptureFixture(server.display, .region(PixelRectangle(x: 16000, y: 0, width: 400, height: 16)))
        let client = try DrawingClient(server.display)
        client.fill(0x112233, x: 16390, y: 2, width: 5, height: 5)
        client.synchronise()
        try capture.grabAll()
        #expect(capture.shows(client.image(x: 16000, y: 0, width: 400, height: 16)))
    }

    @Test func aDisplayWithoutSharedMemoryIsStillCaptured() throws {
        let server = try XvfbServer(width: 640, height: 480, extra: ["-extension", "MIT-SHM"])
        let client = try DrawingClient(server.display)
        client.fill(0x445566, x: 10, y: 20, width: 30, height: 40)
        client.synchronise()
        let capture = try CaptureFixture(server.display)
        try capture.grabAll()
        #expect(capture.shows(client.image(x: 0, y: 0, width: 640, height: 480)))
        #expect {
            _ = try CaptureFixture(server.display, transfer: .descriptor)
        } throws: {
            ($0 as? CaptureError)?.code == .unsupported
        }
    }

    @Test func aMissingExtensionIsNamed() throws {
        let server = try XvfbServer(width: 640, height: 480, extra: ["-extension", "DAMAGE"])
        let error = try #require(failure(X11Options(display: server.display)))
        #expect(error.code == .unsupported)
        #expect(error.message.contains("lacks DAMAGE"))
    }
}
