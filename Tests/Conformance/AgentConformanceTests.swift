import Fixtures
import Foundation
import ServerFixtures
import TestSupport
import Testing

/// Agents that keep the protocol, and agents with one flaw each: every check is seen to fail.
@Suite(.serialized) struct AgentConformanceTests {
    /// The flaw of `flawed-agent.py`, and the checks of which one must name it. An agent that is slow to start on a busy machine may
    /// end only when the host is there.
    static let flaws: [(flaw: String, checks: Set<String>)] = [
        ("exits-without-host", ["waitsForHost", "connects"]), ("bad-hello", ["hello"]), ("busy-loop", ["refusal"]),
        ("chokes-on-unknown", ["unknownGreeting"]), ("asks-too-much", ["geometry"]), ("early-notice", ["noNoticeBeforeCapture"]),
        ("unlent-slot", ["lentSlotsOnly"]), ("takes-replays", ["replayedLoan"]), ("forgets-last-notice", ["unansweredLoan"]),
        ("small-damage", ["firstDamage"]), ("part-of-frame", ["wholeFrame"]), ("number-stands", ["numbersGrow"]), ("future-time", ["captureTime"]),
        ("damage-outside", ["damageInside"]), ("wrong-memory", ["currentMemory"]), ("cut-message", ["wellFormed"]), ("rare-heartbeat", ["heartbeat"]),
        ("sequence-stands", ["sequenceGrows"]), ("too-fast", ["frameRate"]), ("ignores-pause", ["pauseKept"]), ("never-says-paused", ["pauseSaid"]),
        ("stays-paused", ["pauseSaid"]), ("ignores-wait", ["waitKept"]), ("still-after-wait", ["afterWait"]), ("part-after-wait", ["afterWait"]),
        ("obeys-old-state", ["oldState"]), ("obeys-foreign-state", ["foreignState"]),
        ("waits-for-ever", ["silentHost"]), ("never-says-ended", ["ended"]), ("wrong-reason", ["ended"]), ("speaks-after-ended", ["endedIsLast"]),
        ("never-leaves", ["leaves"]), ("notice-while-waiting", ["noNoticeWhileWaiting"]), ("never-returns", ["comesBack"]),
        ("never-ready", ["becomesReady"]), ("never-started", ["started"]), ("stays-away", ["connects"]), ("no-resume", ["resume"]),
        ("grabs-without-loan", ["noGrabWithoutLoan"]), ("one-loan-two-notices", ["oneLoan"]), ("ends-on-unknown", ["unknownKinds"]),
        ("silent-while-paused", ["heartbeat"]), ("always-stopped", ["ended"]),
    ]

    /// The same of an agent that wants a cast.
    static let castFlaws: [(flaw: String, checks: Set<String>)] = [
        ("asks-without-cast", ["castAwaited"]), ("leaves-without-cast", ["castAwaited"]), ("ready-without-cast", ["castAwaited"]),
        ("hangs-on-cast", ["castSilent"]), ("keeps-old-cast", ["castReplaced"]), ("outlives-cast", ["castEnded"]),
        ("takes-any-cast", ["castMalformed"]), ("asks-user-again", ["castRefused"]),
    ]

    private func flawed(_ flaw: String, wantsCast: Bool = false) throws -> ConformanceRun {
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Agents/flawed-agent.py").path
        // Debian's python3, which has python3-zmq.
        return try ConformanceRun(["agent", "--json", "/usr/bin/python3", script, "--flaw", flaw] + (wantsCast ? ["--wants-cast"] : []))
    }

    /// In its sandbox, where a waiting parent runs it anew for each host, and without.
    @Test func theTestCardsAgentKeepsTheProtocol() throws {
        let agent = try releaseProduct("splitcast-capture-pattern")
        let runs = try ["off", "strict"].map { try ConformanceRun(["agent", "--json", agent, "--size", "640x360", "--sandbox", $0]) }
        for run in runs {
            let findings = try run.findings()
            #expect(findings.failed.isEmpty, "\(run.process.command):\n\(findings.lines)")
            let skipped = findings.filter { $0.verdict == "skip" && !$0.check.hasPrefix("cast") }.map(\.check)
            #expect(skipped == ["geometryChange"], "\(findings.lines)")
        }
    }

    /// Also one whose screen changes its size as the first slot is lent. Two with flaws beside them show that the examiner looks;
    /// `everyFlawIsNamed` has them all.
    @Test func anAgentWrittenFromThePageKeepsTheProtocol() throws {
        let started = try ["none", "resizes", "silent-while-paused", "always-stopped"].map { try flawed($0) }
        let runs = try started.map { try $0.findings() }
        for findings in runs.prefix(2) { #expect(findings.failed.isEmpty, "\(findings.lines)") }
        #expect(runs[1].contains { $0.check == "geometryChange" && $0.verdict == "ok" }, "\(runs[1].lines)")
        #expect(runs[2].failed.contains { $0.check == "heartbeat" }, "\(runs[2].lines)")
        #expect(runs[3].failed.contains { $0.check == "ended" }, "\(runs[3].lines)")
    }

    @Test func anAgentThatWantsACastIsSeenWithoutOne() throws {
        let findings = try flawed("none", wantsCast: true).findings()
        #expect(findings.failed.isEmpty, "\(findings.lines)")
        let casts = findings.filter { $0.check.hasPrefix("cast") }
        #expect(casts.count == 6 && casts.allSatisfy { $0.verdict == "ok" }, "\(findings.lines)")
    }

    @Test func thePipeWireAgentKeepsTheProtocolWithACast() throws {
        let fixture = try AudioFixture(.pipewire)
        let node = try VideoNode(in: fixture.serverEnvironment)
        let run = try ConformanceRun(
            ["agent", "--json", "--cast", "\(node.id)", try releaseProduct("splitcast-capture-pipewire")], environment: fixture.serverEnvironment)
        let findings = try run.findings()
        #expect(findings.failed.isEmpty, "\(findings.lines)")
        #expect(findings.filter { $0.verdict == "skip" }.map(\.check) == ["geometryChange"], "\(findings.lines)")
    }

    /// Eight at a time, since they mostly wait: the next one starts when one has ended.
    @Test func everyFlawIsNamed() throws {
        var waiting = (Self.flaws.map { ($0, false) } + Self.castFlaws.map { ($0, true) })[...]
        var runs: [(flaw: String, checks: Set<String>, run: ConformanceRun)] = []
        while !waiting.isEmpty || !runs.isEmpty {
            while runs.count < 8, let (next, wantsCast) = waiting.popFirst() {
                runs.append((next.flaw, next.checks, try flawed(next.flaw, wantsCast: wantsCast)))
            }
            try waitUntil("\(runs.map(\.flaw)) to end", timeout: .seconds(120)) { runs.contains { !$0.run.process.isRunning } }
            let ended = runs.filter { !$0.run.process.isRunning }
            runs.removeAll { run in ended.contains { $0.flaw == run.flaw } }
            for (flaw, checks, run) in ended {
                let findings = try run.findings()
                #expect(!checks.isDisjoint(with: findings.failed.map(\.check)), "\(flaw):\n\(findings.failed.lines)")
            }
        }
    }

    @Test func nothingOfAnAgentIsLeftBehind() throws {
        let scratch = Scratch()
        try scratch.write(
            "#!/bin/sh\necho $$ >\(scratch.file("pid"))\necho $XDG_RUNTIME_DIR >\(scratch.file("runtime"))\ntrap '' TERM\nsleep 600\n", to: "agent")
        chmod(scratch.file("agent"), 0o700)
        let findings = try ConformanceRun(["agent", "--json", scratch.file("agent")]).findings()
        #expect(findings.failed.map(\.check).contains("connects"), "\(findings.lines)")
        let pid = try #require(Int32(textOfFile(scratch.file("pid")).trimmingCharacters(in: .whitespacesAndNewlines)))
        let runtime = textOfFile(scratch.file("runtime")).trimmingCharacters(in: .whitespacesAndNewlines)
        #expect(kill(pid, 0) != 0 && runtime.hasPrefix("/tmp/") && !FileManager.default.fileExists(atPath: runtime))
    }

    @Test func aCommandThatIsNotThereIsNamed() throws {
        let run = try ConformanceRun(["agent", "./no-such-agent"])
        #expect(run.process.exitStatus(within: .seconds(20)) == .exited(2))
        #expect(run.process.output.contains("./no-such-agent"))
    }
}
