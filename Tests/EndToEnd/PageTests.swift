import Fixtures
import Foundation
import Judging
import Platform
import ServerFixtures
import TestSupport
import Testing

/// The built-in page in a plain browser.
@Suite(.serialized, .rerunWhenLate) struct PageTests {
    private struct Scene {
        let stream: TestSupport.Stream
        let browser: ChromiumBrowser
        let stimulus: Stimulus
        let kept: [Any]
        let url: String

        init() throws {
            let (screen, sound) = (try XvfbServer(width: 1280, height: 720), try AudioFixture(feeding: .tone))
            stimulus = try Stimulus(.motion, on: screen)
            let port = Port.free()
            stream = try Stream(
                ["live", "--display", screen.display, "--http", "127.0.0.1:\(port)", "--mic", "default"], screen: screen, sound: sound)
            try stream.waitUntilLive()
            browser = try ChromiumBrowser()
            (url, kept) = ("http://127.0.0.1:\(port)/", [screen, sound])
        }

        func open() throws {
            try browser.open(url)
            try waitUntil("the picture to play", timeout: .seconds(60)) {
                guard let playback = try browser.playback() else { return false }
                return playback.width == 1280 && playback.currentTime > .seconds(2) && playback.decodedFrames > 30 && playback.decodedAudioBytes > 0
            }
        }

        /// How far playing was behind the page's clock, as it is usual here; only differences mean something.
        func usualDistance() throws -> Double {
            let before = try browser.progress().count
            try waitUntil("two seconds of playing") { try browser.progress().count > before + 40 }
            let distances = try browser.progress().dropFirst(before).map { $0.at - $0.picture }.sorted()
            return distances[distances.count / 2]
        }

        func end() throws {
            try stream.stop()
            stimulus.stop()
        }
    }

    @Test func aBrowserShowsTheMovingDesktopWithSound() throws {
        let scene = try Scene()
        try scene.open()
        let earlier = try #require(try scene.browser.playback())
        letRun(for: .seconds(3))
        let later = try #require(try scene.browser.playback())
        #expect(later.currentTime > earlier.currentTime)
        #expect(later.decodedFrames > earlier.decodedFrames)
        #expect(later.error == "")
        let words = try scene.browser.evaluate("document.body.innerText") as? String ?? ""
        #expect(words.contains("x11"))
        try scene.end()
    }

    /// During a pause two pictures a second come: the player has all of them at once, and neither stands nor jumps, then or later.
    @Test func aPauseHoldsUpNoViewer() throws {
        let scene = try Scene()
        try scene.open()
        try scene.browser.followPlayback()
        let before = try scene.usualDistance()
        try scene.stream.command("pause")
        letRun(for: .seconds(5))
        try scene.stream.command("resume")
        letRun(for: .seconds(5))
        let after = try scene.usualDistance()
        let looks = try scene.browser.progress()
        #expect(zip(looks, looks.dropFirst()).allSatisfy { $1.played >= $0.played && $1.picture >= $0.picture }, "it jumped back")
        var (longest, standing) = (0.0, looks[0])
        for look in looks {
            if look.picture > standing.picture { standing = look }
            longest = max(longest, look.at - standing.at)
        }
        // Half a second is what lies between two pictures of the pause.
        expectInTime(longest < 1, "the picture stood for \(longest) s")
        expectInTime(abs(after - before) < 1, "\(after - before) s further behind than before")
        try scene.end()
    }

    /// Whatever the browser's clock says: it is an hour ahead here.
    @Test func aPictureIsAsOldAsThePageSays() throws {
        let scene = try Scene()
        try scene.browser.runFirst("const own = Date.now; Date.now = () => own() + 3600e3;")
        try scene.open()
        let ahead = try #require(try scene.browser.evaluate("Date.now()") as? Double) / 1000 - Date().timeIntervalSince1970
        #expect(abs(ahead - 3600) < 60)
        var (differences, lookedAt) = ([Double](), MediaTime.zero)
        try waitUntil("ten looks at the picture and its age") {
            guard MediaTime.now() - lookedAt > .milliseconds(300) else { return false }
            guard let look = try scene.browser.look(beside: "behind"), let said = Double(look.text.prefix { $0 != " " }) else { return false }
            lookedAt = look.times.upperBound
            let ages = [look.times.lowerBound, look.times.upperBound].map { look.stamp.age(at: $0) / .seconds(1) }
            differences.append(ages[0] > said ? ages[0] - said : ages[1] < said ? said - ages[1] : 0)
            return differences.count >= 10
        }
        expectInTime(differences.sorted()[5] < 0.4, "\(differences)")
        try scene.end()
    }
}
