import Fixtures
import Foundation
import Judging
import TestSupport
import Testing

/// Who can see, hear or point with what: the cockpit for all of them.
@Suite(.serialized) struct CockpitLooksTests {
    private static let everything = """
        document.querySelectorAll('details').forEach((one) => (one.open = true));
        if (document.getElementById('layers').hidden) document.getElementById('arrange').click();
        """

    /// Where the package index cannot be reached, the run says so and goes on.
    private static func hasAxe() -> Bool {
        if AxeCore.isThere { return true }
        ExcuseFile.addCurrent(reason: "axe-core could not be fetched")
        return false
    }

    @Test func aPhoneScrollsInOneDirectionAlone() throws {
        let scene = try CockpitScene(.chromium, ["--desktop-audio"])
        let browser = try #require(scene.browser as? ChromiumBrowser)
        try scene.stream.command("targets", "add", scene.scratch.file("a-recording-whose-name-is-longer-than-any-telephone-is-wide-2026.mkv"))
        try browser.show(width: 360)
        try browser.open("http://127.0.0.1:\(scene.port)/cockpit")
        try scene.waitUntilPlaying()
        _ = try browser.evaluate("(() => { \(Self.everything) })()")
        for width in [360, 390, 768, 1440] {
            try browser.show(width: width)
            let wide = """
                [...document.querySelectorAll('body *')].filter((one) => one.checkVisibility() && !one.closest('.layers, .sr, .clip, svg')
                  && one.getBoundingClientRect().right > innerWidth + 1).map((one) => one.outerHTML.slice(0, 80))
                """
            #expect(try browser.evaluate(wide) as? [String] == [], "at \(width)")
            #expect(try browser.evaluate("document.documentElement.scrollWidth - innerWidth") as? Int ?? 1 <= 0, "at \(width)")
        }
        try scene.end()
    }

    @Test(arguments: BrowserKind.allCases) func axeFindsNothing(browser: BrowserKind) throws {
        guard Self.hasAxe() else { return }
        let scene = try CockpitScene(browser, ["--desktop-audio", "--replay", "10"])
        try scene.open()
        _ = try scene.browser.evaluate("(() => { \(Self.everything) })()")
        let chromium = scene.browser as? ChromiumBrowser
        for isDark in [false, true] {
            try chromium?.show(width: isDark ? 390 : 1280, isDark: isDark)
            #expect(try AxeCore.violations(in: scene.browser) == [], "\(isDark ? "dark" : "light")")
        }
        try scene.browser.click("#slate")
        #expect(try AxeCore.violations(in: scene.browser) == [], "a dialog")
        try scene.end()
    }

    /// What is wrong is found: the page without its names.
    @Test func axeFindsWhatIsWrong() throws {
        guard Self.hasAxe() else { return }
        let browser = try ChromiumBrowser()
        try browser.open("data:text/html,<html><body><button></button><img src=x></body></html>")
        let found = try AxeCore.violations(in: browser)
        #expect(found.contains { $0.hasPrefix("button-name") } && found.contains { $0.hasPrefix("image-alt") })
    }
}
