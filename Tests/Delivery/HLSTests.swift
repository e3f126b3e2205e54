import Codec
import Fixtures
import Foundation
import MediaFixtures
import Platform
import Testing

@testable import Delivery

@Suite(.timeLimit(.minutes(15))) struct HLSTests {
    @Test func aDirectoryHoldsALivePlaylistAndItsSegments() throws {
        let scratch = Scratch()
        // Of an earlier broadcast.
        try "old".write(toFile: scratch.file("live-000099.ts"), atomically: false, encoding: .utf8)
        // Of other playlists, which may be live now.
        let others = ["live-2-000008.ts", "live-2-000009.ts.tmp", "live-2-header-000000.mp4", "live-2024-000008.m4s", "live-2-1764172800-000003.m4s"]
        for name in others { try scratch.write("theirs", to: name) }
        let broadcast = try Broadcast(speed: 8)
        let target = try broadcast.add(scratch.file("live.m3u8"))
        #expect(broadcast.goesOn(pictures: 30 * 25))
        let live = try String(contentsOfFile: scratch.file("live.m3u8"), encoding: .utf8)
        #expect(!live.contains("ENDLIST") && live.contains("#EXT-X-TARGETDURATION:2\n"))
        let listed = live.split(separator: "\n").filter { $0.hasSuffix(".ts") }.map(String.init)
        #expect(listed.count == 6)
        #expect(others.allSatisfy { textOfFile(scratch.file($0)) == "theirs" })
        let segments = scratch.names().filter { $0.hasSuffix(".ts") && !others.contains($0) }
        #expect(segments.count <= 6 + 3 + 1 && !segments.contains("live-000099.ts"), "\(segments)")
        broadcast.end()
        #expect(target.status.state == .closed && target.status.lastError == nil)
        let ended = try String(contentsOfFile: scratch.file("live.m3u8"), encoding: .utf8)
        // Not while it is live: a segment may be gone before it is looked at.
        for name in ended.split(separator: "\n").filter({ $0.hasSuffix(".ts") }).map(String.init) {
            let rows = Program.probe(scratch.file(name), "packet=flags", ["-select_streams", "v"])
            #expect(rows.first?.first?.hasPrefix("K") == true, "\(name) does not start with a key frame")
            // A player that begins here needs the tables before anything else.
            let bytes = try Data(contentsOf: URL(fileURLWithPath: scratch.file(name)))
            let early = (0..<3).map { Int(bytes[$0 * 188 + 1] & 0x1F) << 8 | Int(bytes[$0 * 188 + 2]) }
            #expect(early.contains(0) && !early.contains(256), "\(name): packets of \(early)")
        }
        #expect(ended.hasSuffix("#EXT-X-ENDLIST\n"))
        #expect(Program.decodingComplaints(scratch.file("live.m3u8")) == "")
        #expect(!scratch.names().contains { $0.hasSuffix(".tmp") && !others.contains($0) })
    }

    @Test func aFolderThatIsMissingIsMade() throws {
        let scratch = Scratch()
        let broadcast = try Broadcast(speed: 8)
        let target = try broadcast.add("hls:" + scratch.file("new"))
        #expect(broadcast.goesOn(pictures: 30 * 5))
        broadcast.end()
        #expect(target.status.lastError == nil && textOfFile(scratch.file("new/master.m3u8")).contains("#EXTINF"))
    }

    /// The values of a tag, in their order.
    private func values(of tag: String, in playlist: String) -> [String] {
        playlist.split(separator: "\n").filter { $0.hasPrefix(tag + ":") }.map { String($0.dropFirst(tag.count + 1)) }
    }

    @Test func aFolderThatIsGoneIsMadeAgain() throws {
        let scratch = Scratch()
        let broadcast = try Broadcast(speed: 4)
        let target = try broadcast.add(scratch.file("hls/live.m3u8"))
        #expect(broadcast.goesOn(pictures: 200))
        try FileManager.default.removeItem(atPath: scratch.file("hls"))
        #expect(Watchdog.until { target.status.state == .live && target.status.reconnects == 1 }, "\(target.status)")
        #expect(target.status.lastError?.message.hasSuffix("/hls is gone: it is made again") == true, "\(target.status)")
        #expect(broadcast.goesOn(pictures: 200))
        broadcast.end()
        #expect(target.status.state == .closed)
        let newest = textOfFile(scratch.file("hls/live.m3u8")).split(separator: "\n").last { $0.hasSuffix(".ts") }
        #expect(Program.decodingComplaints(scratch.file("hls/\(newest ?? "?")")) == "")
    }

    /// For people and players that want to know how old a picture is (RFC 8216, section 4.3.2.6).
    @Test func aPlaylistSaysWhenEachSegmentWasCaptured() throws {
        let scratch = Scratch()
        let broadcast = try Broadcast(speed: 8)
        let began = Date()
        _ = try broadcast.add(scratch.file("live.m3u8"))
        #expect(broadcast.goesOn(pictures: 30 * 8))
        broadcast.end()
        let text = try String(contentsOfFile: scratch.file("live.m3u8"), encoding: .utf8)
        let format = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        let dates = try values(of: "#EXT-X-PROGRAM-DATE-TIME", in: text).map { try format.parse($0) }
        let spans = values(of: "#EXTINF", in: text).compactMap { Double($0.dropLast()) }
        #expect(dates.count == spans.count && dates.count >= 3)
        // Eight seconds of media in one: the clock of the media begins with the broadcast.
        #expect(abs(dates[0].timeIntervalSince(began)) < 10)
        for ((date, span), next) in zip(zip(dates, spans), dates.dropFirst()) {
            #expect(abs(next.timeIntervalSince(date) - span) < 0.01, "\(date) + \(span) is not \(next)")
        }
    }

    /// However rare the pictures are: each lasts until the next one, the last of a segment until the first of the next.
    @Test(arguments: [30, 2]) func fragmentsOfMP4FollowEachOtherWithoutAHole(fps: Int) throws {
        let scratch = Scratch()
        // Of an earlier broadcast, and of someone else.
        for name in ["live-000099.m4s", "live-header-000009.mp4", "live-header-mine.mp4"] { try scratch.write("old", to: name) }
        let broadcast = try Broadcast(fps: fps, speed: 8)
        let target = try broadcast.add(scratch.file("live.m3u8")) { $0.segmentContainer = .mp4 }
        #expect(broadcast.goesOn(pictures: fps * 25))
        broadcast.end()
        #expect(target.status.state == .closed && target.status.lastError == nil)
        let text = try String(contentsOfFile: scratch.file("live.m3u8"), encoding: .utf8)
        #expect(values(of: "#EXT-X-MAP", in: text) == ["URI=\"live-header-000000.mp4\""])
        #expect(Program.decodingComplaints(scratch.file("live.m3u8")) == "")
        #expect(scratch.names().filter { $0.contains("header") }.sorted() == ["live-header-000000.mp4", "live-header-mine.mp4"])
        #expect(!scratch.names().contains("live-000099.m4s"))
        let names = text.split(separator: "\n").filter { $0.hasSuffix(".m4s") }.map(String.init)
        #expect(names.count == 6 && scratch.names().count { $0.hasSuffix(".m4s") } <= 6 + 3 + 1)
        var ends: [Int: Int] = [:]
        for name in names {
            let path = scratch.file(name)
            let fragments = TrackFragment.all(in: [UInt8](try Data(contentsOf: URL(fileURLWithPath: path))))
            #expect(Set(fragments.map(\.track)) == [1, 2], "\(name)")
            for fragment in fragments {
                if let end = ends[fragment.track] { #expect(fragment.start == end, "\(name), track \(fragment.track)") }
                ends[fragment.track] = fragment.start + fragment.span
            }
        }
        // The header before it, a segment plays by itself, from a key frame on.
        let whole = try [scratch.file("live-header-000000.mp4"), scratch.file(names[0])].map { try Data(contentsOf: URL(fileURLWithPath: $0)) }
        try (whole[0] + whole[1]).write(to: URL(fileURLWithPath: scratch.file("one.mp4")))
        #expect(Program.probe(scratch.file("one.mp4"), "packet=flags", ["-select_streams", "v"]).first?.first?.hasPrefix("K") == true)
        #expect(Program.decodingComplaints(scratch.file("one.mp4")) == "")
    }

    /// The encoder is opened anew: MP4 has its header in a file, which goes when no listed segment needs it any more.
    @Test func anotherEncoderHasAHeaderOfItsOwn() throws {
        let scratch = Scratch()
        let (wide, narrow) = (try TestMedia(width: 320, height: 180), try TestMedia(width: 160, height: 90, repeatsHeaders: true))
        let url = try TargetURL(parsing: scratch.file("live.m3u8"))
        let count = ByteCount()
        let sink = HLSSink(url, in: SegmentFolder(url.text, counting: count), as: .mp4, length: 3, counting: count)
        try sink.open(url, until: .now() + .seconds(60)) { true }
        try sink.begin([wide.video.stream, wide.audio.stream], start: wide.start, from: wide.start, until: .now() + .seconds(60))
        #expect(!sink.hasSentMedia)
        func play(_ media: TestMedia, _ seconds: Range<Int>) throws {
            var packets: [Packet] = []
            let shift = wide.start - media.start
            for number in seconds.lowerBound * 25..<seconds.upperBound * 25 {
                try media.picture(number, at: shift + .milliseconds(number * 40)) { packets.append($0) }
            }
            for quantum in seconds.lowerBound * 100..<seconds.upperBound * 100 {
                try wide.sound(at: .milliseconds(quantum * 10)) { packets.append($0) }
            }
            for packet in packets.sorted(by: { $0.dts < $1.dts }) { _ = try sink.write(packet, until: .now() + .seconds(60)) }
        }
        func headers() -> [String] { scratch.names().filter { $0.contains("header") }.sorted() }
        // Both, each in its size.
        try play(wide, 0..<3)
        try play(narrow, 3..<6)
        let text = try String(contentsOfFile: scratch.file("live.m3u8"), encoding: .utf8)
        #expect(values(of: "#EXT-X-MAP", in: text) == ["URI=\"live-header-000000.mp4\"", "URI=\"live-header-000001.mp4\""], "\(text)")
        #expect(headers() == ["live-header-000000.mp4", "live-header-000001.mp4"])
        // A player would wait for what comes next.
        try scratch.write(text + "#EXT-X-ENDLIST\n", to: "so-far.m3u8")
        let sizes = Program.probe(scratch.file("so-far.m3u8"), "frame=width,height", ["-select_streams", "v"])
        #expect(Set(sizes.map { $0.prefix(2).joined(separator: "x") }) == ["320x180", "160x90"])
        try play(narrow, 6..<20)
        #expect(headers() == ["live-header-000001.mp4"])
        try sink.finish(until: .now() + .seconds(60))
    }

    /// With those above it; where that cannot be, it is said which.
    @Test func missingFoldersAreMade() throws {
        let scratch = Scratch()
        func open(_ url: TargetURL) throws {
            try SegmentFolder(url.text, counting: ByteCount()).open(url, "#EXTM3U\n", isFirst: true, until: .now()) { true }
        }
        let url = try TargetURL(parsing: "hls:" + scratch.file("a/b/c/live.m3u8"))
        try open(url)
        #expect(FileManager.default.fileExists(atPath: scratch.file("a/b/c")))
        try open(url)
        // The file is there only after the address was read.
        let late = try TargetURL(parsing: "hls:" + scratch.file("file/b/live.m3u8"))
        try scratch.write("text", to: "file")
        let bad = [
            (late, scratch.file("file") + " cannot be made: Not a directory"),
            (try TargetURL(parsing: "hls:/proc/none/live.m3u8"), "/proc/none cannot be made"),
        ]
        for (url, named) in bad {
            let failure = #expect(throws: DeliveryError.self) { try open(url) }
            #expect(failure?.code == .notWritable && failure?.message.contains("the directory " + named) == true, "\(String(describing: failure))")
        }
        let early = #expect(throws: DeliveryError.self) { try TargetURL(parsing: late.text) }
        #expect(early?.message == scratch.file("file") + " is no directory")
    }
}
