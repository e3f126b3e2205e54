import Fixtures
import Foundation
import ServerFixtures
import TestSupport
import Testing

/// `splitcast trace --frame`, of a broadcast from a real X server to a real RTMP server and a file.
@Suite(.serialized) struct TraceTests {
    private struct Span {
        let name, id, trace: String
        let parent: String?
        let start, end: Int64
        var milliseconds: Double { Double(end - start) / 1e6 }
    }

    private func spans(_ stream: TestSupport.Stream) throws -> [Span] {
        let output = try stream.command("trace", "--frame", "--json")
        let whole = try #require(try JSONSerialization.jsonObject(with: output) as? [String: Any])
        let scopes = (whole["resourceSpans"] as? [[String: Any]] ?? []).flatMap { $0["scopeSpans"] as? [[String: Any]] ?? [] }
        return try scopes.flatMap { $0["spans"] as? [[String: Any]] ?? [] }.map { span in
            func text(_ key: String) throws -> String { try #require(span[key] as? String, "\(key)") }
            return Span(
                name: try text("name"), id: try text("spanId"), trace: try text("traceId"), parent: span["parentSpanId"] as? String,
                start: try #require(Int64(try text("startTimeUnixNano"))), end: try #require(Int64(try text("endTimeUnixNano"))))
        }
    }

    private func live(_ screen: XvfbServer, to targets: [String], preset: String) throws -> TestSupport.Stream {
        let stream = try Stream.live(
            screen, to: targets, "--fps", "10", "--preset", preset, "--effort", "fixed", "--no-adaptive", "--bitrate", "4000k")
        try stream.waitUntilLive()
        return stream
    }

    @Test func thePartsLieInOrderAndMakeTheWhole() throws {
        let (screen, server, scratch) = (try XvfbServer(width: 1280, height: 720), try RTMPServer(), Scratch())
        let stream = try live(screen, to: [server.url("trace"), scratch.file("trace.mkv")], preset: "veryfast")
        let stimulus = try Stimulus(.motion, on: screen, framesPerSecond: 10)
        letRun(for: .seconds(4))
        let found = try spans(stream)
        let root = try #require(found.first)
        #expect(root.name == "frame" && root.parent == nil && root.trace.count == 32 && root.id.count == 16)
        #expect(Set(found.map(\.id)).count == found.count && Set(found.map(\.trace)).count == 1)
        let parts = found.dropFirst()
        #expect(parts.allSatisfy { $0.parent == root.id && $0.start <= $0.end })
        for name in ["notice", "wait for the canvas", "convert", "wait for the encoder", "encode", "hand on"] {
            #expect(parts.contains { $0.name == name }, "\(name) of \(found.map(\.name))")
        }
        // On the way to each target every part begins where the one before it ended, and all of them are what it took to get there.
        let shared = parts.filter { !$0.name.contains("target") }
        for target in [1, 2] {
            let way = shared + parts.filter { $0.name.hasSuffix("target \(target)") }
            #expect(way.count == shared.count + (target == 2 ? 3 : 2) && way.first?.start == root.start)
            for (part, next) in zip(way, way.dropFirst()) { #expect(part.end == next.start, "\(part.name), \(next.name)") }
        }
        #expect(parts.map(\.end).max() == root.end)
        // What the status says: from the capture to the queues of those targets that take it at once.
        let delay = try #require(try stream.status()["delay"] as? [String: Any])
        let (median, worst) = (delay["medianMilliseconds"] as? Double ?? 0, delay["worstMilliseconds"] as? Double ?? 0)
        let traced = Double((shared.last?.end ?? 0) - root.start) / 1e6
        #expect(traced > median / 5 && traced <= worst * 2, "traced \(traced), median \(median), worst \(worst) ms")
        #expect(abs(Date().timeIntervalSince1970 - Double(root.start) / 1e9) < 60)
        let table = String(decoding: try stream.command("trace", "--frame"), as: UTF8.self)
        #expect(table.contains("█") && table.hasPrefix("frame ") && table.contains("send to target 1"), "\(table)")
        stimulus.stop()
        try stream.stop()
    }

    /// A recording takes a picture after the audio of its moment, which is later than the picture: that is no queue. RTMP takes it at once.
    @Test func theWaitForAudioHasAName() throws {
        let (screen, server, scratch) = (try XvfbServer(width: 640, height: 360), try RTMPServer(), Scratch())
        let sound = try AudioFixture(feeding: .tone(440))
        let stream = try Stream.sounding(
            screen, on: sound, to: server.url("trace"), "--record", scratch.file("trace.mkv"), "--mic", "default", "--fps", "10")
        try stream.waitUntilLive()
        let stimulus = try Stimulus(.motion, on: screen, framesPerSecond: 10)
        try stream.waitUntilHeard("mic")
        letRun(for: .seconds(2))
        let traces = try (0..<5).map { _ in try spans(stream) }
        for found in traces {
            let names = found.map(\.name)
            #expect(names.contains("wait for audio, target 2") && !names.contains("wait for audio, target 1"), "\(names)")
        }
        func median(_ name: String) -> Double { traces.compactMap { $0.first { $0.name == name }?.milliseconds }.sorted().dropFirst(2).first ?? -1 }
        let (wait, queue) = (median("wait for audio, target 2"), median("queue of target 2"))
        #expect(wait > 20 && queue < wait / 2, "\(wait) ms, then \(queue) ms")
        stimulus.stop()
        try stream.stop()
    }

    @Test func aSlowEncoderIsSeen() throws {
        func encode(_ preset: String) throws -> Double {
            let (screen, scratch) = (try XvfbServer(width: 1280, height: 720), Scratch())
            let stream = try live(screen, to: [scratch.file("trace.mkv")], preset: preset)
            let stimulus = try Stimulus(.motion, on: screen, framesPerSecond: 5)
            letRun(for: .seconds(3))
            let times = try (0..<5).map { _ in try #require(try spans(stream).first { $0.name == "encode" }).milliseconds }.sorted()
            stimulus.stop()
            try stream.stop()
            return times[2]
        }
        let (quick, slow) = (try encode("ultrafast"), try encode("slower"))
        #expect(slow > 2 * quick, "\(quick) ms, \(slow) ms")
    }

    /// A link that carries a fifth of the picture's bits: what waits for it waits in the queue of its target, and in no other.
    @Test func aSlowLinkIsSeen() throws {
        let (screen, server, scratch) = (try XvfbServer(width: 640, height: 360), try RTMPServer(), Scratch())
        let link = try TcpLink(
            to: server.port, LinkTrace("narrow", "0.4 Mbit/s", steps: [(.zero, LinkCondition(bitRate: 4e5))]))
        let stimulus = try Stimulus(.motion, on: screen)
        let stream = try Stream.live(
            screen, to: ["rtmp://127.0.0.1:\(link.port)/live/trace", scratch.file("trace.mkv")], "--effort", "fixed", "--no-adaptive",
            "--bitrate", "2000k")
        try stream.waitUntilLive()
        var found: [Span] = []
        // What a target drops has no part of its own.
        try waitUntil("a frame that waited for the slow target: \(found.map { ($0.name, $0.milliseconds) })", timeout: .seconds(60)) {
            found = try spans(stream)
            return found.contains { $0.name == "queue of target 1" && $0.milliseconds > 500 }
        }
        func milliseconds(_ name: String) throws -> Double { try #require(found.first { $0.name == name }).milliseconds }
        let (slow, quick) = (try milliseconds("queue of target 1"), try milliseconds("queue of target 2"))
        #expect(quick < slow / 2, "\(quick) ms, \(slow) ms")
        #expect(try milliseconds("encode") < slow && milliseconds("frame") >= slow)
        let table = String(decoding: try stream.command("trace", "--frame"), as: UTF8.self)
        #expect(table.contains("queue of target 2"), "\(table)")
        stimulus.stop()
        try stream.stop()
        link.stop()
    }

    @Test func aStillScreenIsSaidToBeStill() throws {
        let (screen, scratch) = (try XvfbServer(width: 320, height: 240), Scratch())
        let stream = try live(screen, to: [scratch.file("trace.mkv")], preset: "ultrafast")
        letRun(for: .seconds(1))
        let program = try Program([try releaseProduct("splitcast"), "trace", "--frame", "--group", stream.group], environment: stream.environment)
        #expect(program.complaints.contains("no picture changed within 5 s"), "\(program.complaints)")
        try stream.stop()
    }
}
