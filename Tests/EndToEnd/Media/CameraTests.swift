import Fixtures
import Foundation
import ServerFixtures
import TestSupport
import Testing

/// What can be set of a camera while it is live. The camera is one of the tests' own, behind the functions of the kernel's; the agent is
/// confined as ever.
@Suite(.serialized) struct CameraTests {
    private let recordings = Scratch()

    private func live(_ words: String = "") throws -> (TestSupport.Stream, FixtureProcess) {
        let stream = try Stream(
            ["host", "--mic", "none", "--http", "off", "--source", "two=none", "--record", recordings.file("seen.mkv")])
        try stream.waitUntilAnswering()
        let agent = try FixtureProcess(
            [try releaseProduct("splitcast-capture-media"), "--group", stream.group, "--sandbox", "strict", "--device", TestCamera.path],
            environment: stream.environment.merging(try TestCamera.environment(words)) { $1 })
        try waitUntil("a live camera: \(agent.output)") {
            try agent.expectRunning()
            return try camera(stream)?["state"] as? String == "live"
        }
        return (stream, agent)
    }

    private func camera(_ stream: TestSupport.Stream) throws -> [String: Any]? {
        try (stream.status()["sources"] as? [[String: Any]])?.first { $0["name"] as? String == "screen" }
    }

    private func settings(_ stream: TestSupport.Stream) throws -> [String: String] {
        let found = try camera(stream)?["camera"] as? [[String: Any]] ?? []
        return Dictionary(uniqueKeysWithValues: found.compactMap { ($0["name"] as? String ?? "", $0["value"] as? String ?? "") })
    }

    /// How light viewers see it, of 255.
    private func lightness(_ stream: TestSupport.Stream, _ scratch: Scratch) throws -> Int {
        let text = String(decoding: try stream.command("snapshot", "--out", scratch.path + "/"), as: UTF8.self)
        let file = text.trimmingCharacters(in: .whitespacesAndNewlines)
        let pixels = try runTool(["ffmpeg", "-v", "error", "-i", file, "-vf", "scale=1:1:flags=area,format=gray", "-f", "rawvideo", "pipe:1"])
        return Int(pixels.first ?? 0)
    }

    /// A command that fails: its exit code and what it says.
    private func refusal(_ stream: TestSupport.Stream, _ arguments: String...) throws -> (Fixtures.ExitStatus?, String) {
        let command = try FixtureProcess(
            [try releaseProduct("splitcast")] + arguments + ["--group", stream.group], environment: stream.environment)
        return (command.exitStatus(within: .seconds(30)), command.output)
    }

    @Test func aCameraIsSetWhileItIsLive() throws {
        let (scratch, (stream, agent)) = (Scratch(), try live())
        try waitUntil("settings") { try settings(stream) == ["zoom": "1", "focus": "auto", "torch": "off", "exposure": "auto"] }
        let table = String(decoding: try stream.command("camera", "screen"), as: UTF8.self)
        #expect(table.contains("zoom") && table.contains("1.00 to 3.00") && table.contains("auto or 0.00 to 250.00"), "\(table)")
        try waitUntil("a dark picture") { try (50...56).contains(lightness(stream, scratch)) }
        let answer = String(decoding: try stream.command("camera", "screen", "zoom=2.5", "focus=31", "exposure=20ms"), as: UTF8.self)
        #expect(answer.contains("2.5") && answer.contains("30"), "the values as the camera has them: \(answer)")
        #expect(try settings(stream) == ["zoom": "2.5", "focus": "30", "torch": "off", "exposure": "20"])
        // 150 of 16 to 235.
        try waitUntil("a lighter picture") { try (153...160).contains(lightness(stream, scratch)) }
        try stream.command("camera", "screen", "torch=on", "focus=auto")
        #expect(try settings(stream)["torch"] == "on" && settings(stream)["focus"] == "auto")
        try waitUntil("light") { try lightness(stream, scratch) > 250 }
        try agent.expectRunning()
        #expect(try (stream.agents().first?["confinement"] as? [String] ?? []).contains("filteredCalls"))
        try stream.stop()
    }

    @Test func whatIsWrongNamesWhatMayBe() throws {
        let (stream, agent) = try live("stuck")
        try waitUntil("settings") { try !settings(stream).isEmpty }
        for (word, part) in [
            ("zoom=9", "zoom is 1 to 3, not"), ("focus=far", "focus is auto or 0 to 250, not"), ("torch=dim", "torch is on or off, not"),
            ("iris=2", "it has zoom=1 to 3, focus="), ("zoom", "this camera has no"),
        ] {
            let (status, words) = try refusal(stream, "camera", "screen", word)
            #expect(status == .exited(1) && words.contains(part) && words.split(separator: "\n").count == 1, "\(word): \(words)")
        }
        let (status, words) = try refusal(stream, "camera", "two", "zoom=2")
        #expect(status?.isSuccess == false && words.contains("nothing is captured for the source"), "\(words)")
        // One that the camera itself refuses is told, and the picture goes on.
        try stream.command("camera", "screen", "focus=100")
        try waitUntil("a remark") {
            try stream.events().contains { ($0["words"] as? String ?? "").contains("refuses focus 100: Input/output error") }
        }
        try agent.expectRunning()
        try stream.stop()
    }

    @Test func oneThatHasNothingSaysSo() throws {
        let (stream, agent) = try live("plain")
        for (status, words) in [try refusal(stream, "camera", "screen"), try refusal(stream, "camera", "screen", "zoom=2")] {
            #expect(status?.isSuccess == false && words.contains("nothing that can be set"), "\(words)")
        }
        try agent.expectRunning()
        try stream.stop()
    }
}
