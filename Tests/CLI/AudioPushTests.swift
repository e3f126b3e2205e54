import AgentProtocol
import AppGroup
import ControlFixtures
import Glibc
import Platform
import Synchronization
import Testing

@testable import Session
@testable import SplitcastCLI

/// What `splitcast audio push` takes, and what it says when it does not.
@Suite struct AudioPushTests {
    private func parsed(_ text: String) throws -> AudioPushCommand {
        try #require(try AudioPushCommand.parseAsRoot(text.split(separator: " ").map(String.init)) as? AudioPushCommand)
    }

    @Test func formatsAreReadAndHaveDefaults() throws {
        let command = try parsed("--name game --format f32 --rate 44100 --channels 6 -")
        #expect(try command.pcmFormat() == PCMFormat(.f32, sampleRateHertz: 44_100, channels: 6))
        #expect(try parsed("--name game -").pcmFormat() == PCMFormat(.s16, sampleRateHertz: 48_000, channels: 2))
        #expect(try command.pushName().text == "game")
    }

    @Test(arguments: [
        ("--name game --format s24 -", ["--format s24", "s16, f32"]), ("--name game --rate 7999 -", ["--rate 7999", "8000", "192000"]),
        ("--name game --rate fast -", ["--rate fast", "44100"]), ("--name game --channels 9 -", ["--channels 9", "from 1 to 8"]),
        ("--name mic -", ["--name", "'mic' is reserved for the host's own sources"]), ("--name a/b -", ["--name", "'a/b'", "A-Z a-z 0-9"]),
        ("--name game --group a/b -", ["--group"]),
    ])
    func aWrongValueIsNamedWithTheRightForm(text: String, words: [String]) throws {
        let command = try parsed(text)
        do {
            try command.run()
            Issue.record("was taken")
        } catch let failure as CommandFailure {
            #expect(failure.exitCode == 2)
            #expect(words.allSatisfy { failure.message.contains($0) }, "\(failure.message)")
        }
    }

    private func failure(_ body: () throws -> Void) -> CommandFailure? {
        do {
            try body()
            return nil
        } catch { return error as? CommandFailure }
    }

    private static let format = PCMFormat(.s16, sampleRateHertz: 48_000, channels: 2)!

    @Test func withoutAHostTheRemedyIsSaid() throws {
        let group = try TestGroup()
        let name = try PushName("game")
        let failure = failure { _ = try AudioPusher(group.directory.name, name: name, Self.format, extra: "") }
        #expect(failure?.exitCode == 4 && failure?.message.contains("splitcast live --group \(group.directory.name)") == true)
    }

    @Test func whatIsNoRawSampleFileIsNamed() throws {
        let wave = try TemporaryFile("RIFF....WAVEfmt and so on")
        #expect(failure { _ = try SampleInput(wave.path, Self.format) }?.message.contains("is a WAV file") == true)
        #expect(failure { _ = try SampleInput("/nonexistent/a.raw", Self.format) }?.message.contains("/nonexistent/a.raw") == true)
        #expect(failure { _ = try SampleInput("/tmp", Self.format) }?.message.contains("is a folder") == true)
    }

    /// A server that keeps who left, and why.
    private final class Fixture: Sendable {
        let group: TestGroup
        let server: PushServer
        let left = Left()

        final class Left: Sendable {
            let reasons = Mutex<[String]>([])
        }

        init() throws {
            let (group, left) = (try TestGroup(), left)
            self.group = group
            server = try PushServer(
                in: group.directory, PushServer.Hooks(onJoin: { _ in nil }, onLeave: { _, reason in left.reasons.withLock { $0.append(reason) } }))
            try server.start()
        }

        deinit { server.stop() }
    }

    @Test func aFileIsPushedToItsEndAndTwoOfOneNameAreRefused() throws {
        let fixture = try Fixture()
        // 0.3 s, and three bytes too many.
        let file = try TemporaryFile(bytes: [UInt8](repeating: 1, count: 57_603))
        let input = try SampleInput(file.path, Self.format)
        let signals = try ProcessSignals()
        let name = try PushName("game")
        let pusher = try AudioPusher(fixture.group.directory.name, name: name, Self.format, extra: "level 3")
        let twice = failure { _ = try AudioPusher(fixture.group.directory.name, name: name, Self.format, extra: "") }
        #expect(twice?.exitCode == 1 && twice?.message.contains("'game' is pushed already") == true, "\(twice?.message ?? "")")
        #expect(try pusher.push(input, signals: signals) == .heard)
        #expect(input.bytesLeftOver == 3)
        #expect(fixture.left.reasons.withLock { $0 } == ["it ended"])
    }

    @Test func aHostThatEndsIsSaid() throws {
        let fixture = try Fixture()
        let pusher = try AudioPusher(fixture.group.directory.name, name: PushName("game"), Self.format, extra: "")
        let signals = try ProcessSignals()
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        let input = try SampleInput("/proc/self/fd/\(ends[0])", Self.format)
        fixture.server.stop()
        // The pipe says nothing, and is not waited for.
        let failure = failure { _ = try pusher.push(input, signals: signals) }
        #expect(failure?.exitCode == 4 && failure?.message.contains("has ended") == true, "\(failure?.message ?? "")")
        for end in ends { close(end) }
    }
}
