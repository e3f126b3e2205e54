import ArgumentParser
import ControlFixtures
import Session
import Testing

@testable import Codec
@testable import SplitcastCLI

/// `events`, `message` and `inspect`: what they take, what they print.
@Suite struct EventCommandTests {
    private func parsed<Command: ParsableCommand>(_ type: Command.Type, _ words: [String]) throws -> Command {
        try #require(try SplitcastCommand.parseAsRoot(words) as? Command)
    }

    @Test func aMessageIsReadAsItIsMeant() throws {
        #expect(try parsed(MessageCommand.self, ["message", "{\"quiz\":1}"]).request() == MessageRequest(text: "{\"quiz\":1}"))
        let words = ["message", "hi", "--repeat", "100", "--delay", "500ms", "--keyframes-only", "--group", "talk"]
        let full = MessageRequest(text: "hi", repeats: 100, delay: .milliseconds(500), isForKeyframesAlone: true)
        #expect(try parsed(MessageCommand.self, words).request() == full)
        #expect(try parsed(MessageCommand.self, ["message", "hi", "--delay", "0ms"]).request() == MessageRequest(text: "hi"))
    }

    static let wrong: [([String], [String])] = [
        (["message", ""], ["empty"]), (["message", String(repeating: "x", count: 5000)], ["5000 bytes", "4096"]),
        (["message", "a", "--repeat", "0"], ["--repeat 0", "from 1 to 10000"]), (["message", "a", "--repeat", "x"], ["--repeat x", "such as 100"]),
        (["message", "a", "--delay", "x"], ["--delay x", "500ms"]), (["message", "a", "--delay", "11m"], ["--delay 11m", "10m"]),
        (["message", "a\u{1}b"], ["control character"]), (["events", "--since", "x"], ["--since x", "41"]),
        (["events", "--since", "-3"], ["--since"]), (["events", "--since", "5y"], ["--since 5y"]),
        (["events", "--since", "2h"], ["--since 2h", "1h"]),
        (["events", "--since", ""], ["--since", "41"]), (["events", "--only", "tarjet"], ["--only tarjet", "target"]),
        (["events", "--since", "99999999999999999999"], ["--since"]), (["inspect", ""], ["empty"]),
        (["inspect", "/nonexistent.mkv"], ["/nonexistent.mkv"]),
    ]

    @Test(arguments: wrong) func aMistakeIsOneLineWithTheRightForm(words: [String], expected: [String]) async throws {
        // The parser itself says what it cannot make sense of, with the same exit code.
        let failure: String
        do {
            var command = try SplitcastCommand.parseAsRoot(words)
            try command.run()
            Issue.record("\(words) was taken")
            return
        } catch let error as CommandFailure {
            #expect(error.exitCode == 2)
            failure = error.message
        } catch { failure = SplitcastCommand.message(for: error) }
        #expect(!failure.contains("\n"))
        for word in expected { #expect(failure.contains(word), "\(failure)") }
    }

    @Test func eventsAreShownFromANumberOrATimeOn() throws {
        let session = FakeSession()
        let (old, new) = (session.tell(.targetLive, "old", secondsAgo: 100), session.tell(.targetLive, "new", secondsAgo: 1))
        func shown(_ text: String?) throws -> [String] {
            let start = try EventStart(text)
            return [old, new].filter { start.includes($0) }.map { $0.words }
        }
        let cases: [(String?, [String])] = [
            (nil, ["old", "new"]), ("0", ["old", "new"]), ("1", ["new"]), ("2", []), ("90s", ["new"]), ("2m", ["old", "new"]), ("0ms", []),
        ]
        for (text, words) in cases {
            let found = try shown(text)
            #expect(found == words)
        }
        let start = try EventStart("41")
        #expect(start.sequence == 41)
    }

    @Test func anEventIsALineAndTroubleHasWhatToDoBelow() {
        let session = FakeSession()
        let plain = EventText.of(session.tell(.targetLive, "target 2 (rtmp://h/a/***) live", remedy: "unseen"))
        #expect(plain.hasSuffix(" info  target.live              target 2 (rtmp://h/a/***) live"))
        #expect(plain.dropFirst(2).hasPrefix(":"))
        #expect(!EventText.of(session.tell(.agentLost, "agent 3 ended", .warning, remedy: "")).contains("→"))
        let trouble = EventText.of(session.tell(.agentLost, "agent 3 ended\u{1B}[2J", .warning, remedy: "start\u{7} another"))
        #expect(trouble.hasSuffix(" warn  agent.lost               agent 3 ended [2J\n               → start  another"), "\(trouble)")
    }

    @Test func anInspectionIsATableWithMessages() {
        let keyframes = MediaInspection.Keyframes(count: 31, shortestSeconds: 2, medianSeconds: 2, longestSeconds: 2.033)
        let video = MediaInspection.Stream(
            index: 0, kind: "video", codec: "h264", size: "1280x720", sampleRate: 0, channels: 0, packets: 1845, bytes: 27_000_000,
            bitRate: 3_500_000, startSeconds: 0, endSeconds: 61.5, rate: 30, longestGapSeconds: 0.034, backwardSteps: 2, keyframes: keyframes)
        let audio = MediaInspection.Stream(
            index: 1, kind: "audio", codec: "aac", size: "", sampleRate: 48000, channels: 2, packets: 2880, bytes: 960_000, bitRate: 128_000,
            startSeconds: 0, endSeconds: 61.5, rate: 46.9, longestGapSeconds: 0.021, backwardSteps: 0, keyframes: nil)
        let message = MediaInspection.Message(
            id: 17, text: "{\"quiz\":1}\u{7}", pictures: 100, keyframes: 2, firstSeconds: 1.5, lastSeconds: 4.8)
        let found = MediaInspection(
            file: "talk.mkv", format: "matroska,webm", durationSeconds: 61.5, bytes: 28_000_000, streams: [video, audio], messages: [message],
            chapters: [.init(startSeconds: 12.25, endSeconds: 61.5, title: "Questions\u{1B}[2J")], trouble: "")
        #expect(
            InspectionText.of(found) == """
                talk.mkv: matroska,webm, 61.500 s, 28.0 MB
                  0 video  h264, 1280x720, 30.0 pictures a second, 3500 kb/s; 0.000 s to 61.500 s, longest gap 0.034 s
                    2 packets are not later than the one before
                    31 key frames, every 2.000 s (2.000 s to 2.033 s)
                  1 audio  aac, 48000 Hz, 2 channels, 128 kb/s; 0.000 s to 61.500 s, longest gap 0.021 s
                  CHAPTER      FROM        TO  TITLE
                        1  12.250 s  61.500 s  Questions [2J
                  MESSAGE  PICTURES  KEY     FROM       TO  TEXT
                       17       100    2  1.500 s  4.800 s  {"quiz":1}

                """)
    }

    @Test(arguments: ["events", "message", "inspect"]) func helpHasNoLooseEnds(command: String) {
        let help = SplitcastCommand.helpMessage(for: SplitcastCommand.configuration.subcommands.first { $0._commandName == command }!)
        #expect(!help.contains("\\") && help.contains("EXAMPLES") || command == "inspect", "\(help)")
    }
}
