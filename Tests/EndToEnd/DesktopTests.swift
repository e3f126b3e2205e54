import Fixtures
import Foundation
import ServerFixtures
import TestSupport
import Testing

/// What viewers see while the desktop is not to be seen by its own user.
@Suite(.serialized) struct DesktopTests {
    private func causes(_ stream: TestSupport.Stream) throws -> [String] {
        (try stream.status()["desktop"] as? [String: Any])?["causes"] as? [String] ?? []
    }

    /// The mean colour of what viewers see now.
    private func shown(_ stream: TestSupport.Stream, _ scratch: Scratch) throws -> [UInt8] {
        let text = String(decoding: try stream.command("snapshot", "--out", scratch.path + "/"), as: UTF8.self)
        let file = text.trimmingCharacters(in: .whitespacesAndNewlines)
        return [UInt8](try runTool(["ffmpeg", "-v", "error", "-i", file, "-vf", "scale=1:1:flags=area,format=rgb24", "-f", "rawvideo", "pipe:1"]))
    }

    @Test func aLockedScreenIsHiddenAndEachCauseIsNamed() throws {
        let (screen, scratch, desktop) = (try XvfbServer(width: 320, height: 180), Scratch(), try DesktopServer())
        let stream = try Stream(
            [
                "live", "--display", screen.display, "--mic", "none", "--http", "off", "--slate-color", "#00ff00", "--slate-text", "", "--record",
                scratch.file("a.mkv"), "--on-desktop", "switched=show",
            ], screen: screen, environment: desktop.environment)
        try stream.waitUntilLive()
        try waitUntil("the screen") { try shown(stream, scratch) == [0, 0, 0] }
        try desktop.change(to: "locked")
        try waitUntil("the slate") { try shown(stream, scratch)[1] > 200 }
        #expect(try causes(stream) == ["locked"])
        #expect(try stream.status()["state"] as? String == "slate")
        try desktop.change(to: "inactive")
        try waitUntil("the screen") { try shown(stream, scratch) == [0, 0, 0] }
        #expect(try causes(stream) == ["switched"])
        try desktop.change(to: "")
        try waitUntil("nothing") { try causes(stream).isEmpty }
        let events = try stream.events().compactMap { $0["code"] as? String }.filter { $0.hasPrefix("desktop.") }
        #expect(events.count(where: { $0 == "desktop.away" }) == 2 && events.count(where: { $0 == "desktop.back" }) == 2, "\(events)")
        try stream.stop()
        #expect(Program.decodingComplaints(scratch.file("a.mkv")) == "")
    }

    @Test func theMachineDoesNotSleepUnderABroadcast() throws {
        let (screen, scratch, desktop) = (try XvfbServer(width: 320, height: 180), Scratch(), try DesktopServer("refuse-idle"))
        let stream = try Stream(
            ["live", "--display", screen.display, "--mic", "none", "--http", "off", "--record", scratch.file("a.mkv")], screen: screen,
            environment: desktop.environment)
        try stream.waitUntilLive()
        try waitUntil("a lock") { desktop.inhibitors.count == 1 }
        func inhibition() throws -> [String: Any]? { try stream.status()["inhibition"] as? [String: Any] }
        try waitUntil("status") { try inhibition()?["held"] as? [String] == ["sleep"] }
        #expect(try inhibition()?["problem"] as? String == "logind refuses to inhibit idle: Permission denied")
        let table = String(decoding: try stream.command("status"), as: UTF8.self)
        #expect(table.contains("  inhibited   sleep while the broadcast runs; logind refuses to inhibit idle: Permission denied\n"))
        try stream.stop()
        try waitUntil("no lock") { desktop.inhibitors.isEmpty }
    }

    @Test func aBroadcastOfAudioKeepsTheMachineAwakeToo() throws {
        let (screen, desktop, scratch) = (try XvfbServer(width: 320, height: 180), try DesktopServer(), Scratch())
        func stream(_ arguments: String...) throws -> TestSupport.Stream {
            try Stream(
                ["live", "--audio-only", "--mic", "none", "--http", "off", "--record", scratch.file("\(arguments.count).mka")] + arguments,
                screen: screen, environment: desktop.environment)
        }
        let awake = try stream()
        try waitUntil("locks") { desktop.inhibitors.count == 2 }
        try awake.stop()
        try waitUntil("no lock") { desktop.inhibitors.isEmpty }
        let other = try stream("--inhibit", "off")
        try other.waitUntilAnswering()
        #expect(try other.status()["inhibition"] == nil && desktop.inhibitors.isEmpty)
        try other.stop()
    }

    @Test func aDisplayThatIsOffIsHiddenWhereThatIsAskedFor() throws {
        let (screen, scratch, desktop) = (try XvfbServer(width: 320, height: 180), Scratch(), try DesktopServer())
        let power = try DPMSDisplay(on: screen)
        let stream = try Stream(
            [
                "live", "--display", power.display, "--mic", "none", "--http", "off", "--slate-color", "#00ff00", "--slate-text", "",
                "--on-desktop", "display-off=slate,locked=show", "--record",
                scratch.file("a.mkv"),
            ], screen: screen, environment: desktop.environment)
        try stream.waitUntilLive()
        try waitUntil("the screen") { try shown(stream, scratch) == [0, 0, 0] }
        try power.force("off")
        try waitUntil("the slate") { try shown(stream, scratch)[1] > 200 }
        #expect(try causes(stream) == ["display-off"])
        // Beside what services of the desktop tell.
        try desktop.change(to: "locked")
        try waitUntil("both") { try causes(stream) == ["locked", "display-off"] }
        try desktop.change(to: "")
        try waitUntil("one") { try causes(stream) == ["display-off"] }
        try power.force("on")
        try waitUntil("the screen") { try shown(stream, scratch) == [0, 0, 0] }
        try waitUntil("nothing") { try causes(stream).isEmpty }
        try stream.stop()
    }
}
