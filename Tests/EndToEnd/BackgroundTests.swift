import Fixtures
import Foundation
import ServerFixtures
import TestSupport
import Testing

/// What viewers see while nothing can be captured, changed while they see it.
@Suite(.serialized) struct BackgroundTests {
    /// The mean colour of what viewers see now.
    private func shown(_ stream: TestSupport.Stream, _ scratch: Scratch) throws -> [UInt8] {
        let text = String(decoding: try stream.command("snapshot", "--out", scratch.path + "/"), as: UTF8.self)
        let file = text.trimmingCharacters(in: .whitespacesAndNewlines)
        return [UInt8](try runTool(["ffmpeg", "-v", "error", "-i", file, "-vf", "scale=1:1:flags=area,format=rgb24", "-f", "rawvideo", "pipe:1"]))
    }

    private func waitUntilShown(_ colour: [UInt8], _ stream: TestSupport.Stream, _ scratch: Scratch) throws {
        var seen: [UInt8] = []
        try waitUntil("\(colour), not \(seen)") {
            seen = try shown(stream, scratch)
            return zip(seen, colour).allSatisfy { abs(Int($0) - Int($1)) <= 4 }
        }
    }

    @Test func itIsSeenAtOnceAndUntilItIsCleared() throws {
        let (screen, scratch) = (try XvfbServer(width: 640, height: 360), Scratch())
        let (file, away) = (scratch.file("a.mkv"), scratch.file("away.png"))
        _ = try runTool(["ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", "color=0x0000ff:size=64x36", "-frames:v", "1", away])
        let stream = try Stream(
            [
                "live", "--display", screen.display, "--mic", "none", "--http", "off", "--slate-color", "#00ff00", "--slate-text", "", "--record",
                file,
            ], screen: screen)
        try stream.waitUntilLive()
        // Before it is needed.
        try stream.command("background", "--color", "#ff0000", "--text", "")
        try waitUntilShown([0, 0, 0], stream, scratch)
        try stream.command("pause")
        try waitUntilShown([255, 0, 0], stream, scratch)
        try stream.command("background", "--image", away)
        try waitUntilShown([0, 0, 255], stream, scratch)
        #expect((try stream.status()["background"] as? [String: Any])?["picture"] as? String == away)
        // One that cannot be read changes nothing.
        let broken = scratch.file("broken.png")
        try Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0]).write(to: URL(fileURLWithPath: broken))
        #expect(throws: (any Error).self) { try stream.command("background", "--image", broken) }
        try waitUntilShown([0, 0, 255], stream, scratch)
        try stream.command("background", "clear")
        try waitUntilShown([0, 255, 0], stream, scratch)
        try stream.command("resume")
        try waitUntilShown([0, 0, 0], stream, scratch)
        try stream.stop()
        #expect(Program.decodingComplaints(file) == "")
    }

    /// The slate stands in for another source than the screen, which is hidden.
    @Test func itIsSeenInPlaceOfTheOnlySourceThatIsShown() throws {
        let (screen, two, scratch) = (try XvfbServer(width: 320, height: 180), try XvfbServer(width: 320, height: 180), Scratch())
        let stream = try Stream(
            [
                "live", "--display", screen.display, "--mic", "none", "--http", "off", "--hold", "0s", "--slate-color", "#00ff00", "--slate-text", "",
                "--source", "two=x11:" + two.display, "--record", scratch.file("a.mkv"),
            ], screen: screen)
        try stream.waitUntilLive()
        func source() throws -> [String: Any]? { (try stream.status()["sources"] as? [[String: Any]])?.last }
        try waitUntil("the other source") { try source()?["state"] as? String == "live" }
        try stream.command("layout", "set", "solo:two")
        let agent = try #require(try source()?["agent"] as? Int)
        try stream.command("stop-agent", "\(agent)")
        try waitUntilShown([0, 255, 0], stream, scratch)
        try stream.command("background", "--color", "#ff0000", "--text", "")
        try waitUntilShown([255, 0, 0], stream, scratch)
        try stream.command("background", "clear")
        try waitUntilShown([0, 255, 0], stream, scratch)
        try stream.stop()
        withExtendedLifetime(two) {}
    }

    /// What is shown has had no agent yet, while what is hidden has one: viewers see the slate, not nothing.
    @Test func itIsSeenInPlaceOfASourceThatHasNotComeYet() throws {
        let (screen, two, scratch) = (try XvfbServer(width: 320, height: 180), try XvfbServer(width: 320, height: 180), Scratch())
        let stream = try Stream(
            [
                "live", "--display", screen.display, "--mic", "none", "--http", "off", "--slate-color", "#00ff00", "--slate-text", "",
                "--source", "phone=none", "--record", scratch.file("a.mkv"),
            ], screen: screen)
        try stream.waitUntilLive()
        try waitUntilShown([0, 0, 0], stream, scratch)
        try stream.command("layout", "set", "solo:phone")
        try waitUntilShown([0, 255, 0], stream, scratch)
        #expect(try stream.status()["state"] as? String == "slate")
        let red = try Stimulus(ColourChart(colours: Array(repeating: 0xff0000, count: 18)), on: two)
        let agent = try stream.agent(on: two, "--place", "phone")
        try waitUntilShown([255, 0, 0], stream, scratch)
        #expect(try stream.status()["state"] as? String == "live")
        try stream.stop()
        withExtendedLifetime((agent, red)) {}
    }
}
