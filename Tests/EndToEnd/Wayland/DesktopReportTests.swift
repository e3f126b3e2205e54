import Fixtures
import Foundation
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
