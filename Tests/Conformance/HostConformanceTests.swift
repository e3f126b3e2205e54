import Fixtures
import Foundation
import Testing

/// A host of the release with a test card's agent, and everything that is hostile.
@Suite(.serialized) struct HostConformanceTests {
    private final class Fixture {
        let runtime: Scratch
        let host: FixtureProcess
        let agent: FixtureProcess

        init() throws {
            runtime = Scratch()
            let environment: [String: String?] = ["XDG_RUNTIME_DIR": runtime.path, "DBUS_SESSION_BUS_ADDRESS": nil]
            host = try FixtureProcess(
                [
                    try releaseProduct("splitcast"), "host", "--group", "t", "--mic", "none", "--http", "off", "--size", "640x360", "--to",
                    runtime.file("whole.mkv"),
                ], environment: environment)
            agent = try FixtureProcess(
                [try releaseProduct("splitcast-capture-pattern"), "--group", "t", "--size", "640x360"], environment: environment)
            try waitUntil("a live agent: \(host.output)") {
                try host.expectRunning()
                return host.output.contains("live: ")
            }
        }

        private func agents() throws -> [[String: Any]] {
            let text = try runTool(
                [try releaseProduct("splitcast"), "status", "--json", "--group", "t"], environment: ["XDG_RUNTIME_DIR": runtime.path])
            return (try JSONSerialization.jsonObject(with: text) as? [String: Any])?["agents"] as? [[String: Any]] ?? []
        }

        /// The process that captures, which is not always the one that was started.
        func livePID() throws -> Int32 { Int32(try #require(try agents().first { $0["isLive"] as? Bool == true }?["pid"] as? Int)) }

        func waitForAttacker() throws {
            try waitUntil("an attacker to be attached") { try agents().contains { $0["backend"] as? String == "attacker" } }
        }

        func attack(_ arguments: String...) throws -> ConformanceRun {
            try ConformanceRun(["host", "--json", "--group", "t"] + arguments, environment: ["XDG_RUNTIME_DIR": runtime.path])
        }
    }

    @Test func theHostHoldsAgainstEverything() throws {
        let fixture = try Fixture()
        let findings = try fixture.attack("--seed", "11").findings(within: .seconds(400))
        #expect(findings.failed.isEmpty, "\(findings.failed.lines)\n\(fixture.host.output.suffix(1500))")
        #expect(findings.contains { $0.check == "growth" && $0.verdict == "ok" })
    }

    @Test func theHostHoldsAgainstThoseThatTakeThePlace() throws {
        let fixture = try Fixture()
        let findings = try fixture.attack(
            "--disturb", "--only", "slot-not-lent", "notices-replayed", "memory-holes-live", "memory-scribbled", "memory-huge",
            "replaced-unconfirmed", "formats-live"
        ).findings(within: .seconds(200))
        #expect(findings.failed.isEmpty, "\(findings.failed.lines)\n\(fixture.host.output.suffix(1500))")
    }

    /// No bus, no portal: an agent that wants a cast hears so at once, and no other agent hears anything.
    @Test func aHostWithoutAPortalAnswersWhoWantsACast() throws {
        let fixture = try Fixture()
        let findings = try fixture.attack("--disturb", "--only", "cast-wanted", "cast-hurried").findings()
        #expect(findings.failed.isEmpty, "\(findings.failed.lines)\n\(fixture.host.output.suffix(1500))")
        #expect(findings.contains { $0.check == "cast-wanted" && $0.detail.contains("refused: ") }, "\(findings.lines)")
    }

    @Test func aLiveAgentThatIsLostIsSeen() throws {
        let fixture = try Fixture()
        let run = try fixture.attack("--only", "loans-kept")
        try fixture.waitForAttacker()
        kill(try fixture.livePID(), SIGKILL)
        let findings = try run.findings()
        #expect(findings.failed.contains { $0.check == "loans-kept" && $0.detail.contains("no longer live") }, "\(findings.lines)")
    }

    @Test func aHostThatIsLostIsSeen() throws {
        let fixture = try Fixture()
        let run = try fixture.attack("--only", "loans-kept", "heartbeat-stops")
        try fixture.waitForAttacker()
        fixture.host.send(SIGKILL)
        let findings = try run.findings()
        #expect(findings.failed.contains { $0.check == "loans-kept" && $0.detail.contains("no host runs") }, "\(findings.lines)")
        #expect(findings.contains { $0.check == "heartbeat-stops" && $0.verdict == "skip" }, "\(findings.lines)")
    }

    @Test func withoutALiveAgentNothingIsTried() throws {
        let fixture = try Fixture()
        fixture.agent.end()
        try waitUntil("the agent to be gone: \(fixture.host.output)") { fixture.host.output.contains("ended") }
        let run = try fixture.attack("--only", "loans-kept")
        #expect(run.process.exitStatus(within: .seconds(20)) == .exited(4))
        #expect(run.process.output.contains("no agent is live"))
    }
}
