import Fixtures
import Foundation
import Judging
import ServerFixtures
import TestSupport
import Testing

/// Sound in each codec, rate and number of channels; sound alone, the picture alone.
@Suite(.serialized, .rerunWhenLate) struct StreamKindTests {
    /// Words of the command line, and what the files are to hold.
    struct Coding {
        let options: String
        let sound: String
    }

    static let codings = [
        Coding(options: "--audio-codec aac", sound: "aac,48000,2"), Coding(options: "--audio-rate 44100", sound: "aac,44100,2"),
        Coding(options: "--audio-rate 44100 --audio-channels 1 --audio-bitrate 96k", sound: "aac,44100,1"),
        Coding(options: "--audio-codec opus", sound: "opus,48000,2"), Coding(options: "--audio-codec opus --audio-channels 1", sound: "opus,48000,1"),
    ]

    private static func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }

    /// ffprobe's codec, rate and channels of the sound, or nothing.
    private static func sound(of file: String) throws -> String {
        let text = try runTool([
            "ffprobe", "-v", "error", "-select_streams", "a", "-show_entries", "stream=codec_name,sample_rate,channels", "-of", "csv=p=0", file,
        ])
        return String(decoding: text, as: UTF8.self).split(separator: "\n").first.map { $0.split(separator: ",").joined(separator: ",") } ?? ""
    }

    private static func hasPicture(_ file: String) throws -> Bool {
        let text = try runTool(["ffprobe", "-v", "error", "-show_entries", "stream=codec_name", "-of", "csv=p=0", file])
        return String(decoding: text, as: UTF8.self).contains("h264")
    }

    private static func checkTone(of file: String) throws {
        let heard = try DecodedAudio(of: file)
        let tone = ToneMeter(heard.part(from: heard.duration - .seconds(4), for: .seconds(3)))
        #expect(abs(tone.level + 20) < 0.5 && abs(tone.frequency - 1000) < 1, "\(file): \(tone)")
        #expect(try decodingErrors(of: file) == "", "\(file)")
    }

    private static func waitForTone(_ stream: TestSupport.Stream) throws {
        try waitUntil("the microphone") { ((try stream.status()["microphone"] as? [String: Any])?["rmsDbfs"] as? Double ?? -120) > -30 }
    }

    /// One broadcast for each coding, beside each other: each is waiting for its seconds of sound, mostly.
    @Test func theToneArrivesAloneInEveryContainer() throws {
        let (sound, server, scratch) = (try AudioFixture(feeding: .tone), try RTMPServer(), Scratch())
        defer { withExtendedLifetime((sound, scratch)) {} }
        var broadcasts: [(coding: Coding, stream: TestSupport.Stream, name: String, files: [String])] = []
        for (number, coding) in Self.codings.enumerated() {
            let endings = ["mkv", "mp4", "ts", "mka"] + (coding.sound.hasPrefix("aac") ? ["m4a", "aac"] : ["opus", "ogg"])
            let (name, files) = ("alone\(number)", endings.map { scratch.file("\(number).\($0)") })
            let to = ["--to", server.url(name)] + files.flatMap { ["--record", $0] }
            let stream = try Stream(["live", "--audio-only", "--http", "off"] + to + Self.words(coding.options), sound: sound)
            broadcasts.append((coding, stream, name, files))
        }
        for stream in broadcasts.map(\.stream) {
            try stream.waitUntilLive()
            #expect(try stream.status()["streams"] as? String == "audioOnly")
            #expect(try stream.status()["state"] as? String == "live")
            #expect(try stream.agents().isEmpty)
            try Self.waitForTone(stream)
        }
        letRun(for: .seconds(6))
        for broadcast in broadcasts { try broadcast.stream.stop() }
        for (coding, stream, name, files) in broadcasts {
            for file in files {
                #expect(try Self.sound(of: file) == coding.sound, "\(file)")
                #expect(try !Self.hasPicture(file))
                try Self.checkTone(of: file)
            }
            let received = try #require(try server.recordings(of: name).first)
            #expect(try Self.sound(of: received).hasPrefix("aac,"))
            try Self.checkTone(of: received)
            #expect(stream.process.output.contains("sound: Opus") == coding.sound.hasPrefix("opus"))
        }
    }

    /// Beside each other, so that what the fixtures do to the offset is done to all.
    @Test func soundAndPictureAreTogetherInEveryCodec() throws {
        let (screen, sound, scratch) = (try XvfbServer(width: 640, height: 360), try AudioFixture(feeding: .click), Scratch())
        let stimulus = try Stimulus(.flash, on: screen)
        let names = ["opus.mkv", "opus.mp4", "aac.flv"]
        let opus = try Stream.live(screen, sound: sound, to: names.map { scratch.file($0) }, "--audio-codec", "opus")
        let slow = try Stream.live(
            screen, sound: sound, to: ["rate.mkv", "rate.mp4"].map { scratch.file($0) }, "--audio-rate", "44100", "--audio-channels", "1")
        try opus.waitUntilLive()
        try slow.waitUntilLive()
        letRun(for: .seconds(32))
        try opus.stop()
        try slow.stop()
        stimulus.stop()
        var medians: [String: Double] = [:]
        for name in names + ["rate.mkv", "rate.mp4"] {
            let file = scratch.file(name)
            // The first clicks come while sound server and clock follower settle on each other.
            let offsets = try FlashReader(file).offsets(of: DecodedAudio(of: file).clicks).dropFirst(3).map { $0 / .milliseconds(1) }.sorted()
            try #require(offsets.count >= 8, "\(name): \(offsets)")
            medians[name] = offsets[offsets.count / 2]
            #expect(abs(medians[name]!) <= 40, "\(name): \(offsets)")
        }
        let usual = try #require(medians["aac.flv"])
        // Within a broadcast to the millisecond; in another one a flash may fall on another of its pictures, 33 ms apart.
        for name in ["opus.mkv", "opus.mp4"] { #expect(abs(medians[name]! - usual) <= 5, "\(medians)") }
        for name in ["rate.mkv", "rate.mp4"] { #expect(abs(medians[name]! - usual) <= 36, "\(medians)") }
        #expect(abs(medians["rate.mkv"]! - medians["rate.mp4"]!) <= 5, "\(medians)")
    }

    @Test func thePictureArrivesAlone() throws {
        let (screen, server, scratch) = (try XvfbServer(width: 640, height: 360), try RTMPServer(), Scratch())
        let stimulus = try Stimulus(.motion, on: screen)
        defer { withExtendedLifetime(scratch) {} }
        let files = ["mkv", "mp4", "ts"].map { scratch.file("a.\($0)") }
        let stream = try Stream(
            ["live", "--video-only", "--display", screen.display, "--http", "off", "--to", server.url("alone")] + files.flatMap { ["--record", $0] },
            screen: screen)
        try stream.waitUntilLive()
        #expect((try stream.status()["microphone"] as? [String: Any])?["state"] as? String == "none")
        letRun(for: .seconds(5))
        try stream.stop()
        stimulus.stop()
        for file in files + [try #require(try server.recordings(of: "alone").first)] {
            #expect(try Self.sound(of: file) == "" && Self.hasPicture(file), "\(file)")
            #expect(try decodingErrors(of: file) == "", "\(file)")
        }
        // No sound server is there: no one looked for one.
        #expect(!stream.process.output.contains("microphone"), "\(stream.process.output)")
    }

    @Test(arguments: ["--audio-only", "--video-only", "--audio-codec opus"]) func aBrowserPlaysEachKind(kind: String) throws {
        let (screen, sound) = (try XvfbServer(width: 1280, height: 720), try AudioFixture(feeding: .tone))
        let stimulus = try Stimulus(.motion, on: screen)
        let port = Port.free()
        let display = kind == "--audio-only" ? [] : ["--display", screen.display]
        let stream = try Stream(
            ["live", "--http", "127.0.0.1:\(port)"] + Self.words(kind) + display, screen: screen, sound: kind == "--video-only" ? nil : sound)
        try stream.waitUntilLive()
        let browser = try ChromiumBrowser()
        try browser.open("http://127.0.0.1:\(port)/")
        let (hasSound, hasPicture) = (kind != "--video-only", kind != "--audio-only")
        try waitUntil("the stream to play", timeout: .seconds(60)) {
            guard let playback = try browser.playback() else { return false }
            return playback.currentTime > .seconds(2) && (!hasPicture || playback.decodedFrames > 30) && (!hasSound || playback.decodedAudioBytes > 0)
        }
        let earlier = try #require(try browser.playback())
        letRun(for: .seconds(3))
        let later = try #require(try browser.playback())
        #expect(later.error == "", "\(later)")
        expectInTime(later.currentTime - earlier.currentTime > .seconds(2), "\(earlier), 3 s later \(later)")
        #expect((later.width > 0) == hasPicture && (later.decodedAudioBytes > 0) == hasSound, "\(later)")
        let words = try browser.evaluate("document.body.innerText") as? String ?? ""
        #expect(words.contains("audio alone") == !hasPicture, "\(words)")
        try stream.stop()
        stimulus.stop()
    }

    @Test func agentsAreNotAskedForWhereNoPictureIsSent() throws {
        let scratch = Scratch()
        defer { withExtendedLifetime(scratch) {} }
        let stream = try Stream(["host", "--audio-only", "--http", "off", "--record", scratch.file("a.mka")])
        try stream.waitUntilLive()
        let refused = #expect(throws: FixtureError.self) {
            try runTool([try releaseProduct("splitcast"), "request-agent", "--group", stream.group, "pattern"], environment: stream.environment)
        }
        #expect(refused.map { "\($0)".contains("sound alone") } == true)
        try stream.stop()
    }
}
