import AppGroup
import Fixtures
import Foundation
import Glibc
import Platform
import Synchronization
import Testing

@testable import Events
@testable import Hooks

/// Commands that are run with events, and what becomes of those that fail, hang or leave something behind.
@Suite(.serialized) struct HookRunnerTests {
    private final class Running {
        let told = Told()
        let runner: HookRunner

        final class Told: Sendable { let events = Mutex<[HookEvent]>([]) }

        /// - Parameter commands: each for `target.live`.
        init(_ commands: String..., limit: Duration = .seconds(20), farewell: Duration = .seconds(20)) throws {
            let pattern = try EventPattern(parsing: "target.live")
            let hooks = commands.map {
                var hook = EventHook(pattern, $0)
                hook.limit = limit
                return hook
            }
            runner = try HookRunner(hooks, group: .standard, by: try releaseProduct("splitcast"), farewell: farewell) { [told] event in
                told.events.withLock { $0.append(event) }
            }
            try runner.start()
        }

        deinit { runner.stop() }

        var events: [HookEvent] { told.events.withLock { $0 } }
        var reasons: [String] { events.compactMap { if case .failed(_, _, _, let why) = $0 { why } else { nil } } }

        func waitUntilRun(_ count: Int) throws { try waitUntil("\(count) runs: \(runner.figures), \(events)") { runner.figures.run == count } }
    }

    private let scratch = Scratch()

    private func isRunning(_ pid: Int32) -> Bool {
        // A zombie is waited for by init.
        let state = textOfFile("/proc/\(pid)/stat")
        return !state.isEmpty && !state.contains(") Z ")
    }

    private func pids(_ file: String) -> [Int32] { textOfFile(file).split { $0.isWhitespace }.compactMap { Int32($0) } }

    @Test func theEventIsALineOnStandardInput() throws {
        let (input, variables) = (scratch.file("input"), scratch.file("variables"))
        let running = try Running("cat > \(input); env > \(variables)")
        // Longer than a pipe of one page.
        let event = SessionEvent.sample("target.live", words: String(repeating: "ü", count: 5000))
        running.runner.handle(event)
        try running.waitUntilRun(1)
        let text = textOfFile(input)
        #expect(text.hasSuffix("\n") && text.split(separator: "\n").count == 1)
        #expect(try JSONDecoder().decode(SessionEvent.self, from: Data(text.utf8)) == event)
        let said = textOfFile(variables)
        #expect(said.contains("SPLITCAST_EVENT=target.live\n") && said.contains("SPLITCAST_GROUP=default\n") && said.contains("PATH="))
        #expect(running.events.isEmpty && running.runner.figures == HookFigures(running: 0, waiting: 0, run: 1, failed: 0, dropped: 0))
    }

    @Test func whatIsInTheHostsEnvironmentStaysThere() throws {
        let file = scratch.file("variables")
        setenv("AWS_SECRET_ACCESS_KEY", "geheim", 1)
        defer { unsetenv("AWS_SECRET_ACCESS_KEY") }
        let running = try Running("env > \(file); ls -l /proc/self/fd > \(file).fds")
        running.runner.handle(.sample)
        try running.waitUntilRun(1)
        #expect(!textOfFile(file).contains("geheim") && textOfFile(file).contains("SPLITCAST_EVENT"))
        // Standard input, output, error, and what ls opens itself.
        #expect(textOfFile(file + ".fds").ranges(of: " -> ").count == 4, "\(textOfFile(file + ".fds"))")
    }

    @Test func eachFailureIsToldWithItsReasonAndWithoutSecrets() throws {
        let running = try Running(
            "exit 3", "echo first; echo 'curl: rtmp://h/a/SECRET failed' >&2; exit 1", "kill -9 $$", "no-such-command 2>/dev/null")
        running.runner.handle(.sample)
        try running.waitUntilRun(4)
        let expected = [
            "it ended with status 3", "it ended with status 1, saying: curl: rtmp://h/… failed", "it was ended by signal 9",
            "it ended with status 127",
        ]
        #expect(Set(running.reasons) == Set(expected), "\(running.reasons)")
        #expect(running.runner.figures.failed == 4)
        guard case .failed(let number, let pattern, let code, _)? = running.events.first(where: { "\($0)".contains("status 3") }) else {
            Issue.record("none")
            return
        }
        #expect(number == 1 && pattern == "target.live" && code == "target.live")
    }

    @Test func whatTakesTooLongIsEndedWithAllThatItStarted() throws {
        let file = scratch.file("pids")
        // In sessions of their own, with the command's output open, deaf to SIGTERM.
        let running = try Running(
            "trap '' TERM; setsid sh -c 'trap \"\" TERM; echo $$ >> \(file); sleep 600' & sleep 600 & echo $! $$ >> \(file); wait",
            limit: .milliseconds(600))
        running.runner.handle(.sample)
        try running.waitUntilRun(1)
        #expect(running.reasons == ["it did not end within 0 s"], "\(running.reasons)")
        let ended = pids(file)
        #expect(ended.count == 3 && Watchdog.until { ended.allSatisfy { !isRunning($0) } })
    }

    @Test func whatACommandLeavesBehindEndsWithIt() throws {
        let file = scratch.file("pids")
        let running = try Running(
            "setsid sh -c 'echo $$ > \(file); exec sleep 600' >/dev/null 2>&1 & while [ ! -s \(file) ]; do sleep 0.01; done")
        running.runner.handle(.sample)
        try running.waitUntilRun(1)
        #expect(running.events.isEmpty)
        let left = pids(file)
        #expect(left.count == 1 && Watchdog.until { left.allSatisfy { !isRunning($0) } })
    }

    @Test func outputWithoutEndEndsIt() throws {
        let running = try Running("yes")
        running.runner.handle(.sample)
        try running.waitUntilRun(1)
        #expect(running.reasons == ["it printed more than 1 MiB"])
    }

    @Test func someRunAtATimeAndWhatIsTooMuchIsLeftOutAndTold() throws {
        let (file, gate) = (scratch.file("count"), scratch.file("gate"))
        let running = try Running("echo x >> \(file); while [ ! -e \(gate) ]; do sleep 0.05; done; true")
        for _ in 0..<4 { running.runner.handle(.sample) }
        try waitUntil("four at once") { textOfFile(file).count == 8 }
        for _ in 0..<(HookQueue.mostWaiting + 5) { running.runner.handle(.sample) }
        try waitUntil("the drop to be told") { running.events == [.dropped(5)] }
        #expect(running.runner.figures == HookFigures(running: 4, waiting: HookQueue.mostWaiting, run: 0, failed: 0, dropped: 5))
        #expect(textOfFile(file).count == 8)
        try scratch.write("", to: "gate")
        try running.waitUntilRun(4 + HookQueue.mostWaiting)
        #expect(textOfFile(file).count == 2 * (4 + HookQueue.mostWaiting) && running.runner.figures.failed == 0)
    }

    @Test func otherEventsRunNothing() throws {
        let running = try Running("true")
        for code in ["target.connectionLost", "hook.failed", "agent.live"] { running.runner.handle(.sample(code)) }
        #expect(running.runner.figures == HookFigures())
    }

    @Test func atTheEndWhatIsDoneSoonIsDoneAndTheRestIsEnded() throws {
        let (file, done) = (scratch.file("pids"), scratch.file("done"))
        let running = try Running("setsid sleep 600 & echo $! > \(file); wait", "echo > \(done)", farewell: .seconds(1))
        running.runner.handle(.sample)
        try waitUntil("it runs") { pids(file).count == 1 }
        running.runner.stop()
        #expect(FileManager.default.fileExists(atPath: done))
        #expect(running.reasons == ["it was ended with the host"] && running.runner.figures.running == 0)
        #expect(Watchdog.until { pids(file).allSatisfy { !isRunning($0) } })
        running.runner.handle(.sample)
        #expect(running.runner.figures.waiting == 0, "nothing is taken any more")
    }
}
