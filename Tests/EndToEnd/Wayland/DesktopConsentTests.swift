import AppGroup
import Foundation
import Glibc
import TestSupport
import Testing

/// The user of a whole desktop is asked once, may say no, and may change his mind.
@Suite(.serialized) struct DesktopConsentTests {
    private func live(_ bed: some WaylandDesktop, _ file: String, _ more: [String] = []) throws -> TestSupport.Stream {
        try Stream(["live", "--capture", "pipewire", "--mic", "none", "--http", "off", "--to", file] + more, desktop: bed)
    }

    @Test func theSecondTimeNobodyIsAsked() throws {
        let (bed, scratch) = (try MutterDesktop(width: 640, height: 360), try Scratch())
        let pump = try Stimulus(.typing, on: bed)
        for number in 1...3 {
            let stream = try live(bed, scratch.file("\(number).mkv"))
            try stream.waitUntilLive(by: "pipewire")
            try stream.waitForFrames(3)
            try stream.stop()
        }
        #expect((bed.consentCount, bed.restoredCount) == (1, 2), "\(bed.log("portal backend"))")
        // A token that the desktop no longer takes costs a dialog, and so does one that it no longer knows.
        try bed.answer(.grant, forgetting: true)
        let stale = try live(bed, scratch.file("stale.mkv"))
        try stale.waitUntilLive(by: "pipewire")
        try stale.stop()
        #expect(bed.consentCount == 2, "\(bed.log("portal backend"))")
        try bed.answer(.grant)
        bed.forgetConsents()
        let forgotten = try live(bed, scratch.file("forgotten.mkv"))
        try forgotten.waitUntilLive(by: "pipewire")
        try forgotten.stop()
        #expect(bed.consentCount == 3, "\(bed.log("portal backend"))")
        // Whoever wants to be asked is.
        let asking = try live(bed, scratch.file("asking.mkv"), ["--no-restore"])
        try asking.waitUntilLive(by: "pipewire")
        try asking.stop()
        #expect(bed.consentCount == 4, "\(bed.log("portal backend"))")
        pump.stop()
    }

    @Test func anAgentThatDiesOrIsSwappedCostsNoSecondDialog() throws {
        let (bed, scratch) = (try SwayDesktop(width: 640, height: 360), try Scratch())
        let pump = try Stimulus(.typing, on: bed)
        let file = scratch.file("kill.mkv")
        let stream = try live(bed, file)
        var agent = try stream.waitUntilLive(by: "pipewire")
        try stream.waitForFrames(3)
        for _ in 1...3 {
            kill(agent, SIGKILL)
            agent = try stream.waitUntilLive(by: "pipewire", other: agent)
            try stream.waitForFrames(3)
        }
        let swap = try stream.running("swap", "pipewire")
        #expect(swap.exitStatus(within: .seconds(20)) == .exited(0), "\(swap.output)")
        _ = try stream.waitUntilLive(by: "pipewire", other: agent)
        try stream.waitForFrames(3)
        try stream.stop(restarts: true)
        pump.stop()
        #expect(bed.consentCount == 1, "\(bed.log("portal backend").suffix(2000))")
        #expect(try decodingErrors(of: file) == "")
    }

    @Test(arguments: [MutterDesktop.Answer.cancel, .fail]) func aCastThatIsRefusedEndsWithOneClearLine(answer: MutterDesktop.Answer) throws {
        let (bed, scratch) = (try MutterDesktop(width: 640, height: 360), try Scratch())
        try bed.answer(answer)
        let stream = try live(bed, scratch.file("x.mkv"))
        #expect(stream.process.exitStatus(within: .seconds(30)) == .exited(3), "\(stream.process.output)")
        let words = stream.process.output
        #expect(words.contains(answer == .cancel ? "declined" : "could not share"), "\(words)")
        #expect(!words.contains("Fatal error") && !words.contains("Backtrace"), "\(words)")
        #expect(bed.consentCount == 1, "who says no is not asked again: \(bed.log("portal backend"))")
    }

    @Test func aDialogThatIsOpenCanBeLeftAlone() throws {
        let (bed, scratch) = (try MutterDesktop(width: 640, height: 360), try Scratch())
        try bed.answer(.hang)
        let stream = try live(bed, scratch.file("x.mkv"))
        try waitUntil("the dialog: \(stream.process.output.suffix(800))") { bed.consentCount == 1 }
        letRun(for: .seconds(2))
        try stream.process.expectRunning()
        stream.process.send(SIGINT)
        #expect(stream.process.exitStatus(within: .seconds(15)) != nil)
        #expect(!stream.process.output.contains("Fatal error"), "\(stream.process.output)")
    }

    @Test func whoTakesHisTimeIsWaitedFor() throws {
        let (bed, scratch) = (try MutterDesktop(width: 640, height: 360), try Scratch())
        let pump = try Stimulus(.typing, on: bed)
        try bed.answer(.delay(.seconds(12)))
        let stream = try live(bed, scratch.file("x.mkv"))
        try stream.waitUntilLive(by: "pipewire")
        try stream.waitForFrames(3)
        try stream.stop()
        pump.stop()
        #expect(bed.consentCount == 1)
    }

    @Test func stopSharingIsAnOrdinaryEndWithASlate() throws {
        let (bed, scratch) = (try MutterDesktop(width: 640, height: 360), try Scratch())
        let pump = try Stimulus(.typing, on: bed)
        let file = scratch.file("stop.mkv")
        let stream = try live(bed, file, ["--hold", "1s"])
        try stream.waitUntilLive(by: "pipewire")
        try stream.waitForFrames(5)
        try bed.stopSharing()
        try stream.waitForState("slate")
        letRun(for: .seconds(2))
        try stream.process.expectRunning()
        #expect(bed.consentCount == 1, "who has stopped it is not asked again by itself: \(bed.log("portal backend"))")
        #expect(try stream.targets().allSatisfy { $0["state"] as? String == "live" })
        try stream.stop()
        pump.stop()
        #expect(try decodingErrors(of: file) == "")
    }

    @Test func aCompositorThatDiesIsNoStopAndIsComeBackTo() throws {
        let (bed, scratch) = (try MutterDesktop(width: 640, height: 360), try Scratch())
        let pump = try Stimulus(.typing, on: bed)
        let file = scratch.file("crash.mkv")
        let stream = try live(bed, file)
        try stream.waitUntilLive(by: "pipewire")
        try stream.waitForFrames(3)
        bed.killCompositor()
        try waitUntil("the host to notice: \(stream.process.output.suffix(800))") { stream.process.output.contains("not shared for the moment") }
        #expect(pump.process.exitStatus(within: .seconds(10)) != nil)
        try bed.startCompositor()
        let other = try Stimulus(.typing, on: bed)
        try stream.waitUntilLive(by: "pipewire")
        try stream.waitForFrames(3)
        try stream.stop(restarts: true)
        other.stop()
        #expect(bed.consentCount == 1, "a permission is good for one use, and was not spent in vain: \(bed.log("portal backend"))")
        #expect(!stream.process.output.contains("sharing was stopped on the desktop"), "\(stream.process.output)")
        #expect(try decodingErrors(of: file) == "")
    }

    @Test func whatIsMissingIsNamed() throws {
        let (bed, scratch) = (try SwayDesktop(width: 640, height: 360, withPortal: false), try Scratch())
        let cases: [(String, [String: String?], String)] = [
            ("no bus", ["DBUS_SESSION_BUS_ADDRESS": "unix:path=\(bed.runtimePath)/nobody"], "bus"),
            ("no portal", [:], "portal"),
        ]
        for (name, changes, word) in cases {
            let stream = try Stream(
                ["live", "--capture", "pipewire", "--mic", "none", "--http", "off", "--to", scratch.file("x.mkv")], desktop: bed,
                environment: changes)
            #expect(stream.process.exitStatus(within: .seconds(60)) == .exited(3), "\(name): \(stream.process.output)")
            #expect(stream.process.output.lowercased().contains(word), "\(name): \(stream.process.output)")
            #expect(!stream.process.output.contains("Fatal error"), "\(name): \(stream.process.output)")
        }
    }
}
