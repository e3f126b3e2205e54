import Fixtures
import Foundation
import TestSupport
import Testing

/// sway and its portal give what they promise.
@Suite(.serialized) struct SwayDesktopTests {
    /// The stamp in a picture of the screen as its user sees it, and that picture's size.
    private func look(_ fixture: SwayDesktop, screen: String = SwayDesktop.screen) throws -> (stamp: Stamp?, size: String) {
        let scratch = Scratch()
        let file = scratch.file("screen.ppm")
        // In the screen's own pixels whatever its scale.
        try runTool(["grim", "-t", "ppm", "-o", screen, file], environment: fixture.environment)
        let header = FileManager.default.contents(atPath: file)?.prefix(32) ?? Data()
        let size = String(decoding: header, as: UTF8.self).split(separator: "\n").dropFirst().first ?? ""
        let stamp = try StampReader(file).frames.first?.stamp
        return (stamp, String(size).replacing(" ", with: "x"))
    }

    /// Waits until the screen shows whole pictures of this size.
    private func waitForPicture(_ fixture: SwayDesktop, _ size: String, screen: String = SwayDesktop.screen) throws {
        var last = ""
        try waitUntil("a picture of \(size), not \(last)") {
            let seen = try look(fixture, screen: screen)
            last = "\(seen.size), \(String(describing: seen.stamp))"
            return seen.size == size && seen.stamp != nil
        }
    }

    @Test func aCastThroughThePortalShowsWhatIsDrawn() throws {
        let fixture = try SwayDesktop(width: 640, height: 360)
        let stimulus = try Stimulus(.typing, on: fixture)
        let visit = try PortalClient(to: fixture, frames: 4)
        #expect(visit.status == .exited(0), "\(visit.output)")
        #expect(visit.output.contains("format BGRx 640x360"), "\(visit.output)")
        // A character and the stamp: not the whole screen, but for one that the compositor may still draw because the window is new.
        let later = visit.frames.dropFirst()
        #expect(later.allSatisfy { $0.contains("transform 0") } && later.count { $0.contains("damage 640x360") } <= 1, "\(visit.output)")
        #expect(try visit.stamp != nil)
        #expect(fixture.consentCount == 1)
        try stimulus.process.expectRunning()
    }

    @Test(arguments: zip(SwayTransform.allCases, [0, 3, 2, 1, 4, 7, 6, 5])) func aTurnedScreenSaysHowItIsTurned(
        transform: SwayTransform, number: Int
    ) throws {
        let fixture = try SwayDesktop(width: 640, height: 360)
        let stimulus = try Stimulus(.typing, on: fixture)
        try fixture.turn(transform)
        try waitForPicture(fixture, transform.swapsSides ? "360x640" : "640x360")
        let visit = try PortalClient(to: fixture)
        #expect(visit.output.contains("format BGRx 640x360"), "the panel stays as it is")
        #expect(visit.frames.allSatisfy { $0.contains("transform \(number)") }, "\(visit.output)")
        #expect(try (visit.stamp != nil) == (transform == .normal), "what is turned lies turned in memory")
        try stimulus.process.expectRunning()
    }

    @Test func aScreenIsScaledResizedUnpluggedAndPluggedInAgain() throws {
        let fixture = try SwayDesktop(width: 640, height: 360, withPortal: false)
        let stimulus = try Stimulus(.typing, on: fixture)
        for factor in [1.5, 2, 1] {
            try fixture.scale(factor)
            try waitForPicture(fixture, "640x360")
        }
        try fixture.resize(width: 800, height: 600)
        try waitForPicture(fixture, "800x600")
        try fixture.unplug()
        #expect(throws: FixtureError.self) { _ = try look(fixture) }
        try fixture.plug()
        try waitForPicture(fixture, "800x600")
        try stimulus.process.expectRunning()
    }

    @Test func twoScreensShowTwoPictures() throws {
        let fixture = try SwayDesktop(width: 640, height: 360, withPortal: false)
        let second = try fixture.addScreen(width: 800, height: 450)
        let stimuli = [
            try Stimulus(.typing, on: fixture, screen: SwayDesktop.screen),
            try Stimulus(.typing, on: fixture, firstNumber: 1_000_000, screen: second),
        ]
        try waitForPicture(fixture, "640x360")
        try waitForPicture(fixture, "800x450", screen: second)
        #expect(try look(fixture).stamp.map { $0.number < 1_000_000 } == true)
        #expect(try look(fixture, screen: second).stamp.map { $0.number >= 1_000_000 } == true)
        for stimulus in stimuli { try stimulus.process.expectRunning() }
    }

    @Test func theUserMayCloseTheDialogAndPipeWireMayRestart() throws {
        let fixture = try SwayDesktop(width: 640, height: 360)
        let stimulus = try Stimulus(.typing, on: fixture)
        try fixture.answer(.cancel)
        #expect(try PortalClient(to: fixture).status == .exited(21))
        try fixture.answer(.grant(SwayDesktop.screen))
        try fixture.restartPipeWire()
        #expect(try PortalClient(to: fixture).stamp != nil)
        try stimulus.process.expectRunning()
    }

    @Test func aCompositorThatIsKilledIsStartedAgain() throws {
        let fixture = try SwayDesktop(width: 640, height: 360)
        let stimulus = try Stimulus(.typing, on: fixture)
        fixture.killCompositor()
        #expect(stimulus.process.exitStatus(within: .seconds(10)) == .exited(1), "\(stimulus.process.output)")
        try fixture.startCompositor()
        let next = try Stimulus(.typing, on: fixture)
        #expect(try PortalClient(to: fixture).stamp != nil)
        try next.process.expectRunning()
    }

    @Test func nothingRunsWhenItIsLetGo() throws {
        var fixture: SwayDesktop? = try SwayDesktop(width: 640, height: 360)
        let home = try #require(fixture?.runtimePath)
        func processes() throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: "/proc").filter {
                Int32($0) != nil && textOfFile("/proc/\($0)/environ").contains(home)
            }
        }
        #expect(try processes().count >= 6)
        fixture = nil
        try waitUntil("no process to be left") { try processes().isEmpty }
    }
}
