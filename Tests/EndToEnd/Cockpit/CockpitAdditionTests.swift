import Fixtures
import Foundation
import TestSupport
import Testing

/// What the cockpit adds to the picture, and takes away again.
@Suite(.serialized) struct CockpitAdditionTests {
    private func openDialog(_ scene: CockpitScene) throws {
        try scene.browser.click("#add")
        try waitUntil("the dialog") { try scene.browser.holds("document.getElementById('dialog').open") }
    }

    private func type(_ text: String, into name: String, _ scene: CockpitScene) throws {
        _ = try scene.browser.evaluate("document.querySelector('#dialog [name=\(name)]').value = ''")
        try scene.browser.click("#dialog [name=\(name)]")
        try scene.browser.type(text)
    }

    private func sources(_ scene: CockpitScene) throws -> [String] {
        (try scene.stream.status()["sources"] as? [[String: Any]] ?? []).compactMap { $0["name"] as? String }
    }

    private func overlays(_ scene: CockpitScene) throws -> [[String: Any]] { try scene.stream.status()["overlays"] as? [[String: Any]] ?? [] }

    @Test(arguments: BrowserKind.allCases) func aSourceComesAndGoesByClicks(browser: BrowserKind) throws {
        let scene = try CockpitScene(browser)
        try scene.open()
        try openDialog(scene)
        try scene.choose("what", "Test card")
        try scene.choose("corner", "Top left")
        try scene.choose("width", "Half")
        try scene.browser.click("#dialog-ok")
        // One of this name is there already.
        try waitUntil("the source to be live") { try scene.source("card2")["state"] as? String == "live" }
        let layer = try #require(try scene.source("card2")["layer"] as? [String: Any])
        #expect([layer["x"], layer["y"], layer["width"], layer["height"]].map { $0 as? Int } == [26, 26, 640, 360])
        try waitUntil("the page to say so") { try scene.browser.text(of: "notice") == "card2 is shown" }
        try scene.browser.click("#arrange")
        #expect(try !scene.browser.holds("document.querySelector('[aria-label=\"Remove screen\"]')"))
        try waitUntil("its row") { try scene.browser.holds("document.querySelector('[aria-label=\"Remove card2\"]')") }
        try scene.browser.click("[aria-label=\"Remove card2\"]")
        #expect(try scene.browser.holds("document.getElementById('dialog').open"))
        #expect(try sources(scene) == ["screen", "card", "card2"])
        try scene.browser.click("#dialog-ok")
        try waitUntil("the source to be gone") { try sources(scene) == ["screen", "card"] }
        try scene.end()
    }

    @Test(arguments: BrowserKind.allCases) func aTextAndAPictureAreLaidOver(browser: BrowserKind) throws {
        let scene = try CockpitScene(browser)
        try scene.open()
        try openDialog(scene)
        try scene.choose("what", "Text")
        #expect(try !scene.browser.holds("document.querySelector('#dialog [name=name]').checkVisibility()"))
        try type("Welcome", into: "text", scene)
        try scene.choose("corner", "Bottom right")
        try scene.browser.click("#dialog-ok")
        try waitUntil("the text") { try overlays(scene).count == 1 }
        let text = try #require(try overlays(scene).first)
        #expect(text["content"] as? String == "Welcome")
        // Two hundredths of 1280x720 away from its corner.
        let (x, y, width, height) = (text["x"] as? Int ?? 0, text["y"] as? Int ?? 0, text["width"] as? Int ?? 0, text["height"] as? Int ?? 0)
        #expect(x + width == 1280 - 26 && y + height == 720 - 14 && width > 50 && height > 20, "\(text)")
        // What was refused is asked for again as it was typed.
        try openDialog(scene)
        try scene.choose("what", "Picture")
        try type(scene.scratch.file("none.png"), into: "file", scene)
        try scene.browser.click("#dialog-ok")
        try waitUntil("the refusal") { try scene.browser.text(of: "notice").contains("none.png") }
        try waitUntil("the dialog again") { try scene.browser.holds("document.getElementById('dialog').open") }
        #expect(try scene.browser.evaluate("document.querySelector('#dialog [name=file]').value") as? String == scene.scratch.file("none.png"))
        #expect(try scene.browser.evaluate("document.querySelector('#dialog [name=what]').value") as? String == "picture")
        let logo = scene.scratch.file("logo.png")
        _ = try runTool(["ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", "color=red:size=40x20", "-frames:v", "1", logo])
        try type(logo, into: "file", scene)
        try scene.browser.click("#dialog-ok")
        try waitUntil("the picture") { try overlays(scene).count == 2 }
        try scene.browser.click("#arrange")
        try waitUntil("its row") { try scene.browser.holds("document.querySelector('[aria-label=\"Remove logo.png\"]')") }
        try scene.browser.click("[aria-label=\"Remove logo.png\"]")
        try scene.browser.click("#dialog-ok")
        try waitUntil("the picture to be gone") { try overlays(scene).map { $0["content"] as? String } == ["Welcome"] }
        try scene.end()
    }

    @Test func aSourceWithoutAPictureIsNotLeftBehind() throws {
        let scene = try CockpitScene(.chromium)
        try scene.open()
        try openDialog(scene)
        try scene.choose("what", "More")
        try scene.choose("backend", "media")
        try type("--file \(scene.scratch.file("none.mkv"))", into: "arguments", scene)
        try type("clip", into: "name", scene)
        try scene.browser.click("#dialog-ok")
        try waitUntil("the refusal", timeout: .seconds(30)) { try scene.browser.text(of: "notice").contains("none.mkv") }
        try waitUntil("the source to be gone") { try sources(scene) == ["screen", "card"] }
        try waitUntil("the dialog again") { try scene.browser.holds("document.getElementById('dialog').open") }
        #expect(try scene.browser.evaluate("document.querySelector('#dialog [name=name]').value") as? String == "clip")
        try scene.browser.click("#dialog-cancel")
        try scene.end()
    }
}
