import Fixtures
import Foundation
import Judging
import ServerFixtures
import TestSupport
import Testing

/// A ladder on the servers that people have: nginx with DAV, and an object store.
@Suite(.serialized, .rerunWhenLate) struct LadderOriginTests {
    private static let names = ["180p", "90p", "audio-mix"]
    private let web: StreamServer
    private let screen: XvfbServer

    init() throws { (web, screen) = (try StreamServer(), try XvfbServer(width: 320, height: 180)) }

    private func options(_ more: [String]) -> [String] {
        [
            "live", "--display", screen.display, "--mic", "none", "--http", "off", "--preset", "ultrafast", "--keyframe-interval", "1s",
            "--to", web.url("live/master.m3u8"), "--ladder", "180p,90p", "--dvr", "all",
        ] + more
    }

    private func count(_ name: String) -> Int { textOfFile(web.file("live/master-\(name).m3u8")).matches(of: /#EXTINF/).count }

    private func waitForSegments(_ count: Int, _ stream: TestSupport.Stream, of names: [String] = names) throws {
        for name in names {
            try waitUntil("\(count) segments of \(name): \(stream.process.output.suffix(800))", timeout: .seconds(40)) { self.count(name) >= count }
        }
    }

    private func expectNoRemark(_ playlist: String) throws {
        let check = try Program([try releaseProduct("splitcast"), "hls", "check", playlist], timeout: .seconds(60))
        #expect(check.status == 0 && check.text == "nothing is wrong with the stream\n", "\(check)")
    }

    /// Where the package index cannot be reached, the run says so and goes on.
    private static func hasStore() -> Bool {
        if ObjectStore.isThere { return true }
        ExcuseFile.addCurrent(reason: "moto could not be fetched")
        return false
    }

    /// Both have the same. One that goes away does not touch the other.
    @Test func nginxAndAnObjectStoreGetTheSameAndOneMayGo() throws {
        guard Self.hasStore() else { return }
        let (store, scratch) = (try ObjectStore(), Scratch())
        let stream = try Stream(
            options(["--to", store.url("bucket/a%20talk/master.m3u8"), "--s3", "127.0.0.1:\(store.port)=\(store.key)"]), screen: screen)
        try stream.waitUntilLive()
        try waitForSegments(4, stream)
        try store.copy("a talk/", into: scratch.path)
        for name in Self.names {
            let listed = textOfFile(scratch.file("master-\(name).m3u8")).split(separator: "\n").filter { $0.hasSuffix(".m4s") }.map(String.init)
            #expect(listed.count >= 3, "\(name)")
            for segment in listed {
                // The other server may be a moment behind.
                let bytes = bytesOfFile(scratch.file(segment))
                try waitUntil("\(segment), \(bytes.count) bytes, on both") { !bytes.isEmpty && bytes == bytesOfFile(web.file("live/" + segment)) }
            }
        }
        #expect(!textOfFile(scratch.file("master.m3u8")).isEmpty)
        store.kill()
        try stream.waitForTarget(4, toBe: "reconnecting")
        try waitForSegments(Self.names.map { count($0) }.max()! + 4, stream)
        try expectNoRemark(web.url("live/master.m3u8"))
        for name in Self.names { #expect(!textOfFile(web.file("live/master-\(name).m3u8")).contains("EXT-X-GAP")) }
        try stream.stop()
        // What names a segment comes behind it.
        let puts = web.requests.filter { $0.hasPrefix("PUT") }
        #expect(puts.allSatisfy { $0.hasSuffix(" 201") || $0.hasSuffix(" 204") })
        for name in Self.names {
            let segment = try #require(puts.firstIndex { $0.contains("master-\(name)-") && $0.contains("-000000.m4s") })
            let lists = puts.indices.filter { puts[$0].contains("/master-\(name).m3u8") }
            // The first one is empty, to see whether it may be written.
            #expect(lists.count > 2 && lists[0] < segment && segment < lists[1], "\(puts.prefix(20))")
        }
    }

    /// GStreamer's hlsdemux reads each to its end.
    @Test func gstreamerReadsEveryRendition() throws {
        let stream = try Stream(options([]), screen: screen)
        try stream.waitUntilLive()
        try waitForSegments(4, stream)
        try stream.stop()
        for name in ["", "-180p", "-90p", "-audio-mix"] {
            let run = try Program(
                ["gst-launch-1.0", "-m", "souphttpsrc", "location=" + web.url("live/master\(name).m3u8"), "!", "hlsdemux", "!", "qtdemux", "!"]
                    + ["fakesink", "sync=false", "silent=false", "-v"])
            let buffers = run.text.matches(of: /fakesink[^\n]*last-message = chain/).count
            #expect(run.status == 0 && run.complaints == "" && run.text.contains("Got EOS from element \"pipeline0\""), "\(name): \(run)")
            #expect(!run.text.contains("ERROR") && !run.text.contains("WARNING") && buffers >= 8, "\(name): \(buffers)")
        }
    }

    /// Chromium has a player of HLS of its own: it plays the larger picture, and the smaller one where the link is slow.
    @Test func chromiumPlaysItByItselfAndChangesOver() throws {
        let large = try XvfbServer(width: 640, height: 360)
        let stimulus = try Stimulus(.motion, on: large)
        let stream = try Stream(
            [
                "live", "--display", large.display, "--mic", "none", "--http", "off", "--preset", "ultrafast", "--keyframe-interval", "1s",
                "--to", web.url("live/master.m3u8"), "--ladder", "360p@1500k,180p@150k", "--audio-bitrate", "32k", "--dvr", "30s",
            ], screen: large)
        try stream.waitUntilLive()
        try web.write("<video src=\"live/master.m3u8\" muted autoplay></video>", to: "index.html")
        try waitUntil("a master of both") { textOfFile(web.file("live/master.m3u8")).matches(of: /#EXT-X-STREAM-INF/).count == 2 }
        // Chromium takes what has fewer for no stream.
        try waitForSegments(3, stream, of: ["360p", "180p", "audio-mix"])
        let link = try Downlink(to: web.port)
        let browser = try ChromiumBrowser()
        try browser.open("http://127.0.0.1:\(link.port)/index.html")
        func awaitPicture(lines: Int) throws {
            var (before, seen) = (Duration.zero, "")
            try waitUntil("\(lines) lines: \(seen)", timeout: .seconds(60)) {
                guard let playback = try browser.playback() else { return false }
                defer { before = playback.currentTime }
                seen = "\(playback)"
                if !playback.error.isEmpty { throw FixtureError(playback.error) }
                return playback.height == lines && playback.currentTime > before
            }
        }
        try awaitPicture(lines: 360)
        try link.limit(bitsPerSecond: 500_000)
        try awaitPicture(lines: 180)
        try stream.stop()
        withExtendedLifetime(stimulus) {}
    }
}
