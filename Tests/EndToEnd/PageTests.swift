import Fixtures
import Foundation
import ServerFixtures
import TestSupport
import Testing

/// The built-in page in a plain browser.
@Suite(.serialized) struct PageTests {
    @Test func aBrowserShowsTheMovingDesktopWithSound() throws {
        let (screen, sound) = (try XvfbServer(width: 1280, height: 720), try AudioFixture(feeding: .tone))
        let stimulus = try Stimulus(.motion, on: screen)
        let port = Port.free()
        let stream = try Stream(
            ["live", "--display", screen.display, "--http", "127.0.0.1:\(port)", "--mic", "default"], screen: screen, sound: sound)
        try stream.waitUntilLive()
        let browser = try ChromiumBrowser()
        try browser.open("http://127.0.0.1:\(port)/")
        try waitUntil("the picture to play", timeout: .seconds(60)) {
            guard let playback = try browser.playback() else { return false }
            return playback.width == 1280 && playback.currentTime > .seconds(2) && playback.decodedFrames > 30 && playback.decodedAudioBytes > 0
        }
        let earlier = try #require(try browser.playback())
        letRun(for: .seconds(3))
        let later = try #require(try browser.playback())
        #expect(later.currentTime > earlier.currentTime)
        #expect(later.decodedFrames > earlier.decodedFrames)
        #expect(later.error == "")
        let words = try browser.evaluate("document.body.innerText") as? String ?? ""
        #expect(words.contains("x11"))
        try stream.stop()
        stimulus.stop()
    }
}
