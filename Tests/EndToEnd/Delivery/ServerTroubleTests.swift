import Fixtures
import Foundation
import Platform
import ServerFixtures
import TestSupport
import Testing

/// One server's trouble costs its own viewers seconds, and everybody else nothing.
@Suite(.serialized) struct ServerTroubleTests {
    private static let start = ["added", "connecting", "connected", "firstFrameSent", "live"]

    /// What each picture shows, in its order.
    private static func stamps(_ file: String) throws -> [UInt32] { try StampReader(file).frames.compactMap { $0.stamp?.number } }

    /// One encode, several targets: who lost nothing has the very pictures that the recording has, from where both were there on
    /// to the end.
    private static func expectWhole(_ key: String, on server: RTMPServer, beside recording: String) throws {
        try waitUntil("the server to have the end") { try !server.isPublishing(key) }
        let (part, whole) = (try stamps(try #require(server.recordings(of: key).first)), try stamps(recording))
        let common = min(part.count, whole.count)
        #expect(common > 60 && part.suffix(common) == whole.suffix(common), "\(part) beside \(whole)")
        let times = try StampReader(recording).frames.map(\.position)
        #expect(zip(times.dropFirst(), times).allSatisfy { $0 > $1 })
        #expect(try decodingErrors(of: recording) == "")
    }

    @Test func aServerThatIsKilledIsLiveAgainAndNoOneElseNotices() throws {
        let (screen, lost, other, scratch) = (try XvfbServer(width: 640, height: 360), try RTMPServer(), try RTMPServer(), Scratch())
        let stimulus = try Stimulus(.motion, on: screen)
        let stream = try Stream.live(screen, to: [lost.url("a"), other.url("b"), scratch.file("whole.mkv")], "--reconnect", "fixed:500ms")
        try stream.waitUntilLive()
        let live = MediaTime.now()
        letRun(for: .seconds(3))
        lost.kill()
        try stream.waitForTarget(1, toBe: "reconnecting")
        try lost.start()
        try stream.waitForTarget(1, toBe: "live")
        let back = (MediaTime.now() - live).inSeconds
        let seen = try lost.timesForViewers(of: "a")
        // Times go on where they would be, had nothing happened.
        #expect(seen.count >= 10 && seen.allSatisfy { $0 > back - 1 && $0 < back + 60 }, "\(seen) after \(back) s")
        let (steps, untouched) = (try stream.steps(of: 1), [try stream.steps(of: 2), try stream.steps(of: 3)])
        let targets = try stream.targets()
        try stream.stop()
        stimulus.stop()
        #expect(Array(steps.prefix(7)) == Self.start + ["connectionLost", "retry"], "\(steps)")
        #expect(Array(steps.suffix(3)) == ["connected", "firstFrameSent", "live"], "\(steps)")
        #expect(untouched == [Self.start, Self.start])
        #expect(targets.map { $0["reconnects"] as? Int } == [1, 0, 0] && targets.map { $0["droppedFrames"] as? Int } == [0, 0, 0], "\(targets)")
        try Self.expectWhole("b", on: other, beside: scratch.file("whole.mkv"))
        // What it has got since starts with a key frame and headers of its own.
        #expect(try decodingErrors(of: try #require(lost.recordings(of: "a").last)) == "")
    }

    @Test func aServerThatFreezesDelaysNoOneElse() throws {
        let (screen, frozen, other, scratch) = (try XvfbServer(width: 640, height: 360), try RTMPServer(), try RTMPServer(), Scratch())
        let stimulus = try Stimulus(.motion, on: screen)
        let stream = try Stream.live(screen, to: [frozen.url("a"), other.url("b"), scratch.file("whole.mkv")])
        try stream.waitUntilLive()
        let live = MediaTime.now()
        frozen.pause()
        try waitUntil("its queue to be full") { try stream.target(1)["droppedFrames"] as? Int ?? 0 > 0 }
        #expect(try [2, 3].map { try stream.state(of: $0) } == ["live", "live"])
        frozen.resume()
        try stream.waitForTarget(1, toBe: "live")
        try stream.waitForProgress(of: 1)
        // Once more; this time somebody loses patience.
        frozen.pause()
        try stream.command("reconnect", "1")
        try stream.waitForTarget(1, toBe: "connecting")
        frozen.resume()
        try stream.waitForTarget(1, toBe: "live")
        let back = (MediaTime.now() - live).inSeconds
        let seen = try frozen.timesForViewers(of: "a")
        #expect(seen.count >= 10 && seen.allSatisfy { $0 > back - 1 && $0 < back + 60 }, "\(seen) after \(back) s")
        let targets = try stream.targets()
        #expect(targets.dropFirst().allSatisfy { $0["reconnects"] as? Int == 0 && $0["droppedFrames"] as? Int == 0 }, "\(targets)")
        // Anyone who is frozen at the end does not hold the others up.
        frozen.pause()
        try stream.stop()
        frozen.resume()
        stimulus.stop()
        try Self.expectWhole("b", on: other, beside: scratch.file("whole.mkv"))
    }
}
