import Fixtures
import ServerFixtures
import TestSupport
import Testing

/// The stream follows a line down to where it carries no picture, and back up; who records beside it keeps the picture.
@Suite(.serialized) struct PoorLinkTests {
    private static let trace = LinkTrace(
        "collapse", "8 Mbit/s, from 8 s on 0.1, from 40 s on 8 again",
        steps: [(.zero, LinkCondition(bitRate: 8e6)), (.seconds(8), LinkCondition(bitRate: 1e5)), (.seconds(40), LinkCondition(bitRate: 8e6))])

    private static func rate(_ stream: Stream, _ name: String) throws -> Int {
        (try stream.status()["rate"] as? [String: Any])?[name] as? Int ?? 0
    }

    @Test(.timeLimit(.minutes(10))) func aLineThatFailsCostsItsViewersThePictureForAWhileAndTheRecordingNothing() throws {
        let (screen, server, scratch) = (try XvfbServer(width: 640, height: 360), try RTMPServer(), Scratch())
        let stimulus = try Stimulus(.motion, on: screen)
        let line = try TcpLink(to: server.port, Self.trace)
        let file = scratch.file("whole.mkv")
        let stream = try Stream.live(
            screen, to: [server.url("a", at: line.port), file], "--bitrate", "1500k", "--min-bitrate", "300k")
        try stream.waitUntilLive()
        #expect(try Self.rate(stream, "bitsPerSecond") == 1_500_000)
        try waitUntil("the bit rate to fall", timeout: .seconds(60)) { try Self.rate(stream, "bitsPerSecond") <= 300_000 }
        try waitUntil("the target to get sound alone", timeout: .seconds(60)) { try stream.target(1)["diet"] as? String == "sound" }
        #expect(try stream.state(of: 2) == "live" && stream.target(2)["diet"] as? String == "everything")
        // The user's latest word counts on the levels too.
        try stream.command("set", "bitrate", "1000k", "--min", "200k")
        try waitUntil("every frame to go out again", timeout: .seconds(180)) {
            let rate = try stream.status()["rate"] as? [String: Any] ?? [:]
            return try rate["stair"] as? String == "full" && stream.target(1)["diet"] as? String == "everything"
        }
        try waitUntil("the bit rate to rise", timeout: .seconds(120)) { try Self.rate(stream, "bitsPerSecond") > 600_000 }
        #expect(try Self.rate(stream, "bitsPerSecond") <= 1_000_000 && Self.rate(stream, "floor") == 200_000)
        let (told, targets) = (try stream.steps(of: 1), try stream.targets())
        try stream.stop()
        stimulus.stop()
        #expect(told.contains("networkPoor") && told.contains("networkRecovered"), "\(told)")
        #expect(targets.last?["droppedFrames"] as? Int == 0, "\(targets)")
        #expect(try decodingErrors(of: file) == "")
        // Fewer frames, and no stand-in, which would stay for seconds: they show the screen, in its order. With so few bits some
        // stamp cannot be read.
        let stamps = try StampReader(file).frames.map { $0.stamp?.number }
        let numbers = stamps.compactMap { $0 }
        let steps = zip(numbers.dropFirst(), numbers).map { Int($0) - Int($1) }
        #expect(numbers.count * 50 > stamps.count * 49, "\(stamps.count - numbers.count) of \(stamps.count) without a stamp")
        #expect(steps.allSatisfy { $0 >= 0 }, "\(steps.filter { $0 < 0 })")
    }
}
