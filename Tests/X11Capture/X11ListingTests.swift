import CaptureKit
import Foundation
import Frames
import ServerFixtures
import Testing

@testable import X11Capture

@Suite struct X11ListingTests {
    @Test func aDisplayShowsItsMonitors() throws {
        let server = try XvfbServer(width: 640, height: 480)
        let expected = X11Screen(
            display: server.display, name: "screen", rectangle: PixelRectangle(x: 0, y: 0, width: 640, height: 480), isPrimary: false)
        #expect(try X11Backend.listScreens(display: server.display) == [expected])
        #expect(try X11Backend.listScreens(display: nil).contains(expected), "found by its socket")
    }

    @Test func aNamedDisplayThatIsNotThereIsAnError() throws {
        let server = try XvfbServer(width: 640, height: 480)
        let display = server.display
        server.end()
        #expect {
            try X11Backend.listScreens(display: display)
        } throws: {
            ($0 as? CaptureError)?.code == .noDisplay
        }
        #expect(try !X11Backend.listScreens(display: nil).contains { $0.display == display })
    }

    @Test func jsonSurvivesAnyName() throws {
        let name = "a \"quoted\" \\ back\u{1}\nslash é"
        let screens = [
            X11Screen(display: ":7", name: name, rectangle: PixelRectangle(x: 1920, y: 30, width: 800, height: 600), isPrimary: true),
            X11Screen(display: ":8", name: nil, rectangle: PixelRectangle(x: 0, y: 0, width: 10, height: 20), isPrimary: false),
        ]
        let read = try #require(JSONSerialization.jsonObject(with: Data(X11Screen.json(screens).utf8)) as? [[String: Any]])
        #expect(read.count == 2)
        #expect(read[0]["screen"] as? String == name)
        #expect(read[0]["x"] as? Int == 1920 && read[0]["y"] as? Int == 30)
        #expect(read[0]["width"] as? Int == 800 && read[0]["height"] as? Int == 600)
        #expect(read[0]["primary"] as? Bool == true)
        #expect(read[1]["screen"] is NSNull)
        #expect(read[1]["display"] as? String == ":8")
    }

    @Test func textIsOneLineAScreen() {
        let screens = [X11Screen(display: ":7", name: "DP-1", rectangle: PixelRectangle(x: 5, y: 6, width: 800, height: 600), isPrimary: true)]
        let lines = X11Screen.text(screens).split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines[1].split(separator: " ") == [":7", "DP-1", "800x600", "+5+6", "primary"])
    }
}
