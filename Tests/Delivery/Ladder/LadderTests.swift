import Codec
import Fixtures
import Foundation
import MediaFixtures
import Platform
import Testing

@testable import Delivery

@Suite(.timeLimit(.minutes(15))) struct LadderTests {
    /// Everything that a master says, against what the files hold.
    @Test func theMasterSaysWhatTheSegmentsHold() throws {
        let fixture = try LadderFixture()
        try fixture.scratch.write("old", to: "master.m3u8")
        try fixture.play(9)
        try fixture.finish()
        let master = fixture.text("master.m3u8")
        let attributes = master.split(separator: "\n").filter { $0.hasPrefix("#EXT-X-STREAM-INF:") }.map(String.init)
        #expect(attributes.count == 2)
        for (line, size) in zip(attributes, ["320x180", "160x90"]) {
            #expect(line.contains("RESOLUTION=\(size),FRAME-RATE=10.000,VIDEO-RANGE=SDR,CLOSED-CAPTIONS=NONE,AUDIO=\"audio\""), "\(line)")
            #expect(line.contains(/CODECS="avc1\.42C0[0-9A-F]{2},mp4a\.40\.2"/), "\(line)")
        }
        #expect(
            master.contains(
                "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"audio\",NAME=\"mix\",LANGUAGE=\"en\",DEFAULT=YES,AUTOSELECT=YES,CHANNELS=\"2\","
                    + "URI=\"master-audio-mix.m3u8\""))
        #expect(master.contains("URI=\"master-90p-iframes.m3u8\""))
        // The peak is that of the largest segment of the picture and of the audio.
        func peak(_ name: String) throws -> Int {
            try fixture.playlist(name).segments.filter { $0.span > 0.9 }.map { segment in
                let size = try Data(contentsOf: URL(fileURLWithPath: fixture.scratch.file(segment.name))).count
                return Int((Double(size) * 8 / segment.span).rounded(.up))
            }.max() ?? 0
        }
        let told = attributes.compactMap { $0.firstMatch(of: /BANDWIDTH=(\d+)/).flatMap { Int($0.1) } }
        let measured = [try peak("180p") + peak("audio-mix"), try peak("90p") + peak("audio-mix")]
        for (told, measured) in zip(told, measured) { #expect(abs(told - measured) <= measured / 20 + 8, "\(told) of \(measured)") }
        #expect(fixture.complaints == [])
    }

    /// ffmpeg's reader, which complains about what does not fit.
    @Test func otherProgramsReadEveryRendition() throws {
        let fixture = try LadderFixture()
        try fixture.play(8)
        try fixture.finish()
        let read = Program.run("ffmpeg", ["-v", "warning", "-i", fixture.scratch.file("master.m3u8"), "-map", "0", "-f", "null", "-"])
        #expect(read.status == 0 && read.complaints == "")
        let kinds = Program.probe(fixture.scratch.file("master.m3u8"), "stream=codec_type,width").map { $0.joined(separator: " ") }
        #expect(Set(kinds).count == 3, "\(kinds)")
        for name in LadderFixture.names { #expect(Program.decodingComplaints(fixture.scratch.file("master-\(name).m3u8")) == "") }
        // The key frames alone, each by its byte range: one picture for each segment.
        for name in ["180p", "90p"] {
            let path = fixture.scratch.file("master-\(name)-iframes.m3u8")
            #expect(Program.decodingComplaints(path) == "")
            #expect(Program.probe(path, "packet=flags").allSatisfy { $0[0].hasPrefix("K") })
            #expect(Program.probe(path, "packet=flags").count == fixture.playlist(name).segments.count)
        }
        // CMAF's brand, and times that go on from segment to segment.
        let header = try Data(contentsOf: URL(fileURLWithPath: fixture.scratch.file(fixture.playlist("180p").headers[0])))
        #expect(header.prefix(64).range(of: Data("cmfc".utf8)) != nil)
        for name in LadderFixture.names {
            var end: Int?
            for segment in fixture.playlist(name).segments {
                let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: fixture.scratch.file(segment.name))))
                for fragment in TrackFragment.all(in: bytes) {
                    if let end { #expect(fragment.start == end, "\(segment.name)") }
                    end = fragment.start + fragment.span
                }
            }
        }
    }

    /// Key frames have the same tick in every rendition, and begin every segment; also where pictures are as rare as on an idle desktop.
    @Test(arguments: [10, 2]) func renditionsAreAlignedAndKeepToTheTargetDuration(fps: Int) throws {
        let fixture = try LadderFixture(fps: fps)
        try fixture.play(20)
        try fixture.finish()
        let (large, small) = (fixture.ticks("180p"), fixture.ticks("90p"))
        #expect(large.keyframes == small.keyframes && large.keyframes.count == 6)
        let (first, second) = (fixture.playlist("180p"), fixture.playlist("90p"))
        #expect(first.segments.map(\.number) == Array(4...9) && first.segments.map(\.date) == second.segments.map(\.date))
        #expect(first.segments.dropLast().allSatisfy { $0.span == 2 } && first.target == 2)
        let audio = fixture.playlist("audio-mix")
        #expect(audio.segments.map(\.number) == Array(4...9) && audio.target == 2)
        for (heard, shown) in zip(audio.segments, first.segments) {
            let format = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
            let apart = try format.parse(heard.date).timeIntervalSince(format.parse(shown.date))
            #expect((-0.002...0.025).contains(apart), "\(heard.name) begins \(apart) s after its picture")
        }
        #expect(fixture.complaints == [])
        #expect(fixture.stores[0].found.versions > 15)
    }

    /// A key frame that never came: what cannot be shown is a gap, and the numbers go on meaning the same times.
    @Test func whatIsMissingIsAGap() throws {
        let fixture = try LadderFixture(window: .everything)
        try fixture.play(10) { rendition, time in rendition == 1 && (4.0..<6.5).contains(time) }
        try fixture.finish()
        let (whole, torn) = (fixture.playlist("180p"), fixture.playlist("90p"))
        #expect(whole.segments.map(\.number) == torn.segments.map(\.number) && whole.segments.count == 5)
        #expect(torn.segments.map(\.isGap) == [false, false, true, true, false])
        #expect(whole.segments.allSatisfy { !$0.isGap })
        #expect(torn.segments.allSatisfy { $0.span == 2 || $0 == torn.segments.last })
        #expect(fixture.complaints == [])
    }

    /// Pictures that stop in the middle of a segment and come back much later: all that is listed lasts as long as it says, from where it says.
    @Test func whatComesBehindAHoleLastsAsLongAsItSays() throws {
        let fixture = try LadderFixture(window: .everything)
        try fixture.play(12) { rendition, time in rendition == 1 && (2.5..<7.5).contains(time) }
        try fixture.finish()
        let torn = fixture.playlist("90p")
        #expect(torn.segments.map(\.isGap) == [false, false, true, true, false, false])
        let second = try fragments(fixture, torn.segments[0]).map(\.span).reduce(0, +) / 2
        for segment in torn.segments.dropLast() where !segment.isGap {
            let found = try fragments(fixture, segment)
            #expect(found.first?.start == segment.number * 2 * second, "\(segment.name)")
            #expect(found.map(\.span).reduce(0, +) == Int(segment.span) * second, "\(segment.name)")
        }
        #expect(fixture.complaints == [])
    }

    private func fragments(_ fixture: LadderFixture, _ segment: MediaPlaylist.Segment) throws -> [TrackFragment] {
        TrackFragment.all(in: [UInt8](try Data(contentsOf: URL(fileURLWithPath: fixture.scratch.file(segment.name)))))
    }

    /// After a lost connection the segments that no one got are gaps. The header stays, and is there again, as the master is, where all was lost.
    @Test func anotherConnectionGoesOnInTheSamePlaylist() throws {
        let fixture = try LadderFixture(window: .everything)
        try fixture.play(5)
        fixture.sinks[0].abandon(until: .now())
        let lost = (fixture.playlist("180p").headers + ["master.m3u8"]).map { fixture.scratch.file($0) }
        for path in lost { try FileManager.default.removeItem(atPath: path) }
        try fixture.open(fixture.sinks[0])
        try fixture.play(5)
        try fixture.finish()
        let playlist = fixture.playlist("180p")
        #expect(playlist.segments.map(\.isGap) == [false, false, true, false, false])
        #expect(playlist.headers.count == 1)
        for path in lost { #expect(FileManager.default.fileExists(atPath: path), "\(path)") }
        #expect(!fixture.scratch.names().contains { $0.hasSuffix(".tmp") })
        #expect(fixture.complaints == [])
    }

    /// The encoder was opened anew in another size, at an aligned key frame and elsewhere.
    @Test func anotherEncoderBeginsWithTheNextSegment() throws {
        let fixture = try LadderFixture(window: .everything)
        try fixture.play(4)
        try fixture.replaceEncoder(1, width: 224)
        try fixture.play(3)
        try fixture.replaceEncoder(1, width: 200)
        try fixture.play(5)
        try fixture.finish()
        let playlist = fixture.playlist("90p")
        #expect(playlist.headers.count == 3)
        #expect(playlist.segments.map(\.number) == Array(0...5))
        let sizes = Program.probe(fixture.scratch.file("master-90p.m3u8"), "frame=width,height").map { $0.prefix(2).joined(separator: "x") }
        #expect(Set(sizes) == ["160x90", "224x126", "200x112"])
        #expect(fixture.text("master.m3u8").contains("RESOLUTION=200x112"))
        #expect(fixture.complaints == [])
    }

    @Test func aWindowHoldsWhatItSays() throws {
        let event = try LadderFixture(window: .everything, interval: .milliseconds(500))
        try event.play(10)
        #expect(event.text("master-90p.m3u8").contains("#EXT-X-PLAYLIST-TYPE:EVENT\n") && !event.playlist("90p").isEnded)
        try event.finish()
        #expect(event.text("master-90p.m3u8").contains("#EXT-X-PLAYLIST-TYPE:VOD\n") && event.playlist("90p").isEnded)
        #expect(event.playlist("90p").segments.count == 20 && event.playlist("90p").segments[0].number == 0)
        let window = try LadderFixture(window: .time(.seconds(4)), interval: .milliseconds(500))
        try window.play(16)
        let listed = window.playlist("180p").segments
        #expect(listed.count == 8 && !window.text("master-180p.m3u8").contains("PLAYLIST-TYPE"))
        // What fell off the list stays as long as a playlist that named it may be in use.
        let kept = window.scratch.names().filter { $0.hasPrefix("master-180p-") && $0.hasSuffix(".m4s") }
        #expect(kept.count >= 8 + 8 && kept.count <= 8 + 10, "\(kept.count)")
        #expect(event.complaints == [] && window.complaints == [])
    }

    /// A rendition that is removed is listed no more; the others go on.
    @Test func aRenditionLeaves() throws {
        let fixture = try LadderFixture()
        try fixture.play(5)
        #expect(fixture.text("master.m3u8").contains("master-90p.m3u8"))
        fixture.sinks[1].rendition.leave()
        try fixture.play(5)
        let master = fixture.text("master.m3u8")
        #expect(!master.contains("master-90p") && master.contains("master-180p.m3u8"))
        try fixture.finish()
    }

    /// In its place in the master, and in segments of the same times as the others'.
    @Test(arguments: [false, true]) func aRenditionComesBack(hasLowLatency: Bool) async throws {
        let fixture = try LadderFixture(fps: hasLowLatency ? 30 : 10, hasLowLatency: hasLowLatency)
        try fixture.play(5)
        try fixture.remove(0)
        #expect(fixture.playlist("180p").isEnded)
        try fixture.play(3)
        #expect(!fixture.text("master.m3u8").contains("master-180p"))
        if let board = fixture.ladder.board, case .playlist = await board.answer("master-180p.m3u8") { Issue.record("it is still there") }
        try fixture.addAgain(0)
        try fixture.play(6)
        let master = fixture.text("master.m3u8")
        let (large, small) = (master.firstRange(of: "master-180p.m3u8"), master.firstRange(of: "master-90p.m3u8"))
        #expect(large != nil && small != nil && large!.lowerBound < small!.lowerBound, "\(master)")
        let (again, other) = (fixture.playlist("180p"), fixture.playlist("90p"))
        #expect(!again.isEnded && again.segments.first?.number == 4)
        #expect(again.segments.allSatisfy { segment in other.segments.contains { $0.number == segment.number && $0.date == segment.date } })
        if let board = fixture.ladder.board {
            guard case .playlist(let text) = await board.answer("master-180p.m3u8") else { throw FixtureError("no playlist in parts") }
            #expect(!text.contains("ENDLIST") && text.contains("PRELOAD-HINT"))
        }
        try fixture.finish()
        #expect(fixture.complaints == [])
        #expect(Program.decodingComplaints(fixture.scratch.file("master-180p.m3u8")) == "")
    }

    @Test func namesOfRenditionsStandBesideTheMaster() throws {
        let plain = try TargetURL(parsing: "https://example.com/hls/live.m3u8?token=T")
        #expect(plain.playlistStem == "live")
        #expect(try plain.rendition("720p").masked.hasPrefix("https://example.com/hls/live-720p.m3u8?"))
        let query = try TargetURL(parsing: "http://example.com/http_upload_hls?cid=KEY&copy=0&file=live.m3u8")
        #expect(query.playlistStem == "live")
        #expect(try query.rendition("90p").playlistStem == "live-90p")
        let scratch = Scratch()
        #expect(try TargetURL(parsing: "hls:\(scratch.path)").masked == scratch.file("master.m3u8"))
        #expect(try TargetURL(parsing: "hls:\(scratch.path)/").rendition("720p").masked == scratch.file("master-720p.m3u8"))
        #expect(throws: DeliveryError.self) { try TargetURL(parsing: scratch.file("x.mkv")).rendition("720p") }
    }

    @Test func codecsAreNamedByWhatDecodersStartWith() throws {
        let media = try TestMedia()
        #expect(media.audio.stream.codecName == "mp4a.40.2")
        let name = try #require(media.video.stream.codecName)
        // Profile, what it is compatible with and level, as the sequence parameter set has them.
        #expect(name.contains(/^avc1\.42C0[0-9A-F]{2}$/), "\(name)")
        let other = try TestMedia(encoder: "libx265")
        var (stream, picture) = (other.video.stream, 0)
        while stream.codecName == nil, picture < 60 {
            try other.picture(picture, at: .milliseconds(picture * 33)) { stream = $0.stream ?? stream }
            picture += 1
        }
        #expect(stream.codecName?.contains(/^hvc1\.1\.6\.L[0-9]+/) == true, "\(stream.codecName ?? "none")")
    }

    /// Its playlist goes on with gaps, and with it when it is heard again; the others go on meanwhile.
    @Test func whatASilentEncoderMissesIsListedAsGaps() throws {
        let fixture = try LadderFixture()
        try fixture.play(4)
        let (silent, grid) = (fixture.sinks[1], try #require(fixture.ladder.grid))
        func look(_ time: MediaTime) throws { try silent.look(at: time, until: .now() + .seconds(60)) }
        func gaps() -> [Int: Bool] { Dictionary(uniqueKeysWithValues: fixture.playlist("90p").segments.map { ($0.number, $0.isGap) }) }
        let due = try #require(silent.due)
        #expect(due == grid.start(of: 2) + .seconds(1))
        try look(due - .milliseconds(1))
        #expect(gaps() == [0: false])
        // What there is of the segment that was begun is listed, as long as it is meant to be.
        try look(due)
        #expect(gaps() == [0: false, 1: false] && silent.due == due + .seconds(2))
        try look(due + .seconds(4))
        #expect(gaps() == [0: false, 1: false, 2: true, 3: true] && silent.due == due + .seconds(6))
        // What comes late of them is not shown.
        try fixture.play(6) { rendition, time in rendition == 1 && time < 5 }
        try fixture.play(4)
        try fixture.finish()
        #expect(gaps() == [1: false, 2: true, 3: true, 4: false, 5: false, 6: false])
        let (whole, other) = (fixture.playlist("180p").segments, fixture.playlist("90p").segments)
        #expect(!whole.contains(where: \.isGap) && whole.map(\.number) == other.map(\.number) && whole.map(\.date) == other.map(\.date))
        #expect(other.dropLast().allSatisfy { abs($0.span - 2) < 0.001 }, "\(other)")
        #expect(fixture.complaints == [])
    }

    @Test func anAudioEncoderThatIsSilentIsListedAsFarAsItWasHeard() throws {
        let fixture = try LadderFixture()
        try fixture.play(3)
        try fixture.sinks[2].look(at: try #require(fixture.sinks[2].due), until: .now() + .seconds(60))
        let segments = fixture.playlist("audio-mix").segments
        #expect(segments.map(\.isGap) == [false, false] && abs(segments[1].span - 1) < 0.15, "\(segments)")
        try fixture.finish()
        #expect(fixture.complaints == [])
    }
}
