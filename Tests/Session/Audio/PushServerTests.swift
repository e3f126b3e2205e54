import AgentProtocol
import Audio
import Fixtures
import Foundation
import Platform
import Testing

@testable import Session

@Suite(.serialized) struct PushServerTests {
    private let fixture: PushFixture

    init() throws { fixture = try PushFixture() }

    private func tone(_ range: Range<Int>, rate: Double = 48_000) -> [Float] {
        range.map { index in Float(0.5 * sin(2 * Double.pi * 1000 * Double(index) / rate)) }
    }

    /// The recording from the first sample that is not silence to the last.
    private var sound: [Float] {
        let left = fixture.left
        guard let first = left.firstIndex(where: { abs($0) > 1e-3 }), let last = left.lastIndex(where: { abs($0) > 1e-3 }) else { return [] }
        return Array(left[first...last])
    }

    /// As long as what was pushed, and the quantum of the mixer at most in which its end dies away.
    private func isWhole(_ count: Int) -> Bool { (count - 60...count + 500).contains(sound.count) }

    private func until(_ condition: () -> Bool) -> Bool { Watchdog.until(.seconds(20), condition) }

    @Test(arguments: [
        PCMFormat(.f32, sampleRateHertz: 48_000, channels: 2)!, PCMFormat(.s16, sampleRateHertz: 44_100, channels: 1)!,
        PCMFormat(.s16, sampleRateHertz: 192_000, channels: 2)!, PCMFormat(.f32, sampleRateHertz: 8000, channels: 6)!,
    ])
    func aSecondAsFastAsItGoesIsHeardWholeAtItsOwnPace(format: PCMFormat) throws {
        let pusher = try fixture.pusher("game", format, extra: "level 3")
        #expect(try pusher.answer() == .accepted(1))
        let rate = format.sampleRateHertz
        for part in 0..<50 { try pusher.push(tone(part * rate / 50..<(part + 1) * rate / 50, rate: Double(rate)), format) }
        let joined = try #require(fixture.present.first)
        #expect(joined.name == "game" && joined.extra == "level 3" && joined.format == format)
        #expect(joined.owner == "pid \(getpid()) (uid \(geteuid()))")
        try pusher.send(AudioEnd())
        // Its end is confirmed when it was heard.
        #expect(try pusher.answer() == .end)
        #expect(fixture.gone.map(\.reason) == ["it ended"] && fixture.present.isEmpty)
        #expect(isWhole(48_000), "\(format): \(sound.count)")
        try #require(sound.count > 40_000)
        #expect(MusicSeam.largestClick(sound[100..<sound.count - 520]) < 0.01, "\(format): \(MusicSeam.largestClick(sound[100..<sound.count - 520]))")
        #expect(abs(sound[1000..<40_000].reduce(0) { max($0, abs($1)) } - (format.channels == 6 ? 0.35 : 0.5)) < 0.16)
        #expect(joined.source.underruns <= 1 && joined.source.resyncs == 0 && joined.source.dropped == .zero)
    }

    @Test func aSoundOfFiftyMillisecondsIsHeard() throws {
        let pusher = try fixture.pusher("beep")
        #expect(try pusher.answer() == .accepted(1))
        try pusher.push(tone(0..<2400))
        try pusher.send(AudioEnd())
        #expect(try pusher.answer() == .end)
        #expect(isWhole(2400), "\(sound.count)")
    }

    @Test func oneThatVanishesIsHeardToItsEndWithoutAClickAndLeaves() throws {
        do {
            let pusher = try fixture.pusher("game")
            #expect(try pusher.answer() == .accepted(1))
            // Half a second of 100 Hz, which ends anywhere.
            for part in 0..<25 {
                try pusher.push((part * 960..<(part + 1) * 960).map { Float(0.5 * sin(2 * Double.pi * Double($0) / 480 + 1.1)) })
            }
            #expect(fixture.gone.isEmpty)
        }
        #expect(until { !fixture.gone.isEmpty })
        #expect(fixture.gone.map(\.reason) == ["its process went away"])
        #expect(sound.count > 23_000, "\(sound.count)")
        let largest = zip(sound, sound.dropFirst()).reduce(0) { max($0, abs($1.0 - $1.1)) }
        #expect(largest < 0.02, "\(largest)")
    }

    @Test func givenTimesSayWhenItIsHeard() throws {
        let pusher = try fixture.pusher("game")
        #expect(try pusher.answer() == .accepted(1))
        let start = MediaTime.now()
        for part in 0..<20 { try pusher.push(tone(part * 480..<(part + 1) * 480), at: start + .milliseconds(10 * part)) }
        try pusher.send(AudioEnd())
        let source = try #require(fixture.present.first)
        #expect(try pusher.answer() == .end)
        #expect(source.oddTimes == 0 && isWhole(9600))
    }

    @Test func namesThatBreakTheRulesAreRefusedInOneClearLine() throws {
        let first = try fixture.pusher("game")
        #expect(try first.answer() == .accepted(1))
        let cases: [(String, AudioRefusal.Reason, String)] = [
            ("game", .nameTaken, "'game' is pushed already, by pid \(getpid())"), ("mic", .badName, "'mic' is reserved for the host's own sources"),
            ("Music", .badName, "host's own"), ("", .badName, "1 to 32"), ("a b", .badName, "1 to 32"), ("-x", .badName, "not starting"),
            ("unwanted", .full, "no one wants it"),
        ]
        for (name, reason, words) in cases {
            let pusher = try fixture.pusher(name)
            let refusal = try pusher.refusal()
            #expect(refusal?.reason == reason && refusal?.words.contains(words) == true, "\(name): \(String(describing: refusal))")
            #expect(try pusher.answer() == .end)
        }
        #expect(fixture.present.map(\.name) == ["game"] && fixture.gone.isEmpty)
        #expect(until { fixture.refused.count == cases.count })
        // Anyone who comes after it went may have the name.
        try first.send(AudioEnd())
        #expect(try first.answer() == .end)
        #expect(try fixture.pusher("game").answer() == .accepted(3))
    }

    @Test func theNinthIsRefused() throws {
        let pushers = try (0..<8).map { index in
            let pusher = try fixture.pusher("game\(index)")
            #expect(try pusher.answer() == .accepted(UInt32(index) + 1))
            return pusher
        }
        #expect(try fixture.pusher("late").refusal()?.reason == .full)
        withExtendedLifetime(pushers) {}
    }

    @Test func whatMakesNoSenseEndsOneAndNoOneElseNotices() throws {
        let other = try fixture.pusher("other")
        #expect(try other.answer() == .accepted(1))
        let block = { (count: UInt32, bytes: Int) -> [UInt8] in
            let body = [UInt8](repeating: 0, count: 8) + withUnsafeBytes(of: count.littleEndian) { Array($0) } + [UInt8](repeating: 7, count: bytes)
            return [0x53, 0x43, 1, 67] + withUnsafeBytes(of: UInt32(body.count).littleEndian) { Array($0) } + body
        }
        let bad: [[UInt8]] = [
            [1], Array("not a message at all".utf8), block(0, 0), block(2, 8), block(.max, 64), block(9000, 8), block(1, 9),
            [0x53, 0x43, 9, 69, 4, 0, 0, 0, 0, 0, 0, 0], [UInt8](repeating: 0x53, count: 100_000),
            // A second greeting.
            { () -> [UInt8] in
                let buffer = WireBuffer()
                AudioHello(format: PushFixture.stereo, name: "again").encode(into: buffer)
                return Array(buffer.bytes)
            }(),
        ]
        for (index, bytes) in bad.enumerated() {
            let pusher = try fixture.pusher("bad\(index)")
            guard case .accepted = try pusher.answer() else {
                Issue.record("not accepted")
                continue
            }
            try pusher.send(bytes: bytes)
            #expect(try pusher.refusal()?.reason == .invalidData, "\(bytes.prefix(20))")
            #expect(until { fixture.gone.contains { $0.name == "bad\(index)" } })
        }
        // Before a greeting likewise; kinds that no one knows are passed over.
        let early = try Pusher(fixture.directory)
        try early.push([0, 0])
        #expect(try early.refusal()?.words.contains("order of messages") == true)
        try other.send(bytes: [0x53, 0x43, 1, 200, 0, 0, 0, 0])
        try other.push([0.1, 0.1])
        try other.send(AudioEnd())
        #expect(try other.answer() == .end)
        #expect(fixture.gone.last?.reason == "it ended")
    }

    @Test func aFloodIsSentAwayAndNoOneElseNotices() throws {
        let other = try fixture.pusher("other")
        #expect(try other.answer() == .accepted(1))
        let flood = try fixture.pusher("flood")
        #expect(try flood.answer() == .accepted(2))
        // It is told why in the middle of it.
        let unknown: [UInt8] = [0x53, 0x43, 1, 200, 0, 0, 0, 0]
        do { for _ in 0..<20_000 { try flood.send(bytes: unknown) } } catch {}
        #expect(try flood.refusal()?.reason == .flood)
        #expect(until { fixture.gone.contains { $0.name == "flood" && $0.reason.contains("2000 messages") } })
        #expect(fixture.present.map(\.name) == ["other"])
    }

    @Test func whoSaysNothingDoesNotKeepAPlace() throws {
        let silent = try Pusher(fixture.directory)
        #expect(try silent.answer() == .end)
    }

    @Test func aPusherIsToldWhatBecomesOfItsSound() throws {
        let pusher = try fixture.pusher("game")
        #expect(try pusher.answer() == .accepted(1))
        let source = try #require(fixture.present.first)
        #expect(source.state == .opening)
        fixture.server.tell(source, isActive: true, isMuted: true)
        #expect(try pusher.answer() == .state(isActive: true, isMuted: true))
        fixture.server.tell(source, isActive: false, isMuted: false)
        #expect(try pusher.answer() == .state(isActive: false, isMuted: false))
        try pusher.push([Float](repeating: 0, count: 480))
        #expect(until { source.state == .live })
        #expect(until { source.state == .absent })
    }

    @Test func theEndOfTheSessionIsSaid() throws {
        let pusher = try fixture.pusher("game")
        #expect(try pusher.answer() == .accepted(1))
        fixture.stopServer()
        #expect(try pusher.refusal()?.reason == .sessionFinished)
        #expect(fixture.gone.map(\.name) == ["game"])
    }

    @Test func theExampleOfTheProtocolPageIsHeard() throws {
        let scratch = Scratch()
        let samples = tone(0..<24_000).flatMap { value -> [UInt8] in
            let word = withUnsafeBytes(of: Int16(value * 32_767).littleEndian) { Array($0) }
            return word + word
        }
        _ = FileManager.default.createFile(atPath: scratch.file("raw"), contents: Data(samples))
        let top = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let example = top.deletingLastPathComponent().path + "/Shared/Examples/push_sound.py"
        let command = "exec /usr/bin/python3 '\(example)' --group \(fixture.directory.name) --name python < '\(scratch.file("raw"))'"
        let run = Program.run("sh", ["-c", command])
        #expect(run.status == 0, "\(run.complaints)")
        #expect(fixture.gone.map(\.name) == ["python"] && isWhole(24_000), "\(sound.count)")
        let refused = Program.run("sh", ["-c", command.replacingOccurrences(of: "--name python", with: "--name mic")])
        #expect(refused.status == 4 && refused.complaints.contains("host's own") && !refused.complaints.contains("Traceback"))
        let alone = Program.run("sh", ["-c", command.replacingOccurrences(of: "--group ", with: "--group no-")])
        #expect(alone.status == 4 && alone.complaints.contains("no host") && !alone.complaints.contains("Traceback"))
    }
}
