import Fixtures
import Foundation
import TestSupport
import Testing

/// A ladder's card in the cockpit.
@Suite(.serialized) struct CockpitLadderTests {
    /// A ladder is one thing that is sent, however many pictures it has.
    @Test(arguments: BrowserKind.allCases) func aLadderIsOneCard(browser: BrowserKind) throws {
        let scratch = Scratch()
        let folder = try scratch.directory("live")
        let scene = try CockpitScene(browser, ["--to", "hls:\(folder)", "--ladder", "360p,180p"])
        try scene.browser.open("http://127.0.0.1:\(scene.port)/cockpit")
        let cards = "[...document.querySelectorAll('#targets > li')].map((one) => one.querySelector('strong').textContent)"
        try waitUntil("the cards") { try scene.browser.evaluate(cards) as? [String] == ["live/master.m3u8", "This page"] }
        let names = "[...one.querySelectorAll('.rungs strong')].map((rung) => rung.textContent).join()"
        let rungs = "[...document.querySelectorAll('#targets > li')].map((one) => \(names))"
        let shown = try scene.browser.evaluate(rungs) as? [String]
        #expect(shown == ["360p,180p,audio-mix", "360p,180p,audio-mix"], "\(shown ?? [])")
        // Files are written, and have no connection.
        let first = "document.querySelector('#targets > li')"
        try waitUntil("what was written") { try scene.browser.holds("/ written$/.test(\(first).querySelector('.tools .dim').textContent)") }
        #expect(try !scene.browser.holds("\(first).querySelector('[aria-label^=Reconnect]').checkVisibility()"))
        try waitUntil("its state") { try scene.browser.evaluate("\(first).querySelector('.chip').textContent") as? String == "live" }
        try scene.browser.click("[aria-label=\"Pause live/master.m3u8\"]")
        try waitUntil("all of it to be paused") { try scene.stream.targets().count { $0["state"] as? String == "paused" } == 3 }
        try waitUntil("the page to show it") { try scene.browser.holds("document.querySelector('[aria-label=\"Resume live/master.m3u8\"]')") }
        try scene.browser.click("[aria-label=\"Remove live/master.m3u8\"]")
        try scene.browser.click("#dialog-ok")
        try waitUntil("all of it to be gone") { try scene.stream.targets().count == 3 }
        try waitUntil("its card to be gone") { try scene.browser.evaluate(cards) as? [String] == ["This page"] }
        try scene.end()
    }
}
