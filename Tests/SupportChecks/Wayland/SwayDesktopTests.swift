import AppGroup
import Foundation
import TestSupport
import Testing

/// sway and its portal give what they promise.
@Suite(.serialized) struct SwayDesktopTests {
    /// The stamp in a picture of the screen as its user sees it, and that picture's size.
    private func look(_ bed: SwayDesktop, screen: String = SwayDesktop.screen) throws -> (stamp: Stamp?, size: String) {
        let scratch = try Scratch()
        let file = scratch.file("screen.ppm")
        // In the screen's own pixels whatever its scale.
        try runTool(["grim", "-t", "ppm", "-o", screen, file], environment: bed.environment)
        let header = FileManager.default.contents(atPath: file)?.prefix(32) ?? Data()
        let size = String(decoding: header, as: UTF8.self).split(separator: "\n").dropFirst().first ?? ""
        let stamp = try StampReader(file).frames.first?.stamp
        return (stamp, String(size).replacing(" ", with: "x"))
    }

    /// Waits until the screen shows whole pictures of this size.
    private func waitForPicture(_ bed: SwayDesktop, _ size: String, screen: String = SwayDesktop.screen) throws {
        var last = ""
        try waitUntil("a picture of \(size), not \(last)") {
            let seen = try look(bed, screen: screen)
            last = "\(seen.size), \(String(describing: seen.stamp))"
            return seen.size == size && seen.stamp != nil
        }
    }

    @Test func aCastThroughThePortalShowsWhatIsDrawn() throws {
        let bed = try SwayDesktop(width: 640, height: 360)
        let pump = try Stimulus(.typing, on: bed)
        let visit = try PortalClient(to: bed, frames: 4)
        #expect(visit.status == .exited(0), "\(visit.output)")
        #expect(visit.output.contains("format BGRx 640x360"), "\(visit.output)")
        // A character and the stamp: not the whole screen.
        #expect(visit.frames.dropFirst().allSatisfy { $0.contains("transform 0") && !$0.contains("damage 640x360") }, "\(visit.output)")
        #expect(try visit.stamp != nil)
        #expect(bed.consentCount == 1)
        try pump.process.expectRunning()
    }

    @Test(arguments: zip(SwayTransform.allCases, [0, 3, 2, 1, 4, 7, 6, 5])) func aTurnedScreenSaysHowItIsTurned(
        transform: SwayTransform, number: Int
    ) throws {
        let bed = try SwayDesktop(width: 640, height: 360)
        let pump = try Stimulus(.typing, on: bed)
        try bed.turn(transform)
        try waitForPicture(bed, transform.swapsSides ? "360x640" : "640x360")
        let visit = try PortalClient(to: bed)
        #expect(visit.output.contains("format BGRx 640x360"), "the panel stays as it is")
        #expect(visit.frames.allSatisfy { $0.contains("transform \(number)") }, "\(visit.output)")
        #expect(try (visit.stamp != nil) == (transform == .normal), "what is turned lies turned in memory")
        try pump.process.expectRunning()
    }

    @Test func aScreenIsScaledResizedUnpluggedAndPluggedInAgain() throws {
        let bed = try SwayDesktop(width: 640, height: 360, withPortal: false)
        let pump = try Stimulus(.typing, on: bed)
        for factor in [1.5, 2, 1] {
            try bed.scale(factor)
            try waitForPicture(bed, "640x360")
        }
        try bed.resize(width: 800, height: 600)
        try waitForPicture(bed, "800x600")
        try bed.unplug()
        #expect(throws: FixtureError.self) { _ = try look(bed) }
        try bed.plug()
        try waitForPicture(bed, "800x600")
        try pump.process.expectRunning()
    }

    @Test func twoScreensShowTwoPictures() throws {
        let bed = try SwayDesktop(width: 640, height: 360, withPortal: false)
        let second = try bed.addScreen(width: 800, height: 450)
        let pumps = [
            try Stimulus(.typing, on: bed, screen: SwayDesktop.screen), try Stimulus(.typing, on: bed, firstNumber: 1_000_000, screen: second),
        ]
        try waitForPicture(bed, "640x360")
        try waitForPicture(bed, "800x450", screen: second)
        #expect(try look(bed).stamp.map { $0.number < 1_000_000 } == true)
        #expect(try look(bed, screen: second).stamp.map { $0.number >= 1_000_000 } == true)
        for pump in pumps { try pump.process.expectRunning() }
    }

    @Test func theUserMayCloseTheDialogAndPipeWireMayRestart() throws {
        let bed = try SwayDesktop(width: 640, height: 360)
        let pump = try Stimulus(.typing, on: bed)
        try bed.answer(.cancel)
        #expect(try PortalClient(to: bed).status == .exited(21))
        try bed.answer(.grant(SwayDesktop.screen))
        try bed.restartPipeWire()
        #expect(try PortalClient(to: bed).stamp != nil)
        try pump.process.expectRunning()
    }

    @Test func aCompositorThatIsKilledIsStartedAgain() throws {
        let bed = try SwayDesktop(width: 640, height: 360)
        let pump = try Stimulus(.typing, on: bed)
        bed.killCompositor()
        #expect(pump.process.exitStatus(within: .seconds(10)) == .exited(1), "\(pump.process.output)")
        try bed.startCompositor()
        let next = try Stimulus(.typing, on: bed)
        #expect(try PortalClient(to: bed).stamp != nil)
        try next.process.expectRunning()
    }

    @Test func nothingRunsWhenItIsLetGo() throws {
        var bed: SwayDesktop? = try SwayDesktop(width: 640, height: 360)
        let home = try #require(bed?.runtimePath)
        func processes() throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: "/proc").filter {
                Int32($0) != nil && textOfFile("/proc/\($0)/environ").contains(home)
            }
        }
        #expect(try processes().count >= 6)
        bed = nil
        try waitUntil("nobody to be left") { try processes().isEmpty }
    }
}
