import Fixtures
import Foundation
import Glibc
import TestSupport
import Testing

/// The user of a whole desktop is asked once, may say no, and may change his mind.
@Suite(.serialized) struct DesktopConsentTests {
    private func live(_ fixture: some WaylandDesktop, _ file: String, _ more: [String] = []) throws -> TestSupport.Stream {
        try Stream(["live", "--capture", "pipewire", "--mic", "none", "--http", "off", "--to", file] + more, desktop: fixture)
    }

    @Test func theSecondTimeNoOneIsAsked() throws {
        let (fixture, scratch) = (try MutterDesktop(width: 640, height: 360), Scratch())
        let stimulus = try Stimulus(.typing, on: fixture)
        for number in 1...3 {
            let stream = try live(fixture, scratch.file("\(number).mkv"))
            try stream.waitUntilLive(by: "pipewire")
            try stream.waitForFrames(3)
            try stream.stop()
        }
        #expect((fixture.consentCount, fixture.restoredCount) == (1, 2), "\(fixture.log("portal backend"))")
        // A token that the desktop no longer takes costs a dialog, and so does one that it no longer knows.
        try fixture.answer(.grant, forgetting: true)
        let stale = try live(fixture, scratch.file("stale.mkv"))
        try stale.waitUntilLive(by: "pipewire")
        try stale.stop()
        #expect(fixture.consentCount == 2, "\(fixture.log("portal backend"))")
        try fixture.answer(.grant)
        fixture.forgetConsents()
        let forgotten = try live(fixture, scratch.file("forgotten.mkv"))
        try forgotten.waitUntilLive(by: "pipewire")
        try forgotten.stop()
        #expect(fixture.consentCount == 3, "\(fixture.log("portal backend"))")
        // Anyone who wants to be asked is.
        let asking = try live(fixture, scratch.file("asking.mkv"), ["--no-restore"])
        try asking.waitUntilLive(by: "pipewire")
        try asking.stop()
        #expect(fixture.consentCount == 4, "\(fixture.log("portal backend"))")
        stimulus.stop()
    }

    @Test func anAgentThatDiesOrIsSwappedCostsNoSecondDialog() throws {
        let (fixture, scratch) = (try SwayDesktop(width: 640, height: 360), Scratch())
        let stimulus = try Stimulus(.typing, on: fixture)
        let file = scratch.file("kill.mkv")
        let stream = try live(fixture, file)
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
        stimulus.stop()
        #expect(fixture.consentCount == 1, "\(fixture.log("portal backend").suffix(2000))")
        #expect(try decodingErrors(of: file) == "")
    }

    @Test func somethingElseIsSharedWithoutABreakWhenTheUserChoosesIt() throws {
        let (fixture, scratch) = (try MutterDesktop(width: 640, height: 360), Scratch())
        let stimulus = try Stimulus(.typing, on: fixture)
        let file = scratch.file("swap.mkv")
        let stream = try live(fixture, file, ["--size", "640x360"])
        let first = try stream.waitUntilLive(by: "pipewire")
        try stream.waitForFrames(3)
        // No: what was shared stays.
        try fixture.answer(.cancel)
        let refused = try stream.running("swap", "pipewire", "--window")
        #expect(refused.exitStatus(within: .seconds(20)) == .exited(1) && refused.output.contains("declined"), "\(refused.output)")
        #expect(try stream.waitUntilLive(by: "pipewire") == first)
        try stream.waitForFrames(3)
        try fixture.answer(.grant)
        let swap = try stream.running("swap", "pipewire", "--window", "--region", "320x180+0+0")
        #expect(swap.exitStatus(within: .seconds(20)) == .exited(0), "\(swap.output)")
        let second = try stream.waitUntilLive(by: "pipewire", other: first)
        try stream.waitForFrames(3)
        #expect(fixture.consentCount == 3, "\(fixture.log("portal backend"))")
        #expect(try stream.agents().map { $0["size"] as? String } == ["320x180"])
        #expect(try stream.targets().allSatisfy { $0["state"] as? String == "live" })
        // An agent that has to be started again asks no one, and shows the same.
        kill(second, SIGKILL)
        try stream.waitUntilLive(by: "pipewire", other: second)
        try stream.waitForFrames(3)
        #expect(fixture.consentCount == 3, "\(fixture.log("portal backend"))")
        try stream.stop(restarts: true)
        stimulus.stop()
        #expect(try decodingErrors(of: file) == "")
    }

    @Test func aPartIsCutOutOfWhatIsShared() throws {
        let (fixture, scratch) = (try MutterDesktop(width: 640, height: 360), Scratch())
        let stimulus = try Stimulus(.typing, on: fixture)
        let file = scratch.file("part.mkv")
        let stream = try live(fixture, file, ["--region", "400x200+0+0", "--size", "400x200"])
        try stream.waitUntilLive(by: "pipewire")
        try stream.waitForFrames(5)
        try stream.stop()
        // Not scaled: the stamp is as large as it was drawn.
        #expect(try StampReader(file).frames.last?.stamp != nil)
        let beside = try live(fixture, scratch.file("beside.mkv"), ["--region", "400x200+640+0"])
        #expect(beside.process.exitStatus(within: .seconds(30)).map { $0 == .exited(2) } == true, "\(beside.process.output)")
        #expect(beside.process.output.contains("640x360"), "\(beside.process.output)")
        try stimulus.process.expectRunning()
    }

    @Test(arguments: [MutterDesktop.Answer.cancel, .fail]) func aCastThatIsRefusedEndsWithOneClearLine(answer: MutterDesktop.Answer) throws {
        let (fixture, scratch) = (try MutterDesktop(width: 640, height: 360), Scratch())
        try fixture.answer(answer)
        let stream = try live(fixture, scratch.file("x.mkv"))
        #expect(stream.process.exitStatus(within: .seconds(30)) == .exited(3), "\(stream.process.output)")
        let words = stream.process.output
        #expect(words.contains(answer == .cancel ? "declined" : "could not share"), "\(words)")
        #expect(!words.contains("Fatal error") && !words.contains("Backtrace"), "\(words)")
        #expect(fixture.consentCount == 1, "who says no is not asked again: \(fixture.log("portal backend"))")
    }

    @Test func aDialogThatIsOpenCanBeLeftAlone() throws {
        let (fixture, scratch) = (try MutterDesktop(width: 640, height: 360), Scratch())
        try fixture.answer(.hang)
        let stream = try live(fixture, scratch.file("x.mkv"))
        try waitUntil("the dialog: \(stream.process.output.suffix(800))") { fixture.consentCount == 1 }
        letRun(for: .seconds(2))
        try stream.process.expectRunning()
        stream.process.send(SIGINT)
        #expect(stream.process.exitStatus(within: .seconds(15)) != nil)
        #expect(!stream.process.output.contains("Fatal error"), "\(stream.process.output)")
    }

    @Test func whoTakesHisTimeIsWaitedFor() throws {
        let (fixture, scratch) = (try MutterDesktop(width: 640, height: 360), Scratch())
        let stimulus = try Stimulus(.typing, on: fixture)
        try fixture.answer(.delay(.seconds(12)))
        let stream = try live(fixture, scratch.file("x.mkv"))
        try stream.waitUntilLive(by: "pipewire")
        try stream.waitForFrames(3)
        try stream.stop()
        stimulus.stop()
        #expect(fixture.consentCount == 1)
    }

    @Test func stopSharingIsAnOrdinaryEndWithASlate() throws {
        let (fixture, scratch) = (try MutterDesktop(width: 640, height: 360), Scratch())
        let stimulus = try Stimulus(.typing, on: fixture)
        let file = scratch.file("stop.mkv")
        // No slate comes by the end of that.
        let stream = try live(fixture, file, ["--hold", "1h"])
        try stream.waitUntilLive(by: "pipewire")
        try stream.waitForFrames(5)
        let shown = try #require(try stream.agents().first?["id"] as? Int)
        func starts() throws -> Int { try stream.events().count { $0["code"] as? String == "agent.started" } }
        #expect(try starts() == 1)
        try fixture.stopSharing()
        try stream.waitForState("slate")
        try waitUntil("the reason of its end: \(stream.process.output.suffix(800))") {
            let departed = try stream.status()["departed"] as? [[String: Any]] ?? []
            return departed.contains { $0["id"] as? Int == shown && $0["endReason"] as? String == "permissionDenied" }
        }
        // Its stream of pictures ends before the desktop says why: in between it may have been started once more.
        let started = try starts()
        letRun(for: .seconds(2))
        try stream.process.expectRunning()
        #expect(try starts() == started && started <= 2 && stream.agents().isEmpty, "\(stream.process.output.suffix(800))")
        #expect(fixture.consentCount == 1, "who has stopped it is not asked again by itself: \(fixture.log("portal backend"))")
        #expect(try stream.targets().allSatisfy { $0["state"] as? String == "live" })
        try stream.stop()
        stimulus.stop()
        #expect(try decodingErrors(of: file) == "")
    }

    @Test func aCompositorThatDiesIsNoStopAndIsComeBackTo() throws {
        let (fixture, scratch) = (try MutterDesktop(width: 640, height: 360), Scratch())
        let stimulus = try Stimulus(.typing, on: fixture)
        let file = scratch.file("crash.mkv")
        let stream = try live(fixture, file)
        try stream.waitUntilLive(by: "pipewire")
        try stream.waitForFrames(3)
        fixture.killCompositor()
        try waitUntil("the host to notice: \(stream.process.output.suffix(800))") { stream.process.output.contains("not shared for the moment") }
        #expect(stimulus.process.exitStatus(within: .seconds(10)) != nil)
        try fixture.startCompositor()
        let other = try Stimulus(.typing, on: fixture)
        try stream.waitUntilLive(by: "pipewire")
        try stream.waitForFrames(3)
        try stream.stop(restarts: true)
        other.stop()
        #expect(fixture.consentCount == 1, "a permission is good for one use, and was not spent in vain: \(fixture.log("portal backend"))")
        #expect(!stream.process.output.contains("sharing was stopped on the desktop"), "\(stream.process.output)")
        #expect(try decodingErrors(of: file) == "")
    }

    @Test func whatIsMissingIsNamed() throws {
        let (fixture, scratch) = (try SwayDesktop(width: 640, height: 360, withPortal: false), Scratch())
        let cases: [(String, [String: String?], String)] = [
            ("no bus", ["DBUS_SESSION_BUS_ADDRESS": "unix:path=\(fixture.runtimePath)/none"], "bus"),
            ("no portal", [:], "portal"),
        ]
        for (name, changes, word) in cases {
            let stream = try Stream(
                ["live", "--capture", "pipewire", "--mic", "none", "--http", "off", "--to", scratch.file("x.mkv")], desktop: fixture,
                environment: changes)
            #expect(stream.process.exitStatus(within: .seconds(60)) == .exited(3), "\(name): \(stream.process.output)")
            #expect(stream.process.output.lowercased().contains(word), "\(name): \(stream.process.output)")
            #expect(!stream.process.output.contains("Fatal error"), "\(name): \(stream.process.output)")
        }
    }
}
