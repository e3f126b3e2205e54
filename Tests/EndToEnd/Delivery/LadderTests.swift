import Fixtures
import Foundation
import Judging
import ServerFixtures
import TestSupport
import Testing

/// `--ladder`: several pictures of one broadcast and the audio beside them, for players that choose.
@Suite(.serialized, .rerunWhenLate) struct LadderTests {
    /// Of a media playlist, what lies between two tags.
    private static func segments(_ playlist: String) -> [(span: Double, name: String)] {
        var (found, span): ([(Double, String)], Double) = ([], 0)
        for line in playlist.split(separator: "\n").map(String.init) {
            if line.hasPrefix("#EXTINF:") { span = Double(line.dropFirst(8).dropLast()) ?? -1 }
            if !line.hasPrefix("#") { found.append((span, line)) }
        }
        return found
    }

    private static func keyframes(_ file: String) -> [String] {
        Program.probe(file, "packet=pts,flags", ["-select_streams", "v"]).filter { $0.count > 1 && $0[1].hasPrefix("K") }.map { $0[0] }
    }

    /// A folder and a web server get the same ladder; the screen moves, and stands still afterwards.
    @Test func aFolderAndAWebServerGetEveryRendition() throws {
        let (screen, server, scratch) = (try XvfbServer(width: 640, height: 360), try PutServer(), Scratch())
        var stimulus: Stimulus? = try Stimulus(.motion, on: screen)
        let stream = try Stream(
            ["live", "--display", screen.display, "--http", "off", "--preset", "ultrafast", "--to", "hls:\(scratch.path)"]
                + ["--to", server.url("live/show.m3u8"), "--ladder", "360p,180p@200k", "--dvr", "all", "--audio-group", "mix:en,mic"], screen: screen)
        try stream.waitUntilLive()
        try waitUntil("three segments") { Self.segments(textOfFile(scratch.file("master-180p.m3u8"))).count >= 3 }
        #expect(try stream.refusal("set", "target", "1", "--encoding", "low").contains("rendition '360p' of a ladder"))
        let targets = try stream.targets()
        #expect(targets.count == 8 && targets.allSatisfy { $0["state"] as? String == "live" })
        let rendition = try #require(targets[1]["rendition"] as? [String: Any])
        #expect(rendition["name"] as? String == "180p" && rendition["size"] as? String == "320x180")
        #expect(rendition["ladder"] as? String == scratch.file("master.m3u8"))
        #expect((rendition["codec"] as? String ?? "").hasPrefix("avc1.") && rendition["peakBitRate"] as? Int ?? 0 > 1000)
        stimulus = nil
        let moving = Self.segments(textOfFile(scratch.file("master-360p.m3u8"))).count
        try waitUntil("two segments of a still screen") { Self.segments(textOfFile(scratch.file("master-360p.m3u8"))).count >= moving + 3 }
        try stream.stop()
        withExtendedLifetime(stimulus) {}

        for folder in [scratch.file("master"), server.file("show")] {
            let master = textOfFile(folder + ".m3u8")
            for size in ["640x360", "320x180"] { #expect(master.contains("RESOLUTION=\(size),FRAME-RATE=30.000"), "\(master)") }
            #expect(master.contains("NAME=\"mix\",LANGUAGE=\"en\",DEFAULT=YES") && master.contains("NAME=\"mic\",DEFAULT=NO"), "\(master)")
            for name in ["360p", "180p", "audio-mix", "audio-mic"] {
                #expect(try decodingErrors(of: "\(folder)-\(name).m3u8") == "", "\(name)")
                let playlist = textOfFile("\(folder)-\(name).m3u8")
                #expect(playlist.contains("#EXT-X-TARGETDURATION:2\n") && playlist.hasSuffix("#EXT-X-ENDLIST\n") && playlist.contains(":VOD\n"))
                #expect(!playlist.contains("EXT-X-GAP"), "\(playlist)")
                #expect(Self.segments(playlist).dropLast().allSatisfy { abs($0.span - 2) < 0.03 }, "\(playlist)")
            }
            let (large, small) = (Self.keyframes("\(folder)-360p.m3u8"), Self.keyframes("\(folder)-180p.m3u8"))
            #expect(large.count >= 6 && large == small, "\(large) and \(small)")
        }
        // What is put is said to be kept for ever, or hardly at all; the segments come before what names them.
        let order = server.requests.map { $0[2] }
        for name in ["show-180p", "show-360p"] {
            let playlist = try #require(textOfFile(server.file("\(name).m3u8")).split(separator: "\n").first { $0.hasSuffix(".m4s") })
            let (segment, listed) = (order.firstIndex { $0.hasSuffix(playlist) }, order.lastIndex { $0.hasSuffix("\(name).m3u8") })
            #expect(segment != nil && listed != nil && segment! < listed!)
        }
    }
}
