import Fixtures
import Judging
import ServerFixtures
import TestSupport
import Testing

/// Full motion, counted frame by frame from the screen to two recordings: what was lost, and where.
@Suite(.serialized, .rerunWhenLate) struct MotionTests {
    /// A window that comes and one that goes are changes without a stamp.
    private static let unstamped = 2

    /// Small and cheap to encode, so that two busy processors keep up with 60 frames a second, at a bit rate that leaves every stamp
    /// readable: what begins to move is blurred at the usual one.
    @Test func noFrameIsLostOnItsWayAndNoMemoryEither() throws {
        let (screen, server, scratch) = (try XvfbServer(width: 640, height: 360), try RTMPServer(), Scratch())
        let file = scratch.file("motion.mkv")
        let stream = try Stream.live(screen, to: [server.url("motion"), file], "--fps", "60", "--preset", "ultrafast", "--bitrate", "8000k")
        try stream.waitUntilLive()
        let before = try FrameAccount.atRest(stream)
        let stimulus = try Stimulus(.motion, on: screen, framesPerSecond: 60)
        // Buffers find their size.
        letRun(for: .seconds(8))
        let warm = try HostFootprint(of: stream)
        letRun(for: .seconds(17))
        let growth = try HostFootprint(of: stream).growth(since: warm)
        stimulus.stop()
        let after = try FrameAccount.atRest(stream)
        try stream.stop()

        let recordings = [file, try #require(try server.recordings(of: "motion").first)]
        let (captured, encoded) = (after.captured - before.captured, after.encoded - before.encoded)
        let superseded = after.superseded - before.superseded
        for recording in recordings {
            let tally = try StampReader(recording).tally
            let words = "\(recording): \(tally); \(captured) captured, \(superseded) superseded, \(encoded) encoded"
            #expect(tally.delivered > 1000 && tally.backward == 0, "\(words)")
            // Counted, so no stall excuses it: whatever was encoded is in every recording.
            #expect(tally.delivered >= encoded - Self.unstamped, "\(words)")
            // A frame may be drawn over before it can be captured, or replaced by the next one before it can be encoded: seldom, and
            // hardly ever on a machine that is there.
            #expect(tally.missed * 20 <= tally.due, "\(words)")
            expectInTime(tally.missed <= 2, "\(words)")
            #expect(try decodingErrors(of: recording) == "")
        }
        #expect(growth.isNothing && growth.anonymousBytes < 2 * 1024 * 1024, "in \(captured * 17 / 25) frames: \(growth)")
    }

    /// From the drawing of a frame to its arrival at a viewer, of which the player's own share is the larger.
    @Test func framesAreYoungWhenTheyArrive() throws {
        let (screen, server) = (try XvfbServer(width: 640, height: 360), try RTMPServer())
        let stimulus = try Stimulus(.motion, on: screen)
        let stream = try Stream.live(screen, to: [server.url("age")], "--preset", "ultrafast")
        try stream.waitUntilLive()
        try waitUntil("the server to have it") { try server.isPublishing("age") }
        let viewer = try LiveStampReader(server, key: "age")
        try waitUntil("a hundred frames") { viewer.arrivals.count > 100 }
        let start = viewer.arrivals.count
        try waitUntil("150 more") { viewer.arrivals.count > start + 150 }
        let delay = try #require(try stream.status()["delay"] as? [String: Any])
        viewer.stop()
        try stream.stop()
        stimulus.stop()
        let ages = Spread(viewer.arrivals.dropFirst(start).compactMap(\.age))
        #expect(ages.count > 100)
        // What the host itself says: from capture to its packet's handing over.
        let own = try #require(delay["medianMilliseconds"] as? Double)
        expectInTime(own < 60, "\(delay)")
        expectInTime(ages.at(0.5) < .milliseconds(150), "\(ages)")
    }
}
