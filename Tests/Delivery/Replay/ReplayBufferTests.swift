import Codec
import DeliveryFixtures
import Fixtures
import Foundation
import MediaFixtures
import Platform
import Testing

@testable import Delivery

/// The newest packets of a broadcast in memory, and clips of them.
@Suite(.timeLimit(.minutes(5))) struct ReplayBufferTests {
    private let scratch = Scratch()

    private func filled(_ media: TestMedia, span: Duration, seconds: Double, bytes: Int? = nil) throws -> ReplayBuffer {
        var limits = ReplayLimits(span: span, bitsPerSecond: 1_000_000, keyframeInterval: .seconds(2))
        if let bytes { limits = ReplayLimits(span: span, byteCount: bytes) }
        let buffer = ReplayBuffer(limits, hasPictures: true)
        for packet in try media.packets(seconds: seconds, fps: 30) { buffer.take(packet) }
        return buffer
    }

    @Test func asMuchIsHeldAsWasAskedForAndNoMoreThanAGroup() throws {
        let held = try filled(try TestMedia(), span: .seconds(5), seconds: 20).held
        #expect(held.span >= .seconds(5) && held.span < .seconds(7.1), "\(held)")
        let packets = try filled(try TestMedia(), span: .seconds(5), seconds: 20).packets(last: nil)
        #expect(packets.first?.kind == .video && packets.first?.isKeyframe == true)
    }

    @Test func bytesAreABoundToo() throws {
        let buffer = try filled(try TestMedia(), span: .seconds(60), seconds: 20, bytes: 400_000)
        #expect(buffer.held.byteCount <= 400_000 && buffer.held.span < .seconds(10) && buffer.held.span > .seconds(1), "\(buffer.held)")
        #expect(buffer.held.byteCount >= buffer.packets(last: nil).reduce(0) { $0 + $1.byteCount })
    }

    @Test func aClipBeginsWithTheKeyFrameBefore() throws {
        let packets = try filled(try TestMedia(), span: .seconds(60), seconds: 9).packets(last: .seconds(3))
        let (first, last) = (try #require(packets.first), try #require(packets.last))
        #expect(first.kind == .video && first.isKeyframe)
        #expect(last.dts - first.dts >= .seconds(3) && last.dts - first.dts < .seconds(5.1))
    }

    @Test(arguments: ["mkv", "mp4", "ts", "flv"]) func aClipPlaysFromZeroWithBoth(ending: String) throws {
        let media = try TestMedia()
        let buffer = try filled(media, span: .seconds(6), seconds: 12)
        let file = scratch.file("clip.\(ending)")
        let saved = try buffer.save(
            to: try TargetURL(parsing: file), streams: [media.video.stream, media.audio.stream], last: .seconds(3), TargetSettings())
        #expect(saved.file == file && saved.span >= .seconds(3), "\(saved)")
        #expect(Program.decodingComplaints(file) == "")
        for track in ["v", "a"] {
            let times = Program.probe(file, "packet=pts_time", ["-select_streams", track]).compactMap { Double($0[0]) }
            #expect(abs(times.first ?? 99) < 0.1, "\(track): \(String(describing: times.first))")
            #expect((times.last ?? 0) - (times.first ?? 0) > 2.8, "\(track): \(times.count)")
        }
        let keys = Program.probe(file, "packet=flags", ["-select_streams", "v"])
        #expect(keys.first?.first?.hasPrefix("K") == true)
    }

    @Test func nothingIsSaidWhileNothingIsThere() throws {
        let media = try TestMedia()
        let buffer = ReplayBuffer(ReplayLimits(span: .seconds(5), byteCount: 1_000_000), hasPictures: true)
        let error = #expect(throws: DeliveryError.self) {
            try buffer.save(to: try TargetURL(parsing: scratch.file("a.mkv")), streams: [media.video.stream], last: nil, TargetSettings())
        }
        #expect(error?.code == .notNow && scratch.names().isEmpty)
        try "precious".write(toFile: scratch.file("b.mkv"), atomically: false, encoding: .utf8)
        let full = try filled(media, span: .seconds(5), seconds: 3)
        let taken = #expect(throws: DeliveryError.self) {
            try full.save(to: try TargetURL(parsing: scratch.file("b.mkv")), streams: [media.video.stream], last: nil, TargetSettings())
        }
        #expect(taken?.code == .exists && scratch.names() == ["b.mkv"])
        #expect(try String(contentsOfFile: scratch.file("b.mkv"), encoding: .utf8) == "precious")
    }

    @Test func aPipeGetsNoClip() throws {
        let media = try TestMedia()
        let buffer = try filled(media, span: .seconds(5), seconds: 3)
        var settings = TargetSettings()
        settings.overwrites = true
        try #require(mkfifo(scratch.file("a.mkv"), 0o600) == 0)
        symlink("/dev/full", scratch.file("b.mkv"))
        for (name, kind) in [("a.mkv", "is a pipe"), ("b.mkv", "is no regular file")] {
            let error = #expect(throws: DeliveryError.self) {
                try buffer.save(to: try TargetURL(parsing: scratch.file(name)), streams: [media.video.stream], last: nil, settings)
            }
            #expect(error?.code == .badSetting && error?.message.contains(kind) == true, "\(String(describing: error))")
        }
        #expect(scratch.names() == ["a.mkv", "b.mkv"])
    }

    @Test(arguments: ["talk.mkv", "link.mkv"]) func aRecordingThatRunsIsNotReplaced(name: String) throws {
        let media = try TestMedia()
        let buffer = try filled(media, span: .seconds(5), seconds: 3)
        symlink("talk.mkv", scratch.file("link.mkv"))
        let url = try TargetURL(parsing: scratch.file("talk.mkv"))
        let recording = RecordingSink(url, TargetSettings(), counting: ByteCount())
        try recording.open(url, until: .zero) { true }
        try recording.begin([media.video.stream, media.audio.stream], start: media.start, from: media.start, until: .zero)
        var settings = TargetSettings()
        settings.overwrites = true
        let error = #expect(throws: DeliveryError.self) {
            try buffer.save(to: try TargetURL(parsing: scratch.file(name)), streams: [media.video.stream], last: nil, settings)
        }
        #expect(error?.code == .taken, "\(String(describing: error))")
        try recording.finish(until: .now() + .seconds(10))
        #expect(scratch.names() == ["link.mkv", "talk.mkv"])
    }

    /// From a real fan-out, two at a time, while more comes.
    @Test func savingHoldsUpNoTarget() throws {
        let media = try TestMedia()
        let (video, audio) = (media.video.stream, media.audio.stream)
        let buffer = ReplayBuffer(ReplayLimits(span: .seconds(20), bitsPerSecond: 1_000_000, keyframeInterval: .seconds(2)), hasPictures: true)
        let fanOut = try FanOut([.h264, .aac], keyframes: KeyframeRequests(), tap: buffer)
        try fanOut.start()
        let feed = try MediaFeed(media, to: fanOut, [.h264, .aac], speed: 8)
        #expect(Watchdog.until { buffer.held.span >= .seconds(10) }, "\(buffer.held)")
        let pattern = try TargetURL(parsing: scratch.file("clip-%Y.mkv"))
        let savers = try (0..<2).map { number in
            try Worker(name: "save-\(number)") {
                do throws(DeliveryError) { _ = try buffer.save(to: pattern, streams: [video, audio], last: nil, TargetSettings()) } catch {
                    Issue.record(error)
                }
            }
        }
        for saver in savers { saver.join() }
        #expect(feed.goesOn(pictures: 30) && fanOut.overflowCount == 0)
        feed.stop()
        fanOut.stop()
        #expect(scratch.names().count == 2, "\(scratch.names())")
        for name in scratch.names() { #expect(Program.decodingComplaints(scratch.file(name)) == "", "\(name)") }
    }
}
