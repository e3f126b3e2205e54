import Fixtures
import Foundation
import TestSupport
import Testing

/// The desktop's permission, before a portal that answers as the test says.
@Suite(.serialized) struct ConsentTests {
    private func host(_ fixture: PortalServer, _ more: String...) throws -> TestSupport.Stream {
        let stream = try Stream(["host", "--mic", "none", "--http", "127.0.0.1:0"] + more, environment: environment(fixture))
        try stream.process.waitForOutput("waiting for an agent")
        return stream
    }

    private func environment(_ fixture: PortalServer) -> [String: String?] {
        fixture.environment.merging(["XDG_STATE_HOME": fixture.directory + "/state", "XDG_CURRENT_DESKTOP": "tests", "WAYLAND_DISPLAY": nil]) { $1 }
    }

    // No agent sends a picture here, so that no broadcast succeeds.
    private func client(of stream: TestSupport.Stream) throws -> CastClient { try CastClient(runtimePath: stream.runtimePath, group: stream.group) }

    private func events(_ stream: TestSupport.Stream, _ code: String) throws -> [[String: Any]] {
        let text = String(decoding: try stream.command("events", "--json"), as: UTF8.self)
        let all = try text.split(separator: "\n").map { try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] ?? [:] }
        return all.filter { $0["code"] as? String == code }
    }

    @Test func oneConsentServesAgentsThatComeAndGo() throws {
        let fixture = try PortalServer()
        let stream = try host(fixture)
        var texts: Set<String> = []
        for _ in 0..<3 { texts.insert(try client(of: stream).cast()) }
        #expect(texts.count == 3, "each has a connection of its own")
        #expect(fixture.count("Start") == 1)
        #expect(try events(stream, "cast.shared").count == 1)
        try stream.stop(exitCode: 1)
        try waitUntil("the session is closed") { fixture.count("session closed") == 1 }
    }

    @Test func theNextHostAsksNoOne() throws {
        let fixture = try PortalServer()
        for _ in 0..<2 {
            let stream = try host(fixture)
            _ = try client(of: stream).cast()
            try stream.stop(exitCode: 1)
        }
        #expect(fixture.count("SelectSources") == 2 && fixture.requests.compactMap { $0["restore_token"] }.count == 1)
        let stream = try host(fixture, "--no-restore")
        _ = try client(of: stream).cast()
        #expect(fixture.last("SelectSources")?["persist_mode"] == nil)
        try stream.stop(exitCode: 1)
    }

    @Test func aNoReachesTheAgentAndTheHostGoesOn() throws {
        let fixture = try PortalServer()
        try fixture.answer("start:cancel")
        let stream = try host(fixture, "--window", "--cursor", "embedded")
        let refusal = try client(of: stream).refusal()
        #expect(refusal.reason == .permissionDenied && refusal.message.contains("declined"))
        #expect(try client(of: stream).refusal().reason == .permissionDenied)
        #expect(fixture.count("Start") == 1, "the second opens no second dialog")
        #expect(fixture.last("SelectSources")?["types"] == "2" && fixture.last("SelectSources")?["cursor_mode"] == "2")
        #expect(try events(stream, "cast.refused").count == 2)
        try stream.stop(exitCode: 1)
    }

    @Test func stoppedSharingIsToldAndNotOpenedAgain() throws {
        let fixture = try PortalServer()
        let stream = try host(fixture)
        let agent = try client(of: stream)
        _ = try agent.cast()
        try fixture.stopSharing()
        #expect(try agent.refusal().message.contains("stopped"))
        guard case .end = try agent.next() else {
            Issue.record("the connection stays open")
            return
        }
        #expect(try client(of: stream).refusal().reason == .permissionDenied)
        #expect(fixture.count("CreateSession") == 1)
        #expect(try events(stream, "cast.stopped").count == 1)
        try stream.stop(exitCode: 1)
    }

    @Test(
        arguments: [
            ("", nil, "there is no desktop portal"), ("", ["--no-cast"], "shares no screens"), ("", ["--sources", "2"], "shares no monitor"),
            ("start:cancel", [], "declined"), ("start:fail", [], "could not share"), ("create:denied", [], "refuses this program"),
        ] as [(String, [String]?, String)]) func liveEndsWithOneLineAndTheDocumentedCode(answer: String, portal: [String]?, words: String) throws
    {
        let fixture = try PortalServer(portal)
        try fixture.answer(answer)
        let stream = try Stream(["live", "--capture", "pipewire", "--mic", "none", "--http", "127.0.0.1:0"], environment: environment(fixture))
        #expect(stream.process.exitStatus(within: .seconds(30)) == .exited(3), "\(stream.process.output)")
        #expect(stream.process.output.split(separator: "\n").last?.contains(words) == true, "\(stream.process.output)")
        #expect(stream.process.output.components(separatedBy: words).count == 2, "said once: \(stream.process.output)")
    }

    @Test func withoutABusLiveSaysSo() throws {
        let scratch = Scratch()
        for address in ["unix:path=/nonexistent/bus", nil] {
            let stream = try Stream(
                ["live", "--capture", "pipewire", "--mic", "none", "--http", "127.0.0.1:0"],
                environment: ["DBUS_SESSION_BUS_ADDRESS": address, "XDG_STATE_HOME": scratch.path])
            #expect(stream.process.exitStatus(within: .seconds(30)) == .exited(3), "\(stream.process.output)")
            #expect(stream.process.output.contains("session bus"), "\(stream.process.output)")
        }
    }

    @Test func doctorTellsWhatIsMissing() throws {
        func report(_ fixture: PortalServer, _ wayland: String?) throws -> (status: Fixtures.ExitStatus?, checks: [String: [String: Any]]) {
            let scratch = Scratch()
            var environment = environment(fixture)
            environment.merge(["XDG_RUNTIME_DIR": scratch.path, "WAYLAND_DISPLAY": wayland, "DISPLAY": nil, "PULSE_SERVER": "unix:/nonexistent"]) {
                $1
            }
            let process = try FixtureProcess([try releaseProduct("splitcast"), "doctor", "--json"], environment: environment)
            let status = process.exitStatus(within: .seconds(60))
            let json = process.output.prefix { _ in true }.split(separator: "\n").prefix { !$0.hasPrefix("splitcast: ") }.joined(separator: "\n")
            let object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
            let checks = object?["checks"] as? [[String: Any]] ?? []
            return (status, Dictionary(checks.map { ($0["name"] as? String ?? "", $0) }) { first, _ in first })
        }
        let good = try report(try PortalServer(), "wayland-77")
        #expect(good.status == .exited(0) && good.checks["sharing"]?["state"] as? String == "ok")
        #expect(good.checks["compositor"]?["state"] as? String == "missing" && good.checks["pipewire"]?["state"] as? String == "missing")
        let empty = try report(try PortalServer(["--sources", "0"]), "wayland-77")
        #expect(empty.checks["sharing"]?["state"] as? String == "missing")
        #expect((empty.checks["sharing"]?["remedy"] as? String)?.contains("restart xdg-desktop-portal") == true)
        let bare = try report(try PortalServer(["--no-cast"]), "wayland-77")
        #expect(bare.checks["sharing"]?["state"] as? String == "missing")
        #expect((bare.checks["sharing"]?["remedy"] as? String)?.contains("xdg-desktop-portal-wlr") == true)
        let none = try report(try PortalServer(nil), nil)
        #expect(
            none.status == .exited(3) && none.checks["session"]?["state"] as? String == "missing"
                && none.checks["portal"]?["state"] as? String == "unused")
    }
}
