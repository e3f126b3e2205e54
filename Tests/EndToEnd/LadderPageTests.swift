import Fixtures
import Foundation
import Judging
import Platform
import ServerFixtures
import TestSupport
import Testing

/// The built-in page with a ladder, in two real browsers.
@Suite(.serialized, .rerunWhenLate) struct LadderPageTests {
    private struct Scene {
        let browser: any WebBrowser
        let link: Downlink
        private let stream: TestSupport.Stream
        private let kept: [Any]

        init(_ browser: BrowserKind, _ options: [String] = []) throws {
            let (screen, sound) = (try XvfbServer(width: 640, height: 360), try AudioFixture(feeding: .tone))
            let stimulus = try Stimulus(.motion, on: screen)
            let port = Port.free()
            stream = try Stream(
                [
                    "live", "--display", screen.display, "--http", "127.0.0.1:\(port)", "--mic", "default", "--preset", "ultrafast",
                    "--keyframe-interval", "1", "--ladder", "360p@1500k,180p@150k", "--audio-bitrate", "32k",
                ] + options, screen: screen, sound: sound)
            try stream.waitUntilLive()
            link = try Downlink(to: port)
            kept = [screen, sound, stimulus]
            self.browser = try browser.start()
            try self.browser.open("http://127.0.0.1:\(link.port)/")
        }

        var words: String {
            get throws { try browser.evaluate("document.getElementById('renditions').innerText") as? String ?? "" }
        }

        func choose(_ name: String) throws {
            let value = "'\(name)'"
            _ = try browser.evaluate(
                "(() => { const list = document.getElementById('rendition'); list.value = \(value); list.dispatchEvent(new Event('change')); })()")
        }

        /// Waits until pictures of so many lines are played, and the list says what it is to say.
        func awaitPicture(lines: Int, as text: String) throws {
            var (before, seen) = (Duration.zero, "")
            try waitUntil("\(lines) lines as \(text): \(seen)", timeout: .seconds(40)) {
                guard let playback = try browser.playback() else { return false }
                defer { before = playback.currentTime }
                let said = try browser.evaluate("document.getElementById('rendition').selectedOptions[0]?.text") as? String ?? ""
                seen = "\(playback) \(said)"
                return playback.error == "" && playback.height == lines && said == text && playback.currentTime > before
            }
        }

        func end() throws { try stream.stop() }
    }

    /// Auto goes up to the best, the viewer chooses, and Auto goes down where the link carries less, and up again.
    @Test(arguments: BrowserKind.allCases) func aBrowserPlaysTheRenditionThatIsWantedOrThatTheLinkIsGoodFor(browser: BrowserKind) throws {
        let scene = try Scene(browser)
        try scene.awaitPicture(lines: 360, as: "Auto (360p)")
        let offered = try scene.browser.evaluate("[...document.getElementById('rendition').options].map((one) => one.value)")
        #expect(offered as? [String] == ["auto", "360p", "180p"])
        try scene.choose("180p")
        try scene.awaitPicture(lines: 180, as: "180p")
        try scene.choose("360p")
        try scene.awaitPicture(lines: 360, as: "360p")
        try scene.choose("auto")
        try scene.link.limit(bitsPerSecond: 500_000)
        try scene.awaitPicture(lines: 180, as: "Auto (180p)")
        try scene.link.limit(bitsPerSecond: 0)
        try scene.awaitPicture(lines: 360, as: "Auto (360p)")
        try scene.end()
    }

    /// Nothing under the picture is cut off, and the call to unmute lies on none of it.
    @Test func onAPhoneAllOfTheBarIsSeen() throws {
        let scene = try Scene(.chromium)
        let browser = try #require(scene.browser as? ChromiumBrowser)
        try browser.show(width: 360)
        try scene.awaitPicture(lines: 360, as: "Auto (360p)")
        for width in [320, 360, 500] {
            try browser.show(width: width)
            let cut = """
                [...document.querySelectorAll('.bar *')].filter((one) => one.checkVisibility() && one.tagName !== 'OPTION')
                  .filter((one) => one.getBoundingClientRect().right > innerWidth + 1 || one.getBoundingClientRect().left < 0).map((one) => one.id)
                """
            #expect(try browser.evaluate(cut) as? [String] == [], "at \(width)")
            let covers = """
                !document.getElementById('unmute').hidden && document.getElementById('unmute').getBoundingClientRect().bottom
                  > document.querySelector('.bar').getBoundingClientRect().top
                """
            #expect(try !browser.holds(covers), "at \(width)")
        }
        try scene.end()
    }

    /// The page takes the parts of segments that are still being made, and changes over between segments.
    @Test func ofLowLatencyTheParts() throws {
        let scene = try Scene(.chromium, ["--low-latency"])
        try scene.awaitPicture(lines: 360, as: "Auto (360p)")
        let parts = "performance.getEntriesByType('resource').filter((one) => /[/]ladder[/].*[.]\\d+[.]m4s$/.test(one.name)).length"
        #expect(try scene.browser.evaluate(parts) as? Int ?? 0 > 10)
        try scene.choose("180p")
        try scene.awaitPicture(lines: 180, as: "180p")
        try scene.end()
    }
}
