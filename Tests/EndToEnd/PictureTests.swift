import Fixtures
import Foundation
import Judging
import ServerFixtures
import TestSupport
import Testing

/// Drawn on a real X server, received by a real RTMP server, decoded by a stranger.
@Suite(.serialized, .rerunWhenLate) struct PictureTests {
    @Test func coloursAreThoseOfTheScreen() throws {
        let (screen, server) = (try XvfbServer(width: 1280, height: 720), try RTMPServer())
        let stimulus = try Stimulus(ColourChart.standard, on: screen)
        let stream = try Stream.live(screen, to: [server.url("chart")])
        try stream.waitUntilLive()
        try waitUntil("some seconds of picture") {
            let picture = try stream.status()["picture"] as? [String: Any]
            return picture?["framesEncoded"] as? Int ?? 0 >= 8
        }
        try stream.stop()
        stimulus.stop()
        let deviations = try ColourChart.standard.deviations(in: try #require(try server.recordings(of: "chart").first))
        #expect(deviations.allSatisfy { $0 <= 3 }, "\(deviations)")
    }

    @Test func anIdleDesktopCostsKeepAlivesAloneAndAKeyframeEveryTwoSeconds() throws {
        let screen = try XvfbServer(width: 1280, height: 720)
        let scratch = Scratch()
        let stream = try Stream.live(screen, to: [scratch.file("idle.mkv")])
        try stream.waitUntilLive()
        letRun(for: .seconds(7))
        try stream.stop()
        let frames = try recordedFrames(of: scratch.file("idle.mkv"))
        // Two a second, whatever the frame rate.
        #expect((12...18).contains(frames.count), "\(frames.count) frames")
        // A target that has just connected may have asked for one more at the start.
        let keyframes = frames.filter(\.isKey).map(\.time).filter { $0 > 1 }
        for (earlier, later) in zip(keyframes, keyframes.dropFirst()) {
            expectInTime(abs(later - earlier - 2) < 0.1, "key frames at \(earlier) s and \(later) s")
        }
        #expect(keyframes.count >= 2)
    }

    /// Left to libx264, a key frame of a page lacks bits for its lower rows, and the next picture has a third of its size to put them right.
    @Test func aKeyframeOfAPageOfTextNeedsNoPictureThatPutsItRight() throws {
        let screen = try XvfbServer(width: 1920, height: 1080)
        let scratch = Scratch()
        let stimulus = try Stimulus(.idle, on: screen)
        let stream = try Stream.live(screen, to: [scratch.file("page.mkv")])
        try stream.waitUntilLive()
        letRun(for: .seconds(17))
        stimulus.stop()
        try stream.stop()
        // Settled: the last two that are whole.
        var groups: [[Int]] = []
        for frame in try recordedFrames(of: scratch.file("page.mkv")) {
            if frame.isKey { groups.append([frame.bytes]) } else if !groups.isEmpty { groups[groups.count - 1].append(frame.bytes) }
        }
        groups = groups.dropLast().suffix(2)
        #expect(groups.count == 2)
        for group in groups { #expect(group[0] > 200_000 && group.dropFirst().reduce(0, +) < group[0] / 10, "\(group) bytes") }
    }

    @Test func aScreenThatChangesItsSizeStaysOnTheSameCanvas() throws {
        let screen = try XvfbServer(width: 1280, height: 720)
        let scratch = Scratch()
        let stream = try Stream.live(screen, to: [scratch.file("resized.mkv")])
        try stream.waitUntilLive()
        // Xvfb knows no other modes: one is made (a timing that only has to be consistent).
        for command in ["--newmode test 30.0 800 888 932 1080 600 604 609 645", "--addmode screen test", "--output screen --mode test"] {
            try runTool(["xrandr"] + command.split(separator: " ").map(String.init), environment: screen.environment)
        }
        try waitUntil("the new size") { try stream.agents().first?["size"] as? String == "800x600" }
        letRun(for: .seconds(2))
        let size = (try stream.status()["picture"] as? [String: Any])?["size"] as? String
        try stream.stop()
        #expect(size == "1280x720")
        #expect(try decodingErrors(of: scratch.file("resized.mkv")) == "")
    }

    private func recordedFrames(of recording: String) throws -> [(time: Double, isKey: Bool, bytes: Int)] {
        let rows = try runTool([
            "ffprobe", "-v", "error", "-select_streams", "v", "-show_entries", "packet=pts_time,size,flags", "-of", "csv=p=0", recording,
        ])
        return String(decoding: rows, as: UTF8.self).split(separator: "\n").compactMap { row in
            let fields = row.split(separator: ",")
            guard let time = fields.first.flatMap({ Double($0) }), fields.count > 2, let bytes = Int(fields[1]) else { return nil }
            return (time, fields[2].contains("K"), bytes)
        }
    }
}
