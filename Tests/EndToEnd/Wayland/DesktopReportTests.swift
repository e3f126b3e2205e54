import Fixtures
import Foundation
import ServerFixtures
import TestSupport
import Testing

/// What `doctor` and `sources` say of a desktop, and what `live` makes of it by itself.
@Suite(.serialized) struct DesktopReportTests {
    private func splitcast(
        _ arguments: [String], on fixture: some WaylandDesktop, _ changes: [String: String?] = [:]
    ) throws -> (
        status: Fixtures.ExitStatus?, output: String
    ) {
        let process = try FixtureProcess([try releaseProduct("splitcast")] + arguments, environment: fixture.environment.merging(changes) { $1 })
        return (process.exitStatus(within: .seconds(30)), process.output)
    }

    @Test func theDoctorSaysWhatADesktopCanDo() throws {
        let fixture = try SwayDesktop(width: 640, height: 360)
        let text = try splitcast(["doctor"], on: fixture)
        #expect(text.output.lowercased().contains("wayland") && text.output.lowercased().contains("portal"), "\(text.output)")
        let json = try splitcast(["doctor", "--json"], on: fixture)
        #expect(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) is [String: Any], "\(json.output)")
        #expect(fixture.consentCount == 0, "looking asks no one")
    }

    private func checks(_ fixture: some WaylandDesktop, _ changes: [String: String?] = [:]) throws -> [String: [String: Any]] {
        let json = try splitcast(["doctor", "--json"], on: fixture, changes).output
        let object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
        let checks = object?["checks"] as? [[String: Any]] ?? []
        return Dictionary(checks.map { ($0["name"] as? String ?? "", $0) }) { first, _ in first }
    }

    /// Neither does a process of that name make a session manager, nor a desktop's name a compositor.
    @Test func theDoctorAsksPipeWireTheCompositorAndTheDisplayThemselves() throws {
        let (fixture, scratch) = (try SwayDesktop(width: 640, height: 360), Scratch())
        let whole = try checks(fixture, ["XDG_CURRENT_DESKTOP": "GNOME"])
        #expect(whole["session manager"]?["words"] as? String == "WirePlumber", "\(whole)")
        #expect(whole["wlr"]?["state"] as? String == "ok" && (whole["wlr"]?["words"] as? String)?.contains(SwayDesktop.screen) == true, "\(whole)")
        // One that is called so and is none.
        let name = scratch.file("wireplumber")
        try FileManager.default.copyItem(atPath: "/bin/sleep", toPath: name)
        let other = try FixtureProcess([name, "60"])
        let screen = try XvfbServer()
        fixture.stopSessionManager()
        let lacking = try checks(fixture, ["DISPLAY": screen.display])
        try other.expectRunning()
        #expect(lacking["session manager"]?["state"] as? String == "missing", "\(lacking)")
        #expect(lacking["session manager"]?["remedy"] is String)
        #expect((lacking["x11"]?["words"] as? String)?.contains("beside the Wayland desktop") == true, "\(lacking)")
        let mutter = try MutterDesktop(width: 640, height: 360)
        let uncopied = try checks(mutter, ["XDG_CURRENT_DESKTOP": "sway"])
        #expect(uncopied["wlr"]?["state"] as? String == "unused", "\(uncopied)")
    }

    @Test func withoutASessionManagerLiveTakesTheCompositor() throws {
        let (fixture, scratch) = (try SwayDesktop(width: 640, height: 360), Scratch())
        fixture.stopSessionManager()
        let stream = try Stream(["live", "--mic", "none", "--http", "off", "--to", scratch.file("x.mkv")], desktop: fixture)
        try stream.waitUntilLive(by: "wlr")
        try stream.stop()
        #expect(stream.process.output.contains("no session manager"), "\(stream.process.output)")
    }

    @Test func theDoctorSaysWhatIsMissingAndHowItComes() throws {
        let fixture = try SwayDesktop(width: 640, height: 360, withPortal: false)
        let text = try splitcast(["doctor"], on: fixture)
        #expect(text.output.contains("apt") && text.output.contains("xdg-desktop-portal"), "\(text.output)")
    }

    @Test func sourcesListsScreensAndNodes() throws {
        let fixture = try SwayDesktop(width: 640, height: 360)
        let node = try VideoNode(name: "front-camera", in: fixture.environment)
        let text = try splitcast(["sources"], on: fixture)
        #expect(text.status == .exited(0), "\(text.output)")
        #expect(text.output.contains(SwayDesktop.screen) && text.output.contains("640x360"), "\(text.output)")
        #expect(text.output.contains("front-camera"), "\(text.output)")
        #expect(fixture.consentCount == 0, "looking asks no one")
        try node.process.expectRunning()
    }

    @Test func liveChoosesForTheSessionAndSaysWhy() throws {
        let (fixture, scratch) = (try SwayDesktop(width: 640, height: 360), Scratch())
        let stimulus = try Stimulus(.typing, on: fixture)
        let stream = try Stream(["live", "--mic", "none", "--http", "off", "--to", scratch.file("x.mkv")], desktop: fixture)
        try stream.waitUntilLive(by: "pipewire")
        try stream.waitForFrames(3)
        try stream.stop()
        #expect(stream.process.output.contains("Wayland"), "\(stream.process.output)")
        // Without a portal the compositor itself is asked.
        let bare = try SwayDesktop(width: 640, height: 360, withPortal: false)
        let other = try Stimulus(.typing, on: bare)
        let second = try Stream(["live", "--mic", "none", "--http", "off", "--to", scratch.file("y.mkv")], desktop: bare)
        try second.waitUntilLive(by: "wlr")
        try second.waitForFrames(3)
        try second.stop()
        for one in [stimulus, other] { try one.process.expectRunning() }
    }
}
