import Fixtures
import Foundation
import Platform
import ServerFixtures
import TestSupport
import Testing

/// Music is decoded in a process of its own: what happens to that does not happen to the broadcast.
@Suite(.serialized) struct MusicProcessTests {
    private let scratch = Scratch()
    private let stream: TestSupport.Stream

    init() throws {
        stream = try Stream([
            "live", "--capture", "pattern", "--pattern-size", "320x180", "--mic", "none", "--http", "off", "--verbose", "--to",
            scratch.file("seen.mkv"),
        ])
        try stream.waitUntilLive()
    }

    private func song(_ name: String, seconds: Int, _ more: [String] = []) throws -> String {
        let path = scratch.file(name)
        try runTool(["ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", "sine=f=500:d=\(seconds)"] + more + [path])
        return path
    }

    private func music() throws -> [String: Any] { try stream.audio()["music"] as? [String: Any] ?? [:] }
    private func state() throws -> String { try music()["state"] as? String ?? "" }

    /// The processes that the host has started to decode music.
    private func decoders() throws -> [Int32] {
        try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { Int32($0) }.filter { pid in
            let stat = textOfFile("/proc/\(pid)/stat")
            let parent = stat.split(separator: ")").last?.split(separator: " ").dropFirst().first
            return parent == "\(stream.process.pid)" && textOfFile("/proc/\(pid)/cmdline").contains("--audio")
        }
    }

    private func decoder() throws -> Int32 {
        var found: [Int32] = []
        try waitUntil("a decoder") {
            found = try decoders()
            return !found.isEmpty
        }
        try #require(found.count == 1)
        return found[0]
    }

    private func status(_ pid: Int32, _ field: String) -> String? {
        textOfFile("/proc/\(pid)/status").split(separator: "\n").first { $0.hasPrefix(field + ":") }?.split(separator: "\t").last.map(String.init)
    }

    @Test func aFileIsDecodedBehindASandboxAndTheProcessEndsWithIt() throws {
        let path = try song("song.flac", seconds: 30)
        try stream.command("music", "play", path)
        let pid = try decoder()
        #expect(status(pid, "Seccomp") == "2" && status(pid, "NoNewPrivs") == "1")
        // One file is open, and no socket but the one to its host.
        let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/fd").compactMap {
            try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(pid)/fd/\($0)")  // closed meanwhile
        }
        #expect(open.contains(path) && open.count { $0.hasPrefix("socket:") } == 1, "\(open)")
        try stream.command("music", "stop")
        try waitUntil("its end") { try decoders().isEmpty }
        try stream.stop()
    }

    @Test func aDecoderThatIsKilledEndsTheSongAndNothingElse() throws {
        try stream.command("music", "play", try song("song.flac", seconds: 60))
        try waitUntil("the song") { try state() == "playing" }
        kill(try decoder(), SIGSEGV)
        try waitUntil("the failure") { try state() == "failed" }
        let error = try music()["lastError"] as? String ?? ""
        #expect(error.contains("song.flac") && error.contains("its decoder has ended (it was ended by signal 11)"), "\(error)")
        try waitUntil("the event") { try stream.events().contains { $0["code"] as? String == "sound.musicFailed" } }
        try stream.waitForFrames(5)
        // Another plays.
        try stream.command("music", "play", try song("other.ogg", seconds: 60))
        try waitUntil("the other song") { try music()["positionSeconds"] as? Double ?? 0 > 0.3 }
        try stream.stop()
    }

    /// A file whose parser wants more memory than a decoder may have: what was inside the host before.
    @Test func aFileThatWantsAllMemoryEndsItsDecoderAndNothingElse() throws {
        let (path, bomb) = (scratch.file("bomb.mka"), scratch.file("zeros.bin"))
        #expect(FileManager.default.createFile(atPath: bomb, contents: nil) && truncate(bomb, 200 << 20) == 0)
        let attachment = ["-attach", bomb, "-metadata:s:t", "mimetype=application/octet-stream"]
        try runTool(["ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", "sine=d=5"] + attachment + ["-c:a", "flac", path])
        unlink(bomb)
        let refusal = try stream.refusal(["music", "play", path])
        #expect(refusal.contains("bomb.mka") && refusal.contains("memory"), "\(refusal)")
        #expect(try state() == "failed")
        try stream.waitForFrames(5)
        #expect(try ProcessUsage(of: stream.process.pid).uniqueBytes < 150 << 20)
        try stream.stop()
    }

    @Test func theProcessEndsWithItsHost() throws {
        try stream.command("music", "play", try song("song.flac", seconds: 60), "--loop")
        let pid = try decoder()
        // One that hangs, too: it does not notice that its connection has ended.
        kill(pid, SIGSTOP)
        stream.process.send(SIGKILL)
        try waitUntil("the end of the decoder") { kill(pid, 0) != 0 }
    }

    @Test func whatIsPausedWaitsAndDecodesNoMore() throws {
        try stream.command("music", "play", try song("song.flac", seconds: 120))
        try waitUntil("the song") { try music()["positionSeconds"] as? Double ?? 0 > 0.3 }
        try stream.command("music", "pause")
        let pid = try decoder()
        func spent() -> [Substring] { Array(textOfFile("/proc/\(pid)/stat").split(separator: " ").dropFirst(13).prefix(2)) }
        // As soon as the buffers are full.
        var last = spent()
        try waitUntil("it to wait") {
            letRun(for: .milliseconds(200))
            defer { last = spent() }
            return spent() == last
        }
        letRun(for: .milliseconds(500))
        #expect(spent() == last)
        #expect(textOfFile("/proc/\(pid)/status").contains("State:\tS"))
        try stream.command("music", "resume")
        try waitUntil("the song again") { try music()["positionSeconds"] as? Double ?? 0 > 2 }
        try stream.stop()
    }

    /// A WAV file that claims to hold 400 years of samples: more nanoseconds than there are numbers for.
    @Test func aFileThatClaimsToLastForEverDoesNoHarm() throws {
        func word(_ value: UInt64, _ bytes: Int) -> [UInt8] { (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) } }
        // RF64 gives the length in 64 bits (EBU Tech 3306).
        var data = Array("RF64".utf8) + word(0xFFFF_FFFF, 4) + Array("WAVEds64".utf8) + word(28, 4)
        let claimed: UInt64 = 400 * 365 * 86_400 * 96_000
        data += word(claimed + 72, 8) + word(claimed, 8) + word(claimed / 2, 8) + word(0, 4)
        data += Array("fmt ".utf8) + word(16, 4) + word(1, 2) + word(1, 2) + word(48_000, 4) + word(96_000, 4) + word(2, 2) + word(16, 2)
        data += Array("data".utf8) + word(0xFFFF_FFFF, 4) + (0..<96_000).flatMap { word(UInt64($0 * 97 % 8000), 2) }
        let path = scratch.file("ages.wav")
        #expect(FileManager.default.createFile(atPath: path, contents: Data(data)))
        try stream.command("music", "play", path)
        try waitUntil("its end") { try state() == "finished" }
        try stream.waitForFrames(5)
        try stream.stop()
    }

    /// Decoded with the network, and no more than that.
    @Test func anAddressIsDecodedInAProcessThatCanStartNoOther() throws {
        let server = try StallingServer(serving: try song("song.wav", seconds: 30), stallingAt: nil)
        try stream.command("music", "play", server.address.replacing("http://", with: "http://me:hunter2secret@") + "?token=hunter2secret")
        let pid = try decoder()
        #expect(status(pid, "Seccomp") == "2" && status(pid, "NoNewPrivs") == "1")
        #expect(!["cmdline", "environ"].contains { textOfFile("/proc/\(pid)/\($0)").contains("hunter2secret") })
        let shown = "\(try music()) \(try stream.events())"
        #expect(shown.contains("127.0.0.1") && !shown.contains("hunter2secret"), "\(shown)")
        try waitUntil("the song") { try music()["positionSeconds"] as? Double ?? 0 > 0.5 }
        try stream.stop()
        #expect(!stream.process.output.contains("hunter2secret"))
    }
}
