import Downloads
import Fixtures
import Foundation
import HLS
import ServerFixtures
import Testing

/// Servers that refuse, fail, stay silent or send something else: one line, and what is there stays.
@Suite struct BadOriginTests {
    private let fixture = FetchFixture()
    private let server: StreamServer

    init() throws { server = try StreamServer() }

    private func failure(_ url: String, _ change: (inout FetchRequest) throws -> Void = { _ in }) async throws -> DownloadError {
        var request = fixture.request(url)
        (request.origin.stallLimit, request.origin.phaseLimit) = (.seconds(2), .seconds(2))
        try change(&request)
        let changed = request
        let error = await #expect(throws: DownloadError.self) { try await fixture.fetch(changed) }
        let found = try #require(error)
        #expect(!found.message.contains("\n") && !found.message.contains("secret"))
        return found
    }

    @Test(arguments: [
        ("forbidden/a.m3u8", DownloadErrorCode.refused, "(403)"), ("gone.m3u8", DownloadErrorCode.notFound, "no such file (404)"),
        ("failing/a.m3u8", DownloadErrorCode.origin, "the server fails (500)"),
        ("looping/a.m3u8", DownloadErrorCode.refused, "without end"), ("page.html", DownloadErrorCode.playlist, "it is a web page"),
        ("self.m3u8", DownloadErrorCode.playlist, "do not lead to others without end"),
        ("text.m3u8", DownloadErrorCode.playlist, "line 2 is not UTF-8"),
        ("outside.m3u8", DownloadErrorCode.playlist, "/outside.m3u8?…: file:///etc/hostname is no address of a web server"),
        ("data.m3u8", DownloadErrorCode.playlist, "/data.m3u8?…: data:text/plain,hello is no address of a web server"),
        ("escape.m3u8", DownloadErrorCode.playlist, "/escape.m3u8?…: file:///etc/hostname is no address of a web server"),
        ("portal.m3u8", DownloadErrorCode.damaged, "/page.html: a web page came where a segment should be"),
        ("over.m3u8", DownloadErrorCode.playlist, "the stream has ended, and there is no segment in it"),
        ("locked.m3u8", DownloadErrorCode.notReadable, "SAMPLE-AES, which only a player with a licence decrypts"),
    ])
    func anAnswerThatIsNoStreamIsNamed(path: String, code: DownloadErrorCode, message: String) async throws {
        try server.write("<html>", to: "page.html")
        try server.write("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=5\nself.m3u8\n", to: "self.m3u8")
        try server.write(Data(Array("#EXTM3U\n#EXT-X-".utf8) + [0xFF, 10]), to: "text.m3u8")
        for (name, uri) in [("outside", "file:///etc/hostname"), ("data", "data:text/plain,hello")] {
            try server.write("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=5\n\(uri)\n", to: name + ".m3u8")
        }
        for (name, segments) in [("escape", ["file:///etc/hostname"]), ("portal", ["page.html"]), ("over", [])] {
            let lines = segments.map { "#EXTINF:2,\n\($0)\n" }.joined()
            try server.write("#EXTM3U\n#EXT-X-TARGETDURATION:2\n\(lines)#EXT-X-ENDLIST\n", to: name + ".m3u8")
        }
        let key = "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"skd://a\",KEYFORMAT=\"com.apple.streamingkeydelivery\"\n"
        try server.write("#EXTM3U\n#EXT-X-TARGETDURATION:2\n\(key)#EXTINF:2,\na.ts\n#EXT-X-ENDLIST\n", to: "locked.m3u8")
        let error = try await failure(server.url(path + "?token=secret"))
        #expect(error.code == code && error.message.contains(message), "\(error.code) \(error)")
    }

    @Test func whatIsRequiredAndNotThereIsRefusedBeforeAnythingIsFetched() async throws {
        _ = try FakeStream(server: server).addLossless()
        let require = try await failure(server.url("master.m3u8")) {
            $0.primary.requirements = [try VariantPredicate("videoAttributes.videoRange == HLG")]
        }
        #expect(require.code == .playlist && require.message.contains("'videoAttributes.videoRange == HLG'"))
        let variant = try await failure(server.url("master.m3u8")) { $0.primary.choice = .number(7) }
        #expect(variant.message.contains("there is no variant 7"))
        #expect(server.requests.count == 2)
    }

    @Test func aServerThatNeverAnswersIsLeft() async throws {
        let silent = Listener()
        let error = try await failure("http://127.0.0.1:\(silent.port)/a.m3u8")
        #expect(error.code == .origin && error.message.contains("does not answer"), "\(error)")
        let error2 = try await failure("http://127.0.0.1:\(Port.free())/a.m3u8")
        #expect(error2.code == .origin && error2.message.contains("nothing listens"), "\(error2)")
    }

    /// It promises more than it sends, then hangs up: the rest is asked for again, and what came is no segment.
    @Test func aWrongLengthIsNoSegment() async throws {
        let listener = Listener()
        let playlist = "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\na.ts\n#EXT-X-ENDLIST\n"
        let port = listener.port
        async let failed = failure("http://127.0.0.1:\(port)/index.m3u8")
        let answers = [
            "HTTP/1.1 200 OK\r\nContent-Length: \(playlist.utf8.count)\r\nConnection: close\r\n\r\n\(playlist)",
            "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf",
        ]
        try await FetchFixture.waiting {
            for answer in answers {
                guard let line = listener.accept() else { throw FixtureError("no one connects") }
                _ = line.read()
                line.write(Array(answer.utf8))
                line.finish()
            }
        }
        let error = try await failed
        #expect(error.code == .origin && error.message.contains("before it had sent all that it promised"), "\(error)")
        let talk = try fixture.library.talk("Talk")
        #expect(talk.manifest.tracks[0].segments == 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: talk.folder + "/" + talk.manifest.tracks[0].folder) == ["index.m3u8"])
    }

    /// A server that fails for a moment is asked again.
    @Test func whatPassesIsTriedAgain() async throws {
        let names = try FakeStream(server: server).addTrack("hd")
        let port = Port.free()
        var request = fixture.request("http://127.0.0.1:\(port)/hd/index.m3u8")
        request.origin.retries = 6
        let fetch = TalkFetch(request, into: fixture.library)
        async let running = fetch.run()
        let proxy = try FixtureProcess(["python3", "-m", "http.server", "\(port)", "--bind", "127.0.0.1", "--directory", server.file("")])
        let talk = try await running
        #expect(try FetchFixture.bytes(talk).segments == names.map { FakeStream.bytes($0) })
        proxy.end()
    }
}
