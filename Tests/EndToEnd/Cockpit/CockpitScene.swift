import Fixtures
import Foundation
import ServerFixtures
import TestSupport

/// A broadcast with a second source, audio and a recording, and its cockpit in a browser.
final class CockpitScene {
    let browser: any WebBrowser
    let port = Port.free()
    private(set) var stream: TestSupport.Stream
    private let screen: XvfbServer
    private let sound: AudioFixture
    private let stimulus: Stimulus
    let scratch = Scratch()
    private let options: [String]

    init(_ browser: BrowserKind, _ options: [String] = []) throws {
        (screen, sound) = (try XvfbServer(width: 1280, height: 720), try AudioFixture(feeding: .tone))
        stimulus = try Stimulus(.motion, on: screen)
        self.options = options
        stream = try Self.stream(screen, sound, port, scratch, options)
        self.browser = try browser.start()
    }

    private static func stream(
        _ screen: XvfbServer, _ sound: AudioFixture, _ port: UInt16, _ scratch: Scratch, _ options: [String]
    ) throws -> TestSupport.Stream {
        let videos = try scratch.directory("Videos")
        let stream = try Stream(
            [
                "live", "--display", screen.display, "--http", "127.0.0.1:\(port)", "--mic", "default", "--preset", "ultrafast",
                "--source", "card=pattern:320x180", "--layer", "card=100,100,320x180",
            ] + options, screen: screen, sound: sound, environment: ["XDG_VIDEOS_DIR": videos, "XDG_PICTURES_DIR": videos, "HOME": scratch.path])
        try stream.waitUntilLive()
        return stream
    }

    /// Opens the cockpit and waits until its preview plays.
    func open() throws {
        try browser.open("http://127.0.0.1:\(port)/cockpit")
        try waitUntilPlaying()
    }

    func waitUntilPlaying() throws {
        var seen = ""
        try waitUntil("the preview to play: \(seen)", timeout: .seconds(60)) {
            guard let playback = try browser.playback() else { return false }
            seen = "\(playback) \(try browser.text(of: "veil-title"))"
            let isSeen = try browser.holds("document.getElementById('veil').hidden")
            return isSeen && playback.width == 1280 && playback.currentTime > .zero && playback.decodedFrames > 30 && playback.error == ""
        }
    }

    /// After the host has ended, another one begins at the same address.
    func restart() throws {
        stream = try Self.stream(screen, sound, port, scratch, options)
    }

    /// Chooses in the dialog, of the list called `name`, what begins with `text`.
    func choose(_ name: String, _ text: String) throws {
        let option = "[...one.options].find((option) => new RegExp('^\(text)\\\\b').test(option.textContent))"
        _ = try browser.evaluate(
            """
            (() => { const one = document.querySelector('#dialog [name=\(name)]'); one.value = \(option).value;
              one.dispatchEvent(new Event('change')); })()
            """)
    }

    func source(_ name: String) throws -> [String: Any] {
        let sources = try stream.status()["sources"] as? [[String: Any]] ?? []
        return sources.first { $0["name"] as? String == name } ?? [:]
    }

    var isMicrophoneMuted: Bool { get throws { (try stream.status()["microphone"] as? [String: Any])?["isMuted"] as? Bool ?? false } }

    var display: String { screen.display }

    /// - Parameter code: of the host's exit.
    func end(exitCode code: Int32 = 0) throws {
        try stream.stop(exitCode: code)
        stimulus.stop()
    }
}
