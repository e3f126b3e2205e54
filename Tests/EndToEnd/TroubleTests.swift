import Fixtures
import Foundation
import Glibc
import Judging
import ServerFixtures
import TestSupport
import Testing

/// What goes wrong around a broadcast, and what a user then sees.
@Suite(.serialized, .rerunWhenLate) struct TroubleTests {
    @Test func aServerThatIsRestartedInTheMiddleIsReachedAgain() throws {
        let (screen, server) = (try XvfbServer(width: 640, height: 360), try RTMPServer())
        let scratch = Scratch()
        let stimulus = try Stimulus(.motion, on: screen)
        let stream = try Stream.live(screen, to: [server.url("again"), scratch.file("whole.mkv")])
        try stream.waitUntilLive()
        letRun(for: .seconds(2))
        server.stop()
        try waitUntil("the loss to be noticed") { try stream.targets().first?["state"] as? String == "reconnecting" }
        try server.start()
        try stream.waitUntilLive()
        letRun(for: .seconds(3))
        try stream.stop()
        stimulus.stop()
        let recordings = try server.recordings(of: "again")
        #expect(recordings.count == 2)
        for recording in recordings {
            let tally = try StampReader(recording).tally
            #expect(tally.received > 20 && tally.missed * 20 <= tally.due, "\(recording): \(tally)")
            expectInTime(tally.missed <= 2, "\(recording): \(tally)")
        }
        // The other target never noticed.
        let whole = try StampReader(scratch.file("whole.mkv")).tally
        #expect(whole.received > 150 && whole.missed * 20 <= whole.due && whole.backward == 0, "\(whole)")
        expectInTime(whole.missed <= 2, "\(whole)")
    }

    @Test func anAgentThatIsKilledIsReplacedAndTheStreamGoesOn() throws {
        let (screen, server) = (try XvfbServer(width: 640, height: 360), try RTMPServer())
        let stimulus = try Stimulus(.motion, on: screen)
        let stream = try Stream.live(screen, to: [server.url("kill")])
        try stream.waitUntilLive()
        let first = try #require(try stream.agents().first?["pid"] as? Int)
        kill(pid_t(first), SIGKILL)
        try waitUntil("another agent") {
            guard let agent = try stream.agents().first(where: { $0["isLive"] as? Bool == true }) else { return false }
            return agent["pid"] as? Int != first
        }
        letRun(for: .seconds(2))
        #expect(try stream.targets().first?["reconnects"] as? Int == 0)
        try stream.stop(restarts: true)
        stimulus.stop()
        #expect(try server.recordings(of: "kill").count == 1)
    }

    @Test func anAgentThatHangsIsReplaced() throws {
        let screen = try XvfbServer(width: 640, height: 360)
        let scratch = Scratch()
        let stimulus = try Stimulus(.motion, on: screen)
        let stream = try Stream.live(screen, to: [scratch.file("hang.mkv")])
        try stream.waitUntilLive()
        let first = try #require(try stream.agents().first?["pid"] as? Int)
        kill(pid_t(first), SIGSTOP)
        try waitUntil("another agent") {
            guard let agent = try stream.agents().first(where: { $0["isLive"] as? Bool == true }) else { return false }
            return agent["pid"] as? Int != first
        }
        let departed = try stream.status()["departed"] as? [[String: Any]] ?? []
        #expect(departed.contains { $0["endReason"] as? String == "unresponsive" })
        try stream.stop(restarts: true)
        stimulus.stop()
        #expect(kill(pid_t(first), 0) == -1, "the one that hung is gone")
    }

    @Test func aPageAddressThatCannotBeUsedIsOneClearLine() throws {
        let screen = try XvfbServer(width: 640, height: 360)
        let scratch = Scratch()
        let stream = try Stream(
            ["live", "--display", screen.display, "--mic", "none", "--http", "1.2.3.4:8080", "--to", scratch.file("x.mkv")], screen: screen)
        #expect(stream.process.exitStatus(within: .seconds(20)) == .exited(1), "\(stream.process.output)")
        #expect(stream.process.output.contains("1.2.3.4"), "\(stream.process.output)")
        let left = try FileManager.default.contentsOfDirectory(atPath: stream.runtimePath + "/splitcast/test")
        #expect(left.filter { $0 != "host.lock" } == [])
    }

    @Test func aSecondAgentTakesOverWithoutAGap() throws {
        let screen = try XvfbServer(width: 640, height: 360)
        let scratch = Scratch()
        let stimulus = try Stimulus(.motion, on: screen)
        let stream = try Stream.live(screen, to: [scratch.file("over.mkv")])
        try stream.waitUntilLive()
        let second = try FixtureProcess(
            [try releaseProduct("splitcast-capture-x11"), "--group", stream.group, "--display", screen.display],
            environment: stream.environment.merging(screen.environment) { $1 })
        try waitUntil("the take-over") { try stream.agents().contains { $0["isLive"] as? Bool == true && $0["pid"] as? Int == Int(second.pid) } }
        try waitUntil("the first agent's end") {
            let departed = try stream.status()["departed"] as? [[String: Any]] ?? []
            return departed.contains { $0["endReason"] as? String == "replaced" }
        }
        letRun(for: .seconds(2))
        try stream.stop()
        stimulus.stop()
        #expect(second.exitStatus(within: .seconds(10))?.isSuccess == true)
        let tally = try StampReader(scratch.file("over.mkv")).tally
        // While a process starts on a busy machine one frame may be drawn over before anybody looks.
        #expect(tally.received > 60 && tally.missed * 20 <= tally.due && tally.backward == 0, "\(tally)")
        expectInTime(tally.missed <= 2, "\(tally)")
    }

    @Test func aHostWithoutAnAgentWaitsAndAnAgentStartedFirstWaitsForTheHost() throws {
        let screen = try XvfbServer(width: 640, height: 360)
        let scratch = Scratch()
        let runtime = Scratch()
        let environment: [String: String?] = ["XDG_RUNTIME_DIR": runtime.path, "PULSE_SERVER": "unix:/nonexistent"]
        let agent = try FixtureProcess(
            [try releaseProduct("splitcast-capture-x11"), "--group", "late", "--display", screen.display],
            environment: environment.merging(screen.environment) { $1 })
        try agent.waitForOutput("waiting for a host")
        let host = try FixtureProcess(
            [try releaseProduct("splitcast"), "host", "--group", "late", "--mic", "none", "--http", "off", "--to", scratch.file("late.flv")],
            environment: environment)
        try waitUntil("a recording: \(host.output)") { FileManager.default.fileExists(atPath: scratch.file("late.flv")) }
        letRun(for: .seconds(2))
        // Ctrl-C.
        host.send(SIGINT)
        #expect(host.exitStatus(within: .seconds(15))?.isSuccess == true, "\(host.output)")
        #expect(try decodingErrors(of: scratch.file("late.flv")) == "")
        // The session is over: the agent was told so and has ended.
        #expect(agent.exitStatus(within: .seconds(10)) != nil)
        // Sockets, endpoints and the page's files are gone; the lock file may stay.
        let left = try FileManager.default.contentsOfDirectory(atPath: runtime.path + "/splitcast/late")
        #expect(left.filter { $0 != "host.lock" } == [])
    }

    @Test func mistakesEndWithOneClearLineAndTheDocumentedCode() throws {
        let scratch = Scratch()
        let cases: [([String], Int32, String)] = [
            (["live", "--display", ":987", "--mic", "none", "--http", "off", "--to", scratch.file("x.mkv")], 3, ":987"),
            (["live", "--fps", "0"], 2, "fps"), (["live", "--fps", "1000"], 2, "fps"), (["live", "--size", "0x0"], 2, "size"),
            (["live", "--size", "1281x720"], 2, "1281x720"), (["live", "--size", "16384x16384"], 2, "size"),
            (["live", "--to", "ftp://example.com/x"], 2, "ftp"), (["live", "--to", "rtmp://example.com"], 2, "rtmp"),
            (["live", "--group", "a/b"], 2, "a/b"), (["status", "--group", "absent"], 4, "absent"), (["stop", "--group", "absent"], 4, "absent"),
            (["live", "--capture", "camera"], 2, "camera"), (["live", "--to", "/nonexistent/dir/x.mkv"], 2, "/nonexistent"),
        ]
        for (arguments, code, word) in cases {
            let process = try FixtureProcess(
                [try releaseProduct("splitcast")] + arguments, environment: ["XDG_RUNTIME_DIR": scratch.path, "DISPLAY": nil])
            let status = process.exitStatus(within: .seconds(20))
            #expect(status == .exited(code), "\(arguments): \(process.output)")
            #expect(process.output.contains(word), "\(arguments): \(process.output)")
            #expect(!process.output.contains("Fatal error") && !process.output.contains("Backtrace"), "\(arguments): \(process.output)")
        }
    }
}
