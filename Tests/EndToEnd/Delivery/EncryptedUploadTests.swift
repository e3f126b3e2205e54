import Fixtures
import Foundation
import Judging
import ServerFixtures
import TestSupport
import Testing

/// A ladder that is encrypted, on an object store that takes signed requests alone and on a web server; the keys are on a server of their own.
@Suite(.serialized, .rerunWhenLate) struct EncryptedUploadTests {
    @Test func segmentsAndPlaylistsArriveAndAreReadByTheirKeys() throws {
        let (store, web, keys) = (try S3Server(), try PutServer(), try StreamServer())
        let (screen, scratch) = (try XvfbServer(width: 320, height: 180), Scratch())
        try store.writeKey(to: scratch.file("key"))
        try keys.write("", to: "keys/empty")
        let encryption = "aes-128,rotate=2,key-folder=\(keys.file("keys")),key-uri=\(keys.url("keys/"))"
        let stream = try Stream(
            ["live", "--display", screen.display, "--mic", "none", "--http", "off", "--preset", "ultrafast", "--keyframe-interval", "1s"]
                + ["--to", store.url("bucket/live/master.m3u8"), "--to", web.url("live/master.m3u8"), "--ladder", "180p,90p", "--dvr", "all"]
                + ["--s3", "127.0.0.1=\(scratch.file("key"))", "--encrypt", encryption], screen: screen)
        try stream.waitUntilLive()
        let names = ["180p", "90p", "audio-mix"], folders = [store.file("master"), web.file("master")]
        for folder in folders {
            for name in names {
                try waitUntil("segments of \(name) in \(folder): \(stream.process.output.suffix(800))", timeout: .seconds(30)) {
                    textOfFile("\(folder)-\(name).m3u8").matches(of: /#EXTINF/).count >= 4
                }
            }
        }
        try stream.stop()
        #expect(store.requests.allSatisfy { ["200", "204"].contains($0[2]) })
        for folder in folders {
            for name in names {
                let playlist = textOfFile("\(folder)-\(name).m3u8")
                let used = Set(playlist.matches(of: /URI="(http[^"]+\.key)"/).map { String($0.1) })
                #expect(playlist.contains("#EXT-X-ENDLIST") && used.count >= 2, "\(playlist)")
                let decoded = Program.run(
                    "ffmpeg",
                    ["-v", "warning", "-allowed_extensions", "ALL", "-protocol_whitelist", "file,http,tcp,crypto", "-i", "\(folder)-\(name).m3u8"]
                        + ["-f", "null", "-"])
                #expect(decoded.status == 0 && decoded.complaints == "", "\(name): \(decoded)")
                // As it lies there it is nothing that a player reads.
                let segment = try #require(playlist.firstMatch(of: /\n([^#\n]+\.m4s)/).map { String($0.1) })
                let bytes = try Data(contentsOf: URL(fileURLWithPath: (folder as NSString).deletingLastPathComponent + "/" + segment))
                #expect(bytes.range(of: Data("moof".utf8)) == nil && bytes.count % 16 == 0)
            }
            let check = try Program([try releaseProduct("splitcast"), "hls", "check", folder + ".m3u8"], timeout: .seconds(60))
            #expect(check.status == 0 && !check.text.contains("error"), "\(check)")
        }
        // Each of both has its own, beside neither.
        #expect(!web.names.contains { $0.hasSuffix(".key") } && !store.requests.contains { $0[1].contains(".key") })
    }
}
