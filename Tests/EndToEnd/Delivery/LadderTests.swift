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
        let (screen, server, web) = (try XvfbServer(width: 640, height: 360), try PutServer(), try StreamServer(slowBytes: 100_000))
        try web.write("", to: "own/empty")
        let own = web.file("own/master")
        var stimulus: Stimulus? = try Stimulus(.motion, on: screen)
        let stream = try Stream(
            ["live", "--display", screen.display, "--http", "off", "--preset", "ultrafast", "--to", "hls:" + web.file("own")]
                + ["--to", server.url("live/show.m3u8"), "--ladder", "360p,180p@200k", "--dvr", "all", "--audio-group", "mix:en,mic:fr"],
            screen: screen)
        try stream.waitUntilLive()
        try waitUntil("three segments") { Self.segments(textOfFile(own + "-180p.m3u8")).count >= 3 }
        #expect(try stream.refusal("set", "target", "1", "--encoding", "low").contains("rendition '360p' of a ladder"))
        let targets = try stream.targets()
        #expect(targets.count == 8 && targets.allSatisfy { $0["state"] as? String == "live" })
        let rendition = try #require(targets[1]["rendition"] as? [String: Any])
        #expect(rendition["name"] as? String == "180p" && rendition["size"] as? String == "320x180")
        #expect(rendition["ladder"] as? String == own + ".m3u8")
        #expect((rendition["codec"] as? String ?? "").hasPrefix("avc1.") && rendition["peakBitRate"] as? Int ?? 0 > 1000)
        stimulus = nil
        let moving = Self.segments(textOfFile(own + "-360p.m3u8")).count
        try waitUntil("two segments of a still screen") { Self.segments(textOfFile(own + "-360p.m3u8")).count >= moving + 3 }
        try stream.stop()
        withExtendedLifetime(stimulus) {}

        for folder in [own, server.file("show")] {
            let master = textOfFile(folder + ".m3u8")
            for size in ["640x360", "320x180"] { #expect(master.contains("RESOLUTION=\(size),FRAME-RATE=30.000"), "\(master)") }
            for audio in ["NAME=\"mix\",LANGUAGE=\"en\",DEFAULT=YES", "NAME=\"mic\",LANGUAGE=\"fr\",DEFAULT=NO"] {
                #expect(master.contains(audio), "\(master)")
            }
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
        try expectTruth(server.file("show"))
        let reading = LadderReading(web, "own")
        try reading.expectConditions()
        try reading.expectATalk()
        try reading.expectAuxiliaryAudio()
        // What is put is said to be kept for ever, or hardly at all; the segments come before what names them.
        let order = server.requests.map { $0[2] }
        for name in ["show-180p", "show-360p"] {
            let playlist = try #require(textOfFile(server.file("\(name).m3u8")).split(separator: "\n").first { $0.hasSuffix(".m4s") })
            let (segment, listed) = (order.firstIndex { $0.hasSuffix(playlist) }, order.lastIndex { $0.hasSuffix("\(name).m3u8") })
            #expect(segment != nil && listed != nil && segment! < listed!)
        }
    }

    /// Every attribute that was meant is told again by `hls inspect`, and is so in the segments.
    private func expectTruth(_ folder: String) throws {
        let run = try Program([try releaseProduct("splitcast"), "hls", "inspect", folder + ".m3u8", "--json"])
        let told = try #require(try JSONSerialization.jsonObject(with: run.output) as? [String: Any], "\(run)")
        #expect(told["version"] as? Int == 6 && told["isIndependent"] as? Bool == true)
        let variants = try #require(told["variants"] as? [[String: Any]])
        #expect(variants.count == 2)
        for (variant, (name, size)) in zip(variants, [("360p", "640x360"), ("180p", "320x180")]) {
            let (video, audio) = (variant["videoAttributes"] as? [String: Any] ?? [:], variant["audioAttributes"] as? [String: Any] ?? [:])
            #expect(video["presentationSize"] as? String == size && video["nominalFrameRate"] as? Double == 30, "\(variant)")
            #expect(video["videoRange"] as? String == "SDR" && video["codecTypes"] as? [String] == ["avc1"], "\(variant)")
            #expect(audio["formatIDs"] as? [String] == ["aac"] && audio["channelCount"] as? Int == 2, "\(variant)")
            #expect(variant["badges"] as? [String] == [] && (variant["url"] as? String)?.hasSuffix("-\(name).m3u8") == true, "\(variant)")
            // The greatest of what player and network see, picture and audio together.
            let rates = ["\(folder)-\(name).m3u8", "\(folder)-audio-mix.m3u8"].map { path in
                Self.segments(textOfFile(path)).map { segment in
                    let file = (path as NSString).deletingLastPathComponent + "/" + segment.name
                    return Double(bytesOfFile(file).count) * 8 / segment.span
                }.max() ?? 0
            }
            let (peak, average) = (variant["peakBitRate"] as? Double ?? 0, variant["averageBitRate"] as? Double ?? 0)
            #expect(peak >= (rates.max() ?? 0) && peak <= rates.reduce(0, +) * 1.25 && average > 0 && average <= peak, "\(variant): \(rates)")
        }
        let renditions = try #require(told["renditions"] as? [[String: Any]])
        #expect(renditions.map { $0["name"] as? String } == ["mix", "mic"] && renditions.map { $0["language"] as? String } == ["en", "fr"])
        #expect(renditions.map { $0["isDefault"] as? Bool } == [true, false] && renditions.allSatisfy { $0["channels"] as? String == "2" })
    }
}
