import Fixtures
import Foundation
import Platform
import Testing

@testable import Control

/// A talk that was fetched, served for a browser.
@Suite struct TalkServerTests {
    private let scratch = Scratch()

    private func serving<Answer: Sendable>(_ body: @escaping @Sendable (PageAddress) throws -> Answer) async throws -> Answer {
        _ = try (scratch.directory("talk"), scratch.directory("talk/main-1"), scratch.directory("talk/main-1/deep"))
        try scratch.write("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nmain-1/index.m3u8\n", to: "talk/master.m3u8")
        // As a fetch that was killed leaves it.
        try scratch.write("#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\n000000-a.m4s\n#EXTINF:2,\n0000", to: "talk/main-1/index.m3u8")
        try scratch.write("segment", to: "talk/main-1/000000-a.m4s")
        try scratch.write("secret", to: "talk/main-1/deep/a.m4s")
        try scratch.write("secret", to: "talk/talk.json")
        try scratch.write("secret", to: "secret.m4s")
        let server = try PageServer(PageAddress("127.0.0.1:0"))
        let talk = TalkPage(title: "A \"talk\"", folder: scratch.file("talk"), playlist: "master.m3u8", artwork: nil)
        let (serving, signal) = AsyncStream.makeStream(of: Void.self)
        return try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await server.run(showing: talk) { signal.yield() } }
            for await _ in serving { break }
            let answer = try await Worker.run(name: "browser") { Result { try body(server.address) } }
            tasks.cancelAll()
            return try answer.get()
        }
    }

    @Test func thePageAndTheTalkAreThere() async throws {
        let paths = ["/", "/talk.js", "/talkparts.js", "/playlist.js", "/page.css", "/api/talk", "/talk/master.m3u8", "/talk/main-1/000000-a.m4s"]
        let answers = try await serving { address in try paths.map { try HTTPAnswer(address, $0) } }
        #expect(answers.map(\.status) == paths.map { _ in 200 })
        #expect(answers[0].body.contains("<video") && answers[5].body.contains(#""title":"A \"talk\"""#) && answers[7].body == "segment")
        #expect(answers[6].headers["content-type"] == "application/vnd.apple.mpegurl" && answers[7].headers["content-type"] == "video/iso.segment")
    }

    /// What lists of key frames ask for.
    @Test func aPartOfAFileIsGivenAsAskedFor() async throws {
        let asked = [
            ("/talk/main-1/000000-a.m4s", "bytes=1-3"), ("/talk/main-1/000000-a.m4s", "bytes=9-"), ("/talk.js", "bytes=-5"), ("/none", "bytes=0-1"),
        ]
        let answers = try await serving { address in try asked.map { try HTTPAnswer(address, $0.0, ["Range: \($0.1)"]) } }
        #expect(answers.map(\.status) == [206, 416, 206, 404])
        #expect(answers[0].body == "egm" && answers[0].headers["content-range"] == "bytes 1-3/7" && answers[0].headers["content-length"] == "3")
        #expect(answers[1].body == "" && answers[1].headers["content-range"] == "bytes */7")
        #expect(answers[2].body.utf8.count == 5)
        let whole = try await serving { address in try HTTPAnswer(address, "/talk/main-1/000000-a.m4s") }
        #expect(whole.headers["accept-ranges"] == "bytes" && whole.body == "segment")
    }

    /// A playlist that is not whole yet ends with what is there.
    @Test func whatWasBrokenOffCanBePlayed() async throws {
        let answer = try await serving { address in try HTTPAnswer(address, "/talk/main-1/index.m3u8") }
        #expect(answer.body == "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\n000000-a.m4s\n#EXTINF:2,\n#EXT-X-ENDLIST\n")
    }

    @Test func nothingElseIsServed() async throws {
        let paths = [
            "/talk/talk.json", "/talk/../secret.m4s", "/talk/main-1/../../secret.m4s", "/talk/main-1/deep/a.m4s", "/talk/%2e%2e/secret.m4s", "/talk/",
            "/talk/.lock", "/live/live.m3u8", "/api/status", "/page.js", "/player.js",
        ]
        let answers = try await serving { address in try paths.map { try HTTPAnswer(address, $0) } }
        #expect(answers.map(\.status) == paths.map { _ in 404 })
        #expect(answers.allSatisfy { !$0.body.contains("secret") })
    }
}
