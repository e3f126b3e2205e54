import Downloads
import Fixtures
import Foundation
import HLS
import ServerFixtures
import Testing

@Suite struct TalkFetchTests {
    private let fixture = FetchFixture()
    private let server: StreamServer
    private let stream: FakeStream

    init() throws {
        server = try StreamServer()
        stream = FakeStream(server: server)
    }

    @Test(arguments: ["", "packed/", "moved/"]) func aStreamIsFetchedByteByByte(folder: String) async throws {
        let names = try stream.addTrack("hd", segments: 9)
        let talk = try await fixture.fetch(fixture.request(server.url(folder + "hd/index.m3u8")))
        let found = try FetchFixture.bytes(talk)
        #expect(found.header == FakeStream.bytes("hd/init.mp4", 700) && found.segments == names.map { FakeStream.bytes($0) })
        #expect(talk.manifest.isComplete && talk.manifest.seconds == 18 && talk.manifest.bytes == 36_000 && talk.manifest.tracks[0].segments == 9)
        #expect(textOfFile(talk.folder + "/" + talk.manifest.playlist).hasSuffix("#EXT-X-ENDLIST\n"))
    }

    /// The picture that variants share is fetched once, each segment by one request; apart, another picture comes too.
    @Test(arguments: [true, false]) func anAuxiliaryConfigurationFetchesThePictureOnce(optimizes: Bool) async throws {
        _ = try stream.addLossless()
        var request = fixture.request(server.url("master.m3u8"))
        request.primary.preferences = [try VariantPredicate("peakBitRate < 4500000")]
        request.primary.media.subtitles = ["en"]
        request.auxiliary = [ContentConfiguration(preferences: [try VariantPredicate("audioAttributes.formatIDs IN {alac} ")])]
        request.optimizesAuxiliary = optimizes
        let talk = try await fixture.fetch(request)
        for number in 5...7 {
            #expect(["hd", "aac", "alac", "text"].map { server.count("\($0)/\(number).m4s") } == [1, 1, 1, 1])
            #expect(server.count("uhd/\(number).m4s") == (optimizes ? 0 : 1))
        }
        #expect(server.count("hd/init.mp4") == 1 && server.count("uhd/index.m3u8") == (optimizes ? 0 : 1))
        #expect(talk.manifest.variants.map(\.number) == (optimizes ? [1, 2] : [1, 3]) && talk.manifest.tracks.count == (optimizes ? 4 : 5))
        guard case .master(let master) = try Playlist(parsing: bytesOfFile(talk.folder + "/master.m3u8")) else { throw FixtureError("no master") }
        #expect(master.variants.map(\.peakBitRate) == (optimizes ? [4_000_000, 5_000_000] : [4_000_000, 9_000_000]))
        #expect(master.renditions.allSatisfy { FileManager.default.fileExists(atPath: talk.folder + "/" + ($0.uri ?? "?")) })
        #expect(master.streams.map { $0.group(of: .subtitles) } == ["text", nil])
    }

    /// Languages alone, without a word on the variant: its best one, and each language once.
    @Test func languagesAreFetchedWithoutAPreference() async throws {
        let master = """
            #EXTM3U
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="English",LANGUAGE="en",DEFAULT=YES,AUTOSELECT=YES,CHANNELS="2",URI="en/index.m3u8"
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="Français",LANGUAGE="fr",AUTOSELECT=YES,CHANNELS="2",URI="fr/index.m3u8"
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="Deutsch",LANGUAGE="de",AUTOSELECT=YES,CHANNELS="2",URI="de/index.m3u8"
            #EXT-X-STREAM-INF:BANDWIDTH=1000000,CODECS="avc1.640028,mp4a.40.2",RESOLUTION=640x360,AUDIO="a"
            sd/index.m3u8
            #EXT-X-STREAM-INF:BANDWIDTH=4000000,CODECS="avc1.640028,mp4a.40.2",RESOLUTION=1920x1080,AUDIO="a"
            hd/index.m3u8

            """
        try server.write(master, to: "master.m3u8")
        for name in ["sd", "hd", "en", "fr", "de"] { try stream.addTrack(name) }
        var request = fixture.request(server.url("master.m3u8"))
        request.primary.media.audio = ["en", "fr"]
        let talk = try await fixture.fetch(request)
        #expect(talk.manifest.variants.map(\.number) == [2] && talk.manifest.tracks.map(\.language) == [nil, "en", "fr"])
        #expect(["sd", "hd", "en", "fr", "de"].map { server.count("\($0)/5.m4s") } == [0, 1, 1, 1, 0])
        guard case .master(let local) = try Playlist(parsing: bytesOfFile(talk.folder + "/master.m3u8")) else { throw FixtureError("no master") }
        #expect(local.renditions.map(\.language) == ["en", "fr"] && local.renditions.map(\.isDefault) == [true, false])
    }

    /// Killed at whatever moment: the manifest says what was there when it began.
    @Test func whatIsThereIsCountedBeforeAllOfItIs() async throws {
        try stream.addTrack("hd", segments: 6)
        let talk = try await fixture.fetch(fixture.request(server.url("hd/index.m3u8")))
        let path = talk.folder + "/talk.json"
        try (textOfFile(path).replacing("\"isComplete\" : true", with: "\"isComplete\" : false").replacing("24000", with: "0"))
            .replacing("\"seconds\" : 12", with: "\"seconds\" : 0").write(toFile: path, atomically: false, encoding: .utf8)
        let begun = try fixture.library.talk("Talk").manifest
        #expect(!begun.isComplete && begun.bytes == 24_000 && begun.seconds == 12 && begun.tracks[0].segments == 6)
        // A manifest that leads elsewhere is not followed.
        try textOfFile(path).replacing(talk.manifest.tracks[0].folder, with: "../talk/\(talk.manifest.tracks[0].folder)")
            .write(toFile: path, atomically: false, encoding: .utf8)
        #expect(try fixture.library.talk("Talk").manifest.bytes == 0)
    }

    /// Another variant under the same title takes the place of the one before, once all of it is there.
    @Test func anotherVariantTakesThePlaceOfTheFirst() async throws {
        _ = try stream.addLossless()
        var request = fixture.request(server.url("master.m3u8"))
        request.primary.choice = .number(1)
        let first = try await fixture.fetch(request)
        let old = first.manifest.tracks.map(\.folder)
        try "mine".write(toFile: first.folder + "/notes-12345678", atomically: false, encoding: .utf8)
        request.primary.choice = .number(3)
        try FileManager.default.moveItem(atPath: server.file("uhd/7.m4s"), toPath: server.file("uhd/away"))
        await #expect(throws: DownloadError.self) { try await fixture.fetch(request) }
        #expect(old.allSatisfy { FileManager.default.fileExists(atPath: first.folder + "/" + $0) })
        try FileManager.default.moveItem(atPath: server.file("uhd/away"), toPath: server.file("uhd/7.m4s"))
        let second = try await fixture.fetch(request)
        let there = try FileManager.default.contentsOfDirectory(atPath: second.folder).filter { !$0.hasPrefix(".") }
        #expect(Set(there) == Set(second.manifest.tracks.map(\.folder) + ["talk.json", "master.m3u8", "notes-12345678"]), "\(there)")
    }

    @Test func whatIsThereIsNotFetchedAgain() async throws {
        let names = try stream.addTrack("hd", segments: 6)
        try FileManager.default.removeItem(atPath: server.file(names[4]))
        var oneByOne = fixture.request(server.url("hd/index.m3u8"))
        // What is under way beside a segment that is not there breaks off.
        oneByOne.parallel = 1
        let request = oneByOne
        let error = await #expect(throws: DownloadError.self) { try await fixture.fetch(request) }
        #expect(error?.code == .notFound && error?.message.contains("hd/9.m4s: the server has no such file (404)") == true)
        let begun = try fixture.library.talk("Talk")
        #expect(!begun.manifest.isComplete && begun.manifest.tracks[0].segments == 4)
        try server.write(FakeStream.bytes(names[4]), to: names[4])
        // A line that was cut off, as a power failure leaves it.
        let index = begun.folder + "/" + begun.manifest.playlist
        try (textOfFile(index) + "#EXTINF:2,\n0000").write(toFile: index, atomically: false, encoding: .utf8)
        let talk = try await fixture.fetch(request)
        #expect(try FetchFixture.bytes(talk).segments == names.map { FakeStream.bytes($0) })
        #expect(names.prefix(4).allSatisfy { server.count($0) == 1 } && server.count(names[4]) == 2 && server.count("hd/init.mp4") == 1)
        // Once more, and nothing but the playlist is asked for.
        let before = server.requests.count
        try await fixture.fetch(request)
        #expect(server.requests.count == before + 1)
    }

    @Test func aKeyDecryptsSegments() async throws {
        // Made by openssl, as a packager does.
        let scratch = Scratch()
        let key = Data((0..<16).map { UInt8($0) })
        let names = try stream.addTrack("enc", segments: 3, more: "#EXT-X-KEY:METHOD=AES-128,URI=\"key.bin\"\n")
        try server.write(key, to: "enc/key.bin")
        for (number, name) in zip(5..., names) + [(5, "enc/init.mp4")] {
            try FakeStream.bytes(name, name.hasSuffix("mp4") ? 700 : 4000).write(to: URL(fileURLWithPath: scratch.file("plain")))
            let vector = String(repeating: "0", count: 31) + "\(number)"
            try runTool([
                "openssl", "enc", "-aes-128-cbc", "-K", key.map { $0 < 16 ? "0" + String($0, radix: 16) : "" }.joined(), "-iv", vector,
                "-in", scratch.file("plain"), "-out", server.file(name),
            ])
        }
        let talk = try await fixture.fetch(fixture.request(server.url("enc/index.m3u8")))
        let found = try FetchFixture.bytes(talk)
        #expect(found.segments == names.map { FakeStream.bytes($0) } && found.header == FakeStream.bytes("enc/init.mp4", 700))
        #expect(server.count("enc/key.bin") == 1 && !textOfFile(talk.folder + "/" + talk.manifest.playlist).contains("EXT-X-KEY"))
        try server.write(Data("too short".utf8), to: "enc/key.bin")
        let error = await #expect(throws: DownloadError.self) {
            try await fixture.fetch(fixture.request(server.url("enc/index.m3u8"), title: "Other"))
        }
        #expect(error?.message.contains("a key has 16 bytes, and 9 came") == true)
    }

    @Test func partsOfOneFileAreFetchedByThemselves() async throws {
        let whole = FakeStream.bytes("whole", 9000)
        let text = """
            #EXTM3U
            #EXT-X-TARGETDURATION:2
            #EXT-X-MAP:URI="all.mp4",BYTERANGE="1000@0"
            #EXT-X-BYTERANGE:3000@1000
            #EXTINF:2,
            all.mp4
            #EXT-X-BYTERANGE:5000
            #EXTINF:2,
            all.mp4
            #EXT-X-ENDLIST

            """
        try server.write(text, to: "one/index.m3u8")
        try server.write(whole, to: "one/all.mp4")
        let talk = try await fixture.fetch(fixture.request(server.url("one/index.m3u8")))
        let found = try FetchFixture.bytes(talk)
        #expect(found.header == whole[0..<1000] && found.segments == [whole[1000..<4000], whole[4000..<9000]])
        #expect(server.requests.contains("GET /one/all.mp4 206 bytes=1000-3999"))
        try server.write(text.replacingOccurrences(of: "5000", with: "5001"), to: "one/index.m3u8")
        let error = await #expect(throws: DownloadError.self) {
            try await fixture.fetch(fixture.request(server.url("one/index.m3u8"), title: "Other"))
        }
        #expect(error?.message.contains("the server has 5000 of the 5001 bytes that the playlist names") == true)
    }

    @Test func aLimitOfTimeIsKept() async throws {
        try stream.addTrack("hd", segments: 9)
        var request = fixture.request(server.url("hd/index.m3u8"))
        request.duration = .seconds(5)
        let talk = try await fixture.fetch(request)
        #expect(talk.manifest.seconds == 6 && server.count("hd/8.m4s") == 0)
    }

    /// From now on: players begin there too.
    @Test func aPartOfALiveStreamBeginsAtItsEnd() async throws {
        let names = try stream.addTrack("live", segments: 9, hasEnded: false)
        var request = fixture.request(server.url("live/index.m3u8"))
        request.duration = .seconds(6)
        let talk = try await fixture.fetch(request)
        #expect(try FetchFixture.bytes(talk).segments == names.suffix(3).map { FakeStream.bytes($0) })
    }

    /// Audio ends with the picture, whose segments are a little longer than its own.
    @Test func aLimitOfTimeIsTheSameForAllTracks() async throws {
        try stream.addTrack("a", segments: 9)
        try server.write(textOfFile(server.file("a/index.m3u8")).replacing("2.0,", with: "1.984,"), to: "a/index.m3u8")
        var request = fixture.request(server.url("a/index.m3u8"))
        request.duration = .seconds(6)
        #expect(try await fixture.fetch(request).manifest.tracks[0].segments == 3)
    }

    /// A live playlist moves on, loses a segment to its server, and ends.
    @Test func aLiveStreamIsFetchedUntilItEnds() async throws {
        try stream.addTrack("live", segments: 3, hasEnded: false)
        var request = fixture.request(server.url("live/index.m3u8"))
        request.patience = .seconds(40)
        let fetch = TalkFetch(request, into: fixture.library)
        async let running = fetch.run()
        try await FetchFixture.waiting {
            try waitUntil("the first window") { fetch.progress.segments == 3 && fetch.progress.state == .waiting }
        }
        let later = (8...10).map { "live/\($0).m4s" }
        for name in later where name != later[1] { try server.write(FakeStream.bytes(name), to: name) }
        let window = (7...10).map { "#EXTINF:2,\n\($0).m4s\n" }.joined()
        try server.write(
            "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-MEDIA-SEQUENCE:7\n#EXT-X-MAP:URI=\"init.mp4\"\n\(window)#EXT-X-ENDLIST\n", to: "live/index.m3u8"
        )
        let talk = try await running
        let found = try FetchFixture.bytes(talk).segments
        #expect(found == (5...8).map { FakeStream.bytes("live/\($0).m4s") } + [Data(), FakeStream.bytes("live/10.m4s")])
        #expect(textOfFile(talk.folder + "/" + talk.manifest.playlist).contains("#EXT-X-GAP\n#EXTINF:2,\n000009-gap\n"))
        #expect(server.count("live/7.m4s") == 1 && server.count("live/9.m4s") == 1)
    }

    @Test func atMostFourFilesAtOnceAreAskedFor() async throws {
        try stream.addTrack("hd", segments: 40)
        try await fixture.fetch(fixture.request(server.url("hd/index.m3u8")))
        #expect(server.requests.count == 42)
    }

    @Test func twoTalksDoNotMeet() async throws {
        try stream.addTrack("a")
        try stream.addTrack("b")
        try await fixture.fetch(fixture.request(server.url("a/index.m3u8")))
        let error = await #expect(throws: DownloadError.self) { try await fixture.fetch(fixture.request(server.url("b/index.m3u8"))) }
        #expect(error?.code == .noTalk && error?.message.contains("comes from another address") == true)
        // Another token is the same address.
        try await fixture.fetch(fixture.request(server.url("a/index.m3u8?token=2")))
        try await fixture.fetch(fixture.request(server.url("b/index.m3u8"), title: "Beta, 2: ü!"))
        #expect(fixture.library.talks().map(\.name) == ["beta-2-ü", "talk"])
        let near = fixture.request(server.url("b/index.m3u8"), title: "Beta 2 ü")
        let similar = await #expect(throws: DownloadError.self) { try await fixture.fetch(near) }
        #expect(similar?.message.contains("'Beta, 2: ü!' has this folder already") == true)
        // What a link leads to is not the library's.
        let foreign = Scratch()
        try Data("mine".utf8).write(to: URL(fileURLWithPath: foreign.file("mine")))
        let talk = try fixture.library.talk("Talk")
        symlink(foreign.path, talk.folder + "/link")
        try talk.remove()
        #expect(textOfFile(foreign.file("mine")) == "mine")
        #expect(fixture.library.talks().map(\.manifest.title) == ["Beta, 2: ü!"])
        #expect(throws: DownloadError.self) { try fixture.library.talk("Talk") }
    }
}
