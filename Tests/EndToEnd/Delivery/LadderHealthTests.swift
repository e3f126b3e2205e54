import Fixtures
import Foundation
import Glibc
import ServerFixtures
import TestSupport
import Testing

/// A ladder as a stranger's tools see it, whatever happens to what is captured: `splitcast hls check` has nothing to say.
@Suite(.serialized, .rerunWhenLate) struct LadderHealthTests {
    private let server: StreamServer
    private let screen: XvfbServer

    init() throws {
        (server, screen) = (try StreamServer(), try XvfbServer(width: 320, height: 180))
        try server.write("", to: "live/empty")
    }

    /// Short segments, so that a playlist is soon another.
    private func options(_ more: [String] = []) -> [String] {
        ["--preset", "ultrafast", "--keyframe-interval", "1s", "--to", "hls:" + server.file("live"), "--ladder", "180p,90p"] + more
    }

    private func live(sound: AudioFixture? = nil, _ more: String...) throws -> TestSupport.Stream {
        let stream = try Stream(
            ["live", "--display", screen.display, "--mic", sound == nil ? "none" : "default"] + options(more.isEmpty ? ["--http", "off"] : more),
            screen: screen, sound: sound)
        try stream.waitUntilLive()
        return stream
    }

    /// The number behind the newest segment of a rendition.
    private func end(_ name: String, in folder: String) -> Int {
        let lines = textOfFile(server.file("\(folder)/master-\(name).m3u8")).split(separator: "\n")
        let first = lines.first { $0.hasPrefix("#EXT-X-MEDIA-SEQUENCE:") }.flatMap { Int($0.dropFirst(22)) } ?? 0
        return first + lines.count { !$0.hasPrefix("#") }
    }

    /// Until so many segments more are listed: with eight, nothing is left of what was.
    private func waitForSegments(of stream: TestSupport.Stream, _ count: Int = 8, in folder: String = "live") throws {
        let before = ["180p", "90p", "audio-mix"].map { ($0, end($0, in: folder)) }
        for (name, end) in before {
            try waitUntil("\(count) segments of \(folder)/\(name): \(stream.process.output.suffix(800))", timeout: .seconds(30)) {
                self.end(name, in: folder) >= end + count
            }
        }
    }

    private func expectNoRemark(_ url: String? = nil) throws {
        let check = try Program(
            [try releaseProduct("splitcast"), "hls", "check", url ?? server.url("live/master.m3u8")], timeout: .seconds(60))
        #expect(check.status == 0 && check.text == "nothing is wrong with the stream\n", "\(check.text)")
    }

    /// `make nightly` leaves it idle for an hour.
    @Test func ofAnIdleScreen() throws {
        let minutes = ProcessInfo.processInfo.environment["TESTS_IDLE_MINUTES"].flatMap(Int.init) ?? 0
        let stream = try live()
        let end = ContinuousClock.now + .seconds(60 * minutes)
        repeat { try waitForSegments(of: stream) } while ContinuousClock.now < end
        try expectNoRemark()
        try stream.stop()
        try expectNoRemark()
    }

    /// Too short for players, and nothing measured but its first segment.
    @Test func ofAStreamThatHasJustBegun() throws {
        let stream = try live()
        try waitUntil("a master") { textOfFile(server.file("live/master.m3u8")).contains("#EXT-X-STREAM-INF") }
        let check = try Program([try releaseProduct("splitcast"), "hls", "check", server.url("live/master.m3u8"), "--json"], timeout: .seconds(60))
        let report = try #require(try JSONSerialization.jsonObject(with: Data(check.text.utf8)) as? [String: Any])
        let remarks = try #require(report["remarks"] as? [[String: Any]])
        #expect(check.status == 0 && remarks.allSatisfy { $0["severity"] as? String == "note" }, "\(check)")
        // What each sends, and all of it.
        try waitForSegments(of: stream, 3)
        let rates = try stream.targets().compactMap { $0["bitRate"] as? Double }
        #expect(rates.count == 3 && rates.allSatisfy { $0 > 0 }, "\(rates)")
        #expect(String(decoding: try stream.command("status"), as: UTF8.self).contains(/master\.m3u8 +in all +[0-9]+ kb\/s/))
        try stream.stop()
    }

    /// The same ladder also goes by PUT to the server, which then is away for a while and comes back without its files.
    @Test func afterASwapAChangeOfSizeAndAServerThatWasAway() throws {
        let stream = try live("--http", "off", "--to", server.url("put/master.m3u8"))
        let new = try XvfbServer(width: 320, height: 180)
        try waitForSegments(of: stream, 2)
        let swap = try stream.running("swap", "x11", "--display", new.display)
        #expect(swap.exitStatus(within: .seconds(20)) == .exited(0), "\(swap.output)")
        try waitForSegments(of: stream, 4)
        try expectNoRemark()
        try stream.command("set", "size", "160x90")
        try waitForSegments(of: stream)
        try expectNoRemark()
        try expectNoRemark(server.url("put/master.m3u8"))
        #expect(textOfFile(server.file("live/master.m3u8")).contains("RESOLUTION=160x90"))
        server.kill()
        for target in 4...6 { try stream.waitForTarget(target, toBe: "reconnecting") }
        try FileManager.default.removeItem(atPath: server.file("put"))
        try server.start()
        try stream.waitUntilLive()
        try waitForSegments(of: stream, in: "put")
        for folder in ["put", "live"] { try expectNoRemark(server.url("\(folder)/master.m3u8")) }
        try stream.stop()
    }

    @Test func afterTheAudioServerCameBack() throws {
        let sound = try AudioFixture(feeding: .tone)
        let stream = try live(sound: sound)
        try stream.waitUntilHeard("mic")
        try sound.restart()
        try sound.feed(.tone)
        try stream.waitUntilHeard("mic")
        try waitForSegments(of: stream, 4)
        try expectNoRemark()
        try stream.stop()
    }

    /// Nothing to show, and the audio goes on: so do the playlists of the pictures, with the slate.
    @Test func whileThereIsAudioAlone() throws {
        let stream = try Stream(["host", "--mic", "none", "--http", "off", "--on-loss", "hold=0s,slate=500ms,audio"] + options())
        func agent() throws -> FixtureProcess { try stream.agent(on: screen) }
        let first = try agent()
        try stream.waitUntilLive()
        try waitForSegments(of: stream, 2)
        first.send(SIGKILL)
        try waitUntil("audio alone") { (try stream.status()["loss"] as? [String: Any])?["rung"] as? String == "audio" }
        try waitForSegments(of: stream)
        try expectNoRemark()
        let second = try agent()
        try waitUntil("the screen") { try stream.status()["loss"] == nil }
        try waitForSegments(of: stream, 3)
        try expectNoRemark()
        for name in ["180p", "90p"] { #expect(!textOfFile(server.file("live/master-\(name).m3u8")).contains("EXT-X-GAP")) }
        try stream.stop()
        withExtendedLifetime(second) {}
    }

    /// From the host's own server, whose address is told.
    @Test func inPartsFromTheHostItself() throws {
        let stream = try live("--http", "127.0.0.1:\(Port.free())", "--http-open", "--low-latency")
        let address = try #require(try stream.status()["ladder"] as? String)
        #expect(address.hasPrefix("http://127.0.0.1:") && address.hasSuffix("/ladder/master.m3u8"))
        #expect(stream.process.output.contains(address))
        #expect(String(decoding: try stream.command("status"), as: UTF8.self).contains("  ladder      \(address)\n"))
        try waitForSegments(of: stream)
        try expectNoRemark(address)
        // The page is live once, whatever it is made of.
        let told = try stream.events().filter {
            $0["code"] as? String == "target.live" && ($0["fields"] as? [String: Any])?["isPage"] as? Bool == true
        }
        #expect(told.map { $0["words"] as? String } == ["page live"], "\(told)")
        try stream.stop()
    }

    /// ffmpeg, `hls check` and `hls fetch` read it by its keys.
    @Test func encrypted() throws {
        let stream = try live("--http", "off", "--encrypt", "aes-128,rotate=2", "--dvr", "all")
        try waitForSegments(of: stream, 4)
        try expectNoRemark()
        try stream.stop()
        for name in ["180p", "audio-mix"] {
            let decoded = Program.run("ffmpeg", ["-v", "warning", "-i", server.url("live/master-\(name).m3u8"), "-f", "null", "-"])
            #expect(decoded.status == 0 && decoded.complaints == "", "\(decoded)")
        }
        let library = Scratch()
        let fetch = try Program(
            [try releaseProduct("splitcast"), "hls", "fetch", server.url("live/master.m3u8"), "--title", "Secret"],
            environment: ["XDG_DATA_HOME": library.path], timeout: .seconds(60))
        #expect(fetch.status == 0, "\(fetch)")
        // With other keys no one reads it.
        let keys = textOfFile(server.file("live/master-90p.m3u8")).matches(of: /URI="([^"]+\.key)"/).map { String($0.1) }
        try #require(!keys.isEmpty)
        for key in keys { try server.write(Data(repeating: 9, count: 16), to: "live/" + key) }
        let closed = try Program([try releaseProduct("splitcast"), "hls", "check", server.url("live/master.m3u8")], timeout: .seconds(60))
        #expect(closed.status == 1 && closed.text.contains("the key is wrong"), "\(closed)")
    }

    /// A rendition that was removed comes back by the ladder's address.
    @Test func afterARenditionCameBack() throws {
        let stream = try live()
        try waitForSegments(of: stream, 2)
        try stream.command("targets", "remove", "2")
        try waitUntil("a master without it") { !textOfFile(server.file("live/master.m3u8")).contains("master-90p") }
        let added = String(decoding: try stream.command("targets", "add", "hls:" + server.file("live")), as: UTF8.self)
        #expect(added == "target 4: \(server.file("live/master-90p.m3u8"))\n")
        try waitUntil("a master with it") { textOfFile(server.file("live/master.m3u8")).contains("master-90p") }
        try waitForSegments(of: stream, 3)
        try expectNoRemark()
        // Where all are new, each is told.
        let other = server.file("other/master.m3u8")
        try server.write("", to: "other/empty")
        let all = String(decoding: try stream.command("targets", "add", other), as: UTF8.self)
        #expect(all.split(separator: "\n").count == 3 && all.contains("target 7: "), "\(all)")
        // A target that got nothing is no clean end.
        try stream.waitUntilLive()
        try stream.stop()
    }

    /// The last picture stays until the clip begins, with the next aligned key frame.
    @Test func noSlateIsSeenBeforeAClip() throws {
        let scratch = Scratch()
        let clip = scratch.file("away.mp4")
        try runTool([
            "ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", "color=red:size=320x180:rate=30:duration=1", "-pix_fmt", "yuv420p", clip,
        ])
        let stream = try Stream(
            ["live", "--display", screen.display, "--mic", "none", "--http", "off", "--keyframe-interval", "5s", "--preset", "ultrafast"]
                + ["--to", "hls:" + server.file("live"), "--ladder", "180p,90p"],
            screen: screen, environment: ["XDG_CACHE_HOME": scratch.file("cache")])
        try stream.waitUntilLive()
        try stream.command("background", "--clip", clip)
        func encoded() throws -> [Int] {
            let encodings = try #require(try stream.status()["encodings"] as? [[String: Any]])
            return encodings.compactMap { $0["framesEncoded"] as? Int }
        }
        try waitForSegments(of: stream, 1)
        try stream.command("pause")
        let before = try encoded()
        try waitForSegments(of: stream, 2)
        let after = try encoded()
        // One may have been on its way.
        #expect(zip(before, after).allSatisfy { $1 - $0 <= 1 }, "\(before) and \(after)")
        try stream.stop()
    }
}
