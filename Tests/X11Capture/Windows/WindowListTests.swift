import CaptureKit
import Foundation
import Frames
import ServerFixtures
import Testing

@testable import X11Capture

@Suite struct WindowListTests {
    private func list(_ server: XvfbServer) throws -> [X11Window] { try X11Backend.listWindows(display: server.display) }

    @Test func windowsAreListedWithoutAManager() throws {
        let server = try XvfbServer(width: 640, height: 480)
        let client = try DrawingClient(server.display)
        #expect(try list(server).isEmpty)
        let plain = client.window(1, PixelRectangle(x: 0, y: 0, width: 200, height: 100), title: "Pläne\u{07}", kind: ("one", "Office"))
        _ = client.window(1, PixelRectangle(x: 0, y: 0, width: 20, height: 10))  // neither title nor class
        let gone = client.window(1, PixelRectangle(x: 0, y: 0, width: 20, height: 10), title: "never shown")
        client.unmap(gone)
        // Within two frames of a manager that lists nothing, one of them off the screen.
        let frame = client.window(2, PixelRectangle(x: 10, y: 10, width: 320, height: 230))
        let inner = client.window(2, PixelRectangle(x: 5, y: 5, width: 310, height: 220), in: frame)
        let framed = client.window(3, PixelRectangle(x: 5, y: 5, width: 300, height: 200), title: "framed", in: inner)
        client.set("WM_STATE", [1, 0], of: framed)
        client.unmap(frame)
        client.focus(plain)
        client.synchronise()
        let windows = try list(server)
        #expect(windows.map(\.id) == [plain, framed])
        let first = try #require(windows.first)
        #expect(first.title == "Pläne" && first.instance == "one" && first.className == "Office" && first.isActive && !first.isMinimised)
        #expect(first.size == PixelSize(width: 200, height: 100))
        #expect(windows.last?.isMinimised == true && windows.last?.isActive == false)
    }

    @Test func aManagerTellsWhichThereAre() throws {
        let server = try XvfbServer(width: 640, height: 480)
        let client = try DrawingClient(server.display)
        let area = PixelRectangle(x: 0, y: 0, width: 200, height: 100)
        let (one, two) = (client.window(1, area, title: "one"), client.window(1, area, title: "two"))
        _ = client.window(1, area, title: "a panel")
        client.unmap(two)
        client.setUTF8("_NET_WM_NAME", Array("zwei \u{1F980}".utf8), of: two)
        client.manage([two, one, 0x7777_7777], active: one)
        let windows = try list(server)
        #expect(windows.map(\.title) == ["zwei \u{1F980}", "one"] && windows.map(\.isActive) == [false, true])
        #expect(windows.map(\.isMinimised) == [true, false])
        // What it left behind when it went says nothing.
        client.set("_NET_SUPPORTING_WM_CHECK", [0x7777_7777])
        client.synchronise()
        #expect(try list(server).map(\.title) == ["one", "a panel"])
    }

    @Test func jsonAndTextHaveEveryWindow() throws {
        let window = X11Window(
            display: ":7", id: 0x1a00007, title: "a \"b\"", instance: "i", className: "C", size: PixelSize(width: 8, height: 6), isMinimised: true)
        let read = try #require(JSONSerialization.jsonObject(with: Data(X11Window.json([window, window]).utf8)) as? [[String: Any]])
        #expect(read.count == 2 && read[0]["title"] as? String == "a \"b\"" && read[0]["window"] as? String == "0x1a00007")
        #expect(read[0]["class"] as? String == "C" && read[0]["instance"] as? String == "i" && read[0]["minimised"] as? Bool == true)
        #expect(read[0]["width"] as? Int == 8 && read[0]["height"] as? Int == 6 && read[0]["focused"] as? Bool == false)
        let lines = X11Window.text([window]).split(separator: "\n")
        #expect(lines.count == 2 && lines[1].contains("0x1a00007") && lines[1].hasSuffix("a \"b\"  minimised"))
    }
}
