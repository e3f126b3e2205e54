import Fixtures
import Foundation
import Judging
import Platform
import ServerFixtures
import TestSupport
import Testing

/// Two microphones, each a source of its own, as they arrive.
@Suite(.serialized, .rerunWhenLate) struct SeveralMicrophonesTests {
    private func aWhile() -> (MediaTime, MediaTime) {
        let start = MediaTime.now()
        letRun(for: .milliseconds(1800))
        return (start, .now())
    }

    @Test func eachIsHeardMutedAndProcessedByItsOwnName() throws {
        let (screen, target) = (try XvfbServer(width: 320, height: 180), try RTMPServer())
        let sound = try AudioFixture(feeding: .tone(440))
        try sound.plugSink("guest_feed", description: "GuestFeed")
        try sound.control(
            "load-module", "module-remap-source", "source_name=guest", "master=guest_feed.monitor", "source_properties=device.description=Guest")
        let guest = try sound.play(.tone(1000, level: -26), to: "guest_feed", as: "Guest")
        defer { withExtendedLifetime((screen, guest)) {} }
        let stream = try Stream.sounding(
            screen, on: sound, to: target.url("two"), "--mic", "default", "--mic", "guest", "--mic-processing", "mic-2=equalizer")
        try stream.waitUntilLive()
        try stream.waitUntilHeard("mic", "mic-2")
        letRun(for: .seconds(2))
        let before = try stream.audioLateness()
        let both = aWhile()
        try stream.command("audio", "mute", "mic-2")
        let alone = aWhile()
        try stream.command("audio", "unmute", "mic-2")
        try stream.command("audio", "mute", "mic")
        let other = aWhile()
        #expect(try stream.source("mic-2")["processing"] as? [String] == ["equalizer"])
        #expect(try stream.source("mic")["processing"] as? [String] == [])
        try stream.command("audio", "processing", "mic-2", "gate,compressor")
        #expect(try stream.source("mic-2")["processing"] as? [String] == ["gate", "compressor"])
        #expect(try stream.refusal("audio", "gain", "mic-3", "50").contains("mic, mic-2"))
        #expect(try stream.refusal("audio", "processing", "music", "gate").contains("mic, mic-2"))
        let (end, late) = (MediaTime.now(), try stream.audioLateness() - before)
        try stream.stop()
        let received = try ReceivedAudio(try #require(try target.recordings(of: "two").first), end: end)
        func levels(_ span: (MediaTime, MediaTime)) -> [Double] { [440, 1000].map { received.between(span.0, span.1).level(at: $0) } }
        for (span, wanted, words) in [(both, [-20.0, -26.0], "both"), (alone, [-20, -200], "mic-2 muted"), (other, [-200, -26], "mic muted")] {
            let found = levels(span)
            let fits = zip(found, wanted).allSatisfy { $1 < -90 ? $0 < -65 : abs($0 - $1) < 1 }
            if late == 0 { #expect(fits, "\(words): \(found)") } else { expectInTime(fits, "\(late) times late: \(words): \(found)") }
        }
    }

    @Test func anOffsetIsHeardAsItIsAsked() throws {
        let (screen, scratch) = (try XvfbServer(width: 320, height: 180), Scratch())
        let sound = try AudioFixture(feeding: .click)
        try sound.plugMicrophone("twin", description: "Twin")
        defer { withExtendedLifetime(screen) {} }
        let file = scratch.file("offset.mkv")
        let stream = try Stream.sounding(
            screen, on: sound, to: file, "--mic", "mic", "--mic", "twin", "--audio-offset", "mic-2=+300ms")
        try stream.waitUntilLive()
        try stream.command("audio", "gain", "mic-2", "50")
        try waitUntil("both are there") { try stream.state(of: "mic") == "live" && stream.state(of: "mic-2") == "live" }
        letRun(for: .seconds(9))
        try stream.command("audio", "offset", "mic-2", "-200ms")
        #expect(try stream.source("mic-2")["offsetMilliseconds"] as? Double == -200)
        letRun(for: .seconds(9))
        #expect(try stream.refusal("audio", "offset", "mic-2", "-600ms").contains("-500ms"))
        let late = try stream.audioLateness()
        try stream.stop()
        #expect(try decodingErrors(of: file) == "")
        let pairs = Self.pairs(try DecodedAudio(of: file))
        // The one that is as loud as it was fed, and the quieter one so much later than it.
        let (later, earlier) = (pairs.filter { abs($0 - 300) < 3 }.count, pairs.filter { abs($0 + 200) < 3 }.count)
        if late == 0 { #expect(later >= 2 && earlier >= 2, "\(pairs)") } else { expectInTime(later >= 2 && earlier >= 2, "\(late) late: \(pairs)") }
    }

    /// How much later than each loud click the quieter one begins, in milliseconds.
    private static func pairs(_ sound: DecodedAudio) -> [Double] {
        var clicks: [(start: Int, peak: Float)] = []
        var last = -DecodedAudio.rate
        for (index, sample) in sound.samples.enumerated() where abs(sample) > 0.15 {
            if index - last > DecodedAudio.rate / 50 { clicks.append((index, 0)) }
            clicks[clicks.count - 1].peak = max(clicks[clicks.count - 1].peak, abs(sample))
            last = index
        }
        return clicks.filter { $0.peak > 0.6 }.compactMap { loud in
            let quiet = clicks.filter { $0.peak <= 0.6 }.min { abs($0.start - loud.start) < abs($1.start - loud.start) }
            return quiet.map { Double($0.start - loud.start) * 1000 / Double(DecodedAudio.rate) }
        }
    }

    @Test(arguments: ["mkv", "mp4"]) func aRecordingHasATrackOfEachSource(container: String) throws {
        let (screen, scratch) = (try XvfbServer(width: 320, height: 180), Scratch())
        let sound = try AudioFixture(feeding: .tone(440))
        let player = try sound.play(.tone(1000, level: -26))
        defer { withExtendedLifetime((screen, player)) {} }
        let file = scratch.file("tracks." + container)
        let stream = try Stream.sounding(
            screen, on: sound, to: file, "--mic", "default", "--desktop-audio", "--record-tracks", "mix,mic,desktop")
        try stream.waitUntilLive()
        try stream.waitUntilHeard("mic", "desktop")
        #expect(try stream.refusal("targets", "add", scratch.file("more.flv")).contains("holds one audio track"))
        letRun(for: .seconds(5))
        try stream.command("audio", "mute", "desktop")
        letRun(for: .seconds(4))
        let late = try stream.audioLateness()
        try stream.stop()
        #expect(try decodingErrors(of: file) == "")
        let probe = ["ffprobe", "-v", "error", "-select_streams", "a", "-show_entries", "stream=index,start_time:stream_tags=title,handler_name"]
        let text = String(decoding: try runTool(probe + ["-of", "default", file]), as: UTF8.self)
        for name in ["mix", "mic", "desktop"] { #expect(text.contains("handler_name=\(name)") || text.contains("HANDLER_NAME=\(name)"), "\(text)") }
        let starts = text.split(separator: "\n").filter { $0.hasPrefix("start_time=") }.compactMap { Double($0.dropFirst(11)) }
        #expect(starts.count == 3 && starts.allSatisfy { abs($0 - starts[0]) < 0.030 }, "\(text)")
        var levels: [[Double]] = []
        for track in 0..<3 {
            let single = scratch.file("track\(track).mka")
            try runTool(["ffmpeg", "-nostdin", "-v", "error", "-i", file, "-map", "0:a:\(track)", "-c", "copy", single])
            let all = try DecodedAudio(of: single)
            let (first, last) = (all.part(from: all.duration - .seconds(8), for: .seconds(3)), all.last(.seconds(3)))
            levels.append([first.level(at: 440), first.level(at: 1000), last.level(at: 1000)])
        }
        let wanted = [[-20.0, -26, -200], [-20, -200, -200], [-200, -26, -200]]
        let fits = zip(levels.joined(), wanted.joined()).allSatisfy { $1 < -90 ? $0 < -60 : abs($0 - $1) < 1 }
        if late == 0 { #expect(fits, "\(levels)") } else { expectInTime(fits, "\(late) times late: \(levels)") }
    }

    @Test func theSameMicrophoneTwiceIsRefused() throws {
        let (screen, scratch) = (try XvfbServer(width: 320, height: 180), Scratch())
        let sound = try AudioFixture()
        let stream = try Stream.sounding(screen, on: sound, to: scratch.file("none.mkv"), "--mic", "default", "--mic", "Microphone")
        let status = stream.process.exitStatus(within: .seconds(20))
        #expect(status != nil && status?.isSuccess == false, "\(stream.process.output)")
        #expect(stream.process.output.contains("are the same microphone, mic: leave out one of them"), "\(stream.process.output)")
    }
}
