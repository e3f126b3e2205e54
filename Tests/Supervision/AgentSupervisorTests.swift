import Fixtures
import Glibc
import Platform
import Synchronization
import Testing

@testable import Intake
@testable import Supervision

/// Programs that end in every way an agent can. What runs is a shell: how it is watched does not depend on what it captures.
@Suite(.serialized) struct AgentSupervisorTests {
    /// A supervised shell and all that was reported of it.
    private final class Run: Sendable {
        private struct Report: Sendable {
            let at: MediaTime
            let event: AgentSupervisor.Event
        }
        private let reports = Shelf()
        private final class Shelf: Sendable { let all = Mutex<[Report]>([]) }
        let supervisor: AgentSupervisor

        init(_ words: String, _ more: [String] = ["agent"], limits: AgentLimits = .standard, keeper: CgroupManager = .shared) throws {
            let settings = AgentSupervisor.Settings(
                command: AgentCommandLine(program: "/bin/sh", arguments: ["-c", words] + more), group: .standard, limits: limits,
                gainsNoPrivileges: true, keeper: keeper)
            supervisor = try AgentSupervisor(settings) { [reports] event in
                reports.all.withLock { $0.append(Report(at: .now(), event: event)) }
            }
        }

        deinit { supervisor.stop() }

        var events: [AgentSupervisor.Event] { reports.all.withLock { $0.map(\.event) } }
        var started: [Int32] { events.compactMap { if case .started(let pid, _, _) = $0 { pid } else { nil } } }
        var said: [String] { events.compactMap { if case .said(let line) = $0 { line } else { nil } } }
        var gaveUp: String? { events.lazy.compactMap { if case .gaveUp(_, let why) = $0 { why } else { nil } }.first }
        var waiting: [String] { events.compactMap { if case .waiting(let why) = $0 { why } else { nil } } }
        var restarts: [String] { events.compactMap { if case .restarting(_, let why) = $0 { why } else { nil } } }
        var ended: [(Int32, ChildProcess.End, Bool)] {
            events.compactMap { if case .ended(let pid, let end, let isLimit) = $0 { (pid, end, isLimit) } else { nil } }
        }

        func wait(_ what: String, _ condition: (Run) -> Bool) throws { try waitUntil("\(what): \(events)") { condition(self) } }
    }

    private static let waits = "exec tail -f /dev/null"

    @Test func whatTheAgentSaysIsPassedOnAndWhyItFailedIsToldWithItsEnd() throws {
        let run = try Run("echo one; echo splitcast-capture-x11: two >&2; echo splitcast-capture-x11: error: no such display; exit 3")
        try run.wait("giving up") { $0.gaveUp != nil }
        #expect(run.said == ["one", "two"])
        #expect(run.gaveUp == "no such display")
        #expect(run.ended.map(\.1) == [.exited(code: 3)])
        #expect(run.events.last == .gaveUp(.exited(code: 3), why: "no such display"))
        #expect(run.supervisor.processID == nil && run.supervisor.held.isEmpty && run.supervisor.memory == nil)
    }

    @Test func aKilledAgentIsFollowedByAnother() throws {
        let run = try Run(Self.waits)
        try run.wait("the first") { $0.started.count == 1 }
        let first = run.started[0]
        #expect(run.supervisor.processID == first)
        #expect(run.supervisor.held == MemoryKind.here.word)
        try waitUntil("figures") { run.supervisor.memory?.limitBytes == 16 << 20 }
        kill(first, SIGKILL)
        try run.wait("the second") { $0.started.count == 2 }
        #expect(run.ended.map(\.0) == [first])
        #expect(run.ended.map(\.1) == [.killed(signal: SIGKILL)])
        #expect(run.ended.map(\.2) == [false])
        #expect(run.restarts.count == 1 && run.gaveUp == nil)
        run.supervisor.stop()
        #expect(run.started.allSatisfy { kill($0, 0) != 0 })
    }

    /// An agent of one window finds what the run before has left, and is asked to end while it waits without being attached.
    @Test func anAgentOfAWindowLeavesANoteToTheNextRun() throws {
        let words = """
            if read -r before < /proc/self/fd/$SPLITCAST_NOTE; then echo "found $before"; exec tail -f /dev/null; fi
            echo "a window" > /proc/self/fd/$SPLITCAST_NOTE; exit 1
            """
        let run = try Run(words, ["agent", "--window", "a"])
        try run.wait("the second") { $0.said == ["found a window"] }
        run.supervisor.retire()
        try run.wait("its end") { $0.gaveUp != nil }
        #expect(run.ended.map(\.1) == [.exited(code: 1), .killed(signal: SIGTERM)])
        let other = try Run("echo \"none: $SPLITCAST_NOTE\"; " + Self.waits)
        try other.wait("its words") { $0.said == ["none: "] }
        other.supervisor.retire()
        // One of a whole screen is told by the host that it is attached to.
        #expect(other.gaveUp == nil && other.supervisor.processID != nil)
    }

    @Test func oneThatHangsIsEndedAndReplacedAndAStrangerIsNot() throws {
        let run = try Run(Self.waits)
        try run.wait("the first") { $0.started.count == 1 }
        let first = run.started[0]
        kill(first, SIGSTOP)
        run.supervisor.replace(hanging: first + 1)
        run.supervisor.replace(hanging: first)
        try run.wait("the second") { $0.started.count == 2 }
        #expect(run.restarts == ["it did not answer any more"])
    }

    @Test func aMissingProgramIsGivenUpAtOnce() throws {
        let events = Mutex<[AgentSupervisor.Event]>([])
        let command = AgentCommandLine(program: "/nowhere/splitcast-capture-none", arguments: [])
        let supervisor = try AgentSupervisor(command, group: .standard) { event in events.withLock { $0.append(event) } }
        try waitUntil("giving up") { !events.withLock { $0.isEmpty } }
        supervisor.stop()
        guard case .gaveUp(nil, let why) = events.withLock({ $0 })[0] else {
            Issue.record("\(events.withLock { $0 })")
            return
        }
        #expect(why.contains("splitcast-capture-none") && why.contains("No such file"))
    }

    @Test func anAgentThatNeedsMoreThanItsLimitIsGivenUpWithTheRemedy() throws {
        for keeper in [CgroupManager.shared, CgroupManager(offering: [.resourceLimits])] {
            let run = try Run("exec tail /dev/zero", keeper: keeper)
            try run.wait("giving up") { $0.gaveUp != nil }
            #expect(run.ended.count == RestartPolicy.mostMemoryLimits && run.ended.allSatisfy { $0.2 })
            #expect(run.gaveUp?.contains("raise --agent-memory") == true && run.gaveUp?.contains("16 MiB") == true)
        }
    }

    @Test func aScreenThatIsGoneIsWaitedForAndSaidOnce() throws {
        let scratch = Scratch()
        let screen = scratch.file("screen")
        try scratch.write("", to: "screen")
        let run = try Run("while [ -e \(screen) ]; do :; done; echo error: it is gone; exit 3")
        try run.wait("the first") { $0.started.count == 1 }
        run.supervisor.noteDelivered()
        unlink(screen)
        try run.wait("some more tries") { $0.started.count >= 5 }
        #expect(run.waiting == ["it is gone"])
        #expect(run.gaveUp == nil && run.restarts.isEmpty)
        try scratch.write("", to: "screen")
        try run.wait("it to come back") { _ in run.supervisor.processID != nil && run.started.count > run.ended.count }
    }

    @Test func aRetiredAgentIsNotStartedAgain() throws {
        let run = try Run(Self.waits)
        try run.wait("the first") { $0.started.count == 1 }
        run.supervisor.retire()
        #expect(run.supervisor.processID != nil)
        kill(run.started[0], SIGKILL)
        try run.wait("giving up") { $0.gaveUp != nil }
        #expect(run.started.count == 1 && run.restarts.isEmpty)
        // Also between two runs.
        let other = try Run("exit 1")
        try other.wait("a rest of some length") { $0.restarts.count == 5 }
        other.supervisor.retire()
        try other.wait("giving up") { $0.gaveUp != nil }
    }

    @Test func stoppingWaitsForTheEndAndHelpsAlong() throws {
        let willing = try Run(Self.waits)
        let unwilling = try Run("trap '' TERM INT; \(Self.waits)")
        try waitUntil("both") { willing.started.count == 1 && unwilling.started.count == 1 }
        kill(willing.started[0], SIGTERM)
        willing.supervisor.stop()
        unwilling.supervisor.stop()
        unwilling.supervisor.stop()
        #expect(unwilling.ended.map(\.1) == [.killed(signal: SIGKILL)])
        #expect(willing.gaveUp == nil || willing.ended.count == 1)
        #expect((willing.started + unwilling.started).allSatisfy { kill($0, 0) != 0 })
    }

    /// Bounded, so that a supervisor which reads it all does not take the machine down.
    @Test func oneThatWritesWithoutEndIsReadInBoundsAndStillStopped() throws {
        let began = MediaTime.now()
        let run = try Run("trap '' TERM INT; yes \(String(repeating: "x", count: 400)) | head -c 100000000")
        let isSummary = { (line: String) in line.hasSuffix(" more lines left out") }
        try run.wait("lines that were left out") { $0.said.contains(where: isSummary) }
        run.supervisor.stop()
        #expect(run.ended.map(\.1) == [.killed(signal: SIGKILL)])
        let seconds = Int((MediaTime.now() - began).inSeconds) + 1
        #expect(run.said.count { !isSummary($0) } <= seconds * OutputLimit.linesPerSecond)
        let leftOut = run.said.filter(isSummary).compactMap { $0.split(separator: " ").first.flatMap { Int($0) } }.reduce(0, +)
        #expect(leftOut > OutputLimit.linesPerSecond && leftOut * 401 <= seconds * OutputLimit.bytesPerSecond + OutputLimit.bytesAtEnd)
    }

    @Test func twoAtOnceDoNotDisturbEachOther() throws {
        let runs = try [Run(Self.waits), Run(Self.waits)]
        try waitUntil("both") { runs.allSatisfy { $0.started.count == 1 } }
        kill(runs[0].started[0], SIGKILL)
        try runs[0].wait("another") { $0.started.count == 2 }
        #expect(runs[1].started.count == 1 && runs[1].supervisor.processID == runs[1].started[0])
    }
}
