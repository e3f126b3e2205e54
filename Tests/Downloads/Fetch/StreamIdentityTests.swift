import Downloads
import Fixtures
import Foundation
import HLS
import ServerFixtures
import Testing

/// What is the same stream, and what is another one.
@Suite struct StreamIdentityTests {
    private let fixture = FetchFixture()
    private let server: StreamServer
    private let stream: FakeStream

    init() throws {
        server = try StreamServer()
        stream = FakeStream(server: server)
    }

    /// Some servers of a network are behind the others: what they tell once more is no new stream. Another one, with the same names, is.
    @Test func anOlderPlaylistIsNoNewStreamAndANewOneHasFilesOfItsOwn() async throws {
        let names = try stream.addTrack("live", segments: 6, hasEnded: false)
        func write(_ numbers: ClosedRange<Int>, _ end: String = "") throws {
            let window = numbers.map { "#EXTINF:1,\n\($0).m4s\n" }.joined()
            let head = "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXT-X-MEDIA-SEQUENCE:\(numbers.lowerBound)\n#EXT-X-MAP:URI=\"init.mp4\"\n"
            // Never half of it.
            try server.write(head + window + end, to: "live/next")
            #expect(rename(server.file("live/next"), server.file("live/index.m3u8")) == 0)
        }
        let server = server
        @Sendable func asked() -> Int { server.count("live/index.m3u8") }
        try write(6...9)
        var request = fixture.request(server.url("live/index.m3u8"))
        request.patience = .seconds(40)
        let fetch = TalkFetch(request, into: fixture.library)
        async let running = fetch.run()
        try await FetchFixture.waiting { try waitUntil("the first window") { fetch.progress.segments == 4 } }
        try write(5...8)
        let before = asked()
        try await FetchFixture.waiting { try waitUntil("a look at the older one") { asked() >= before + 2 } }
        #expect(fetch.progress.segments == 4)
        // Begun anew, and missing for a moment.
        unlink(server.file("live/index.m3u8"))
        let between = asked()
        try await FetchFixture.waiting { try waitUntil("a look at none") { asked() >= between + 2 } }
        try server.write(Data("other header".utf8), to: "live/init.mp4")
        for number in 1...2 { try server.write(Data("other \(number)".utf8), to: "live/\(number).m4s") }
        try write(1...2)
        try await FetchFixture.waiting { try waitUntil("the new stream") { fetch.progress.segments == 6 } }
        for number in 3...7 { try server.write(Data("other \(number)".utf8), to: "live/\(number).m4s") }
        try write(1...7, "#EXT-X-ENDLIST\n")
        let talk = try await running
        let found = try FetchFixture.bytes(talk)
        #expect(found.segments == names[1...4].map { FakeStream.bytes($0) } + (1...7).map { Data("other \($0)".utf8) })
        #expect(found.header == FakeStream.bytes("live/init.mp4", 700))
        guard case .media(let index) = try Playlist(parsing: bytesOfFile(talk.folder + "/" + talk.manifest.playlist)) else { return }
        let last = try #require(index.segments.last?.map?.uri)
        #expect(textOfFile("\(talk.folder)/\(talk.manifest.tracks[0].folder)/\(last)") == "other header")
        #expect(index.segments[4].isDiscontinuity)
    }

    /// Tomorrow's broadcast at today's address, with today's names: by its times it is another one.
    @Test func anotherBroadcastOfTheAddressIsNoMoreOfTheTalk() async throws {
        try stream.addTrack("live")
        let playlist = textOfFile(server.file("live/index.m3u8"))
        func write(day: Int) throws {
            let time = "#EXT-X-PROGRAM-DATE-TIME:2026-11-\(day)T08:00:00.000Z\n"
            try server.write(playlist.replacing("#EXTINF", with: time + "#EXTINF"), to: "live/index.m3u8")
        }
        try write(day: 26)
        let request = fixture.request(server.url("live/index.m3u8"))
        let first = try await fixture.fetch(request)
        try await fixture.fetch(request)
        try write(day: 27)
        try server.write(Data("other".utf8), to: "live/5.m4s")
        let error = await #expect(throws: DownloadError.self) { try await fixture.fetch(request) }
        #expect(error?.message.contains("is an earlier broadcast of this address: give another --title") == true, "\(String(describing: error))")
        #expect(try FetchFixture.bytes(fixture.library.talk("Talk")).segments == FetchFixture.bytes(first).segments)
        let second = try await fixture.fetch(fixture.request(server.url("live/index.m3u8"), title: "Second"))
        #expect(try FetchFixture.bytes(second).segments.first == Data("other".utf8))
    }

    /// What an address asks for behind its question mark is what it gives.
    @Test func addressesThatDifferInWhatTheyAskForAreOthers() async throws {
        let names = try stream.addTrack("a", segments: 2) + stream.addTrack("b", segments: 2)
        let list = ["a", "b"].map { "#EXT-X-STREAM-INF:BANDWIDTH=\($0 == "a" ? 1 : 2)000000\n/asked/play?name=\($0)/list.m3u8\n" }.joined()
        try server.write("#EXTM3U\n" + list, to: "master.m3u8")
        for name in ["a", "b"] {
            let segments = (5...6).map { "#EXTINF:2,\n/asked/segment?name=\(name)/\($0).m4s\n" }.joined()
            let map = "#EXT-X-MAP:URI=\"/asked/init?name=\(name)/init.mp4\"\n"
            try server.write("#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-MEDIA-SEQUENCE:5\n\(map)\(segments)#EXT-X-ENDLIST\n", to: name + "/list.m3u8")
        }
        var request = fixture.request(server.url("master.m3u8"))
        for (number, name) in [(1, "a"), (2, "b")] {
            request.primary.choice = .number(number)
            let found = try FetchFixture.bytes(try await fixture.fetch(request))
            #expect(found.segments == names[(2 * number - 2)..<(2 * number)].map { FakeStream.bytes($0) })
            #expect(found.header == FakeStream.bytes(name + "/init.mp4", 700))
        }
        try await fixture.fetch(fixture.request(server.url("asked/play?name=a/list.m3u8"), title: "One"))
        let error = await #expect(throws: DownloadError.self) {
            try await fixture.fetch(fixture.request(server.url("asked/play?name=b/list.m3u8"), title: "One"))
        }
        #expect(error?.message.contains("comes from another address") == true)
    }

    /// As `--to` of a broadcast has it.
    @Test func aFolderOfABroadcastIsAnAddress() throws {
        _ = try stream.addLossless()
        let origin = Origin(OriginSettings())
        guard case .master(let master) = try origin.playlist(at: "hls:" + server.file("")).playlist else { throw FixtureError("no master") }
        #expect(master.variants.count == 3)
        let error = #expect(throws: DownloadError.self) { try origin.playlist(at: server.file("hd")) }
        #expect(error?.message.hasSuffix("give a playlist's file, such as \(server.file("hd"))/master.m3u8") == true, "\(String(describing: error))")
    }
}
