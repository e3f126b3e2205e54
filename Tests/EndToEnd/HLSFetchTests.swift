import Fixtures
import Foundation
import ServerFixtures
import TestSupport
import Testing

/// `splitcast hls` as people use it, on a stream that ffmpeg made, behind nginx.
@Suite(.serialized) struct HLSFetchTests {
    private let scratch = Scratch()
    private let server: StreamServer

    init() throws { server = try StreamServer(slowBytes: 60_000) }

    private var environment: [String: String?] { ["XDG_DATA_HOME": scratch.file("data")] }
    private var library: String { scratch.file("data/splitcast") }

    private func splitcast(_ arguments: String...) throws -> Program {
        try Program([try releaseProduct("splitcast"), "hls"] + arguments, environment: environment, timeout: .seconds(120))
    }

    /// Eight seconds: a picture with audio beside it.
    private func makeStream() throws {
        try server.write("", to: "s/empty")
        try runTool(
            ["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=320x180:rate=25", "-f", "lavfi", "-i", "sine=sample_rate=48000"]
                + [
                    "-t", "8", "-map", "0:v", "-map", "1:a", "-c:v", "libx264", "-pix_fmt", "yuv420p", "-b:v", "600k", "-g", "25", "-sc_threshold",
                    "0",
                ]
                + ["-bf", "0", "-c:a", "aac", "-f", "hls", "-hls_time", "1", "-hls_playlist_type", "vod", "-hls_flags", "independent_segments"]
                + ["-hls_segment_type", "fmp4", "-hls_fmp4_init_filename", "init.mp4", "-master_pl_name", "master.m3u8"]
                + ["-var_stream_map", "v:0,agroup:a a:0,agroup:a,language:en,default:yes", server.file("s/v%v/index.m3u8")])
    }

    /// The bytes of all segments by their playlist, one after the other.
    private func bytes(ofPlaylist path: String) -> [UInt8] {
        let folder = (path as NSString).deletingLastPathComponent
        return textOfFile(path).split(separator: "\n").filter { !$0.hasPrefix("#") }.flatMap { bytesOfFile(folder + "/" + $0) }
    }

    /// The requests that would ask for segments which are there.
    private func wholeFiles(_ folder: String) -> Set<String> {
        var requests: Set<String> = []
        for (kind, source) in [("main", "v0"), ("audio", "v1")] {
            let names = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []  // none before it is made
            for name in names where name.hasPrefix(kind) && name.hasSuffix(".m4s") {
                if let number = name.split(separator: "/").last.flatMap({ Int($0.prefix(6)) }) {
                    requests.insert("GET /slow/s/\(source)/index\(number).m4s 200")
                }
            }
        }
        return requests
    }

    private func expectNotAsked(for held: Set<String>, since first: Int) {
        #expect(held.intersection(server.requests.dropFirst(first)) == [])
    }

    @Test func aStreamIsInspected() throws {
        try makeStream()
        let table = try splitcast("inspect", server.url("s/master.m3u8"))
        #expect(table.status == 0 && table.text.contains("320x180") && table.text.contains("avc1") && table.text.contains("aac"), "\(table)")
        let file = try splitcast("inspect", server.file("s/master.m3u8"), "--json")
        let told = try JSONSerialization.jsonObject(with: file.output) as? [String: Any]
        let variant = try #require((told?["variants"] as? [[String: Any]])?.first)
        #expect((variant["videoAttributes"] as? [String: Any])?["presentationSize"] as? String == "320x180")
        let none = try splitcast("inspect", server.url("s/master.m3u8"), "--where", "videoAttributes.videoRange == PQ")
        #expect(none.status == 1 && none.complaints == "splitcast: no variant meets --where\n")
        let typo = try splitcast("inspect", server.url("s/master.m3u8"), "--where", "peakBitRate < ")
        #expect(typo.status == 2 && typo.complaints.hasPrefix("splitcast: --where 'peakBitRate < ': column 15: a number could stand here"), "\(typo)")
    }

    /// Killed again and again in the middle of whatever it did: at the end every byte is there, and nothing whole was asked for twice.
    @Test func aFetchThatIsKilledGoesOn() throws {
        try makeStream()
        let arguments = [
            try releaseProduct("splitcast"), "hls", "fetch", server.url("slow/s/master.m3u8"), "--title", "A talk", "--progress", "json",
        ]
        var (held, asked): (Set<String>, Int) = ([], 0)
        for round in 1...3 {
            let process = try FixtureProcess(arguments, environment: environment)
            let before = server.requests.filter { $0.contains(".m4s 200") }.count
            try waitUntil("some segments to come: \(process.output.suffix(500))") {
                try process.expectRunning()
                return server.requests.filter { $0.contains(".m4s 200") }.count >= before + round
            }
            process.kill()
            expectNotAsked(for: held, since: asked)
            (held, asked) = (wholeFiles(library + "/a-talk"), server.requests.count)
        }
        let end = try Program(arguments, environment: environment, timeout: .seconds(120))
        expectNotAsked(for: held, since: asked)
        #expect(!held.isEmpty)
        #expect(end.status == 0 && end.text.split(separator: "\n").last?.contains("\"state\":\"complete\"") == true, "\(end.complaints) \(end.text)")
        let folder = library + "/a-talk"
        let manifest = try JSONSerialization.jsonObject(with: Data(bytesOfFile(folder + "/talk.json"))) as? [String: Any]
        let tracks = try #require(manifest?["tracks"] as? [[String: Any]])
        #expect(manifest?["isComplete"] as? Bool == true && tracks.count == 2)
        for (track, source) in zip(tracks, ["v0", "v1"]) {
            let name = try #require(track["folder"] as? String)
            let local = bytes(ofPlaylist: folder + "/" + name + "/index.m3u8")
            #expect(local == bytes(ofPlaylist: server.file("s/\(source)/index.m3u8")) && local.count > 10_000)
        }
        #expect(try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.hasSuffix(".part") } == [])
        #expect(Program.decodingComplaints(folder + "/master.m3u8") == "")
    }

    @Test func whatWasFetchedIsListedPlayedAndRemoved() throws {
        try makeStream()
        #expect(try splitcast("fetch", server.url("s/master.m3u8"), "--title", "A talk").status == 0)
        let list = try splitcast("list")
        #expect(list.text.contains("A talk") && list.text.contains("complete") && list.text.contains("0:00:08"), "\(list)")
        let port = Port.free()
        let player = try FixtureProcess(
            [try releaseProduct("splitcast"), "hls", "play", "A talk", "--http", "127.0.0.1:\(port)"], environment: environment)
        try player.waitForOutput("http://127.0.0.1:\(port)/")
        let browser = try ChromiumBrowser()
        // The browser's own HLS, and by parts as browsers without it do.
        for address in ["http://127.0.0.1:\(port)/", "http://127.0.0.1:\(port)/?parts"] {
            try browser.open(address)
            try waitUntil("the talk to be loaded", timeout: .seconds(30)) {
                _ = try browser.evaluate("{ const v = document.querySelector('video'); v.muted = true; v.play(); 0 }")
                guard let playback = try browser.playback() else { return false }
                if !playback.error.isEmpty { throw FixtureError("\(address): \(playback.error)") }
                return playback.width == 320 && playback.currentTime > .seconds(2) && playback.decodedFrames > 30
            }
            #expect(try browser.playback()?.decodedAudioBytes ?? 0 > 0, "\(address)")
            try browser.screenshot().write(to: URL(fileURLWithPath: scratch.file("shot.png")))
        }
        #expect(try browser.evaluate("document.title") as? String == "A talk")
        let stray = try Program(["curl", "-s", "-o", "/dev/null", "-w", "%{http_code}", "http://127.0.0.1:\(port)/talk/talk.json"])
        #expect(stray.text == "404")
        player.send(SIGINT)
        #expect(player.exitStatus(within: .seconds(10)) == .exited(0))
        #expect(try splitcast("rm", "A talk").status == 0 && FileManager.default.contentsOfDirectory(atPath: library) == [])
        let gone = try splitcast("play", "A talk")
        #expect(gone.status == 2 && gone.complaints == "splitcast: there is no talk 'A talk': none was fetched\n", "\(gone)")
    }

    /// What is there stays, and room made, the same command goes on.
    @Test func aFullDiskKeepsWhatIsThere() throws {
        try makeStream()
        let data = try scratch.directory("data")
        let script = """
            mount -t tmpfs -o size=600k tmpfs "$0" && "$@"; first=$?
            mount -o remount,size=10m "$0" && "$@" && test "$first" = 1
            """
        let run = try Program(
            ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c", script, data]
                + [try releaseProduct("splitcast"), "hls", "fetch", server.url("s/master.m3u8"), "--title", "A talk"], environment: environment)
        #expect(run.status == 0 && run.complaints.contains("No space left on device: make room on the disk; the same command goes on"), "\(run)")
        #expect(run.complaints.contains("segments are kept"), "\(run)")
        let segments = server.requests.filter { $0.contains(".m4s") }
        // What was whole when the disk was full is not asked for again.
        #expect(Set(segments).count == 17 && segments.count < 34, "\(segments)")
    }

    @Test func aStreamIsChecked() throws {
        try makeStream()
        let good = try splitcast("check", server.url("s/master.m3u8"))
        #expect(good.status == 0 && !good.text.contains("error"), "\(good)")
        try server.write(textOfFile(server.file("s/master.m3u8")).replacing("avc1", with: "hvc1"), to: "s/wrong.m3u8")
        let bad = try splitcast("check", server.url("s/wrong.m3u8"), "--json")
        #expect(bad.status == 1 && bad.complaints == "splitcast: the stream has 1 error\n" && bad.text.contains("4.4.6.2"), "\(bad)")
        let page = try splitcast("check", server.url("forbidden/a.m3u8"))
        #expect(page.status == 1 && page.complaints.contains("(403)"), "\(page)")
    }
}
