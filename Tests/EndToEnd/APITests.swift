import Fixtures
import Foundation
import TestSupport
import Testing

/// A broadcast that is run over HTTP alone, by programs that people have: curl, Python's urllib, promtool.
@Suite(.serialized) struct APITests {
    private struct Scene {
        let stream: TestSupport.Stream
        let scratch = Scratch()
        let url: String
        let bearer: String

        init() throws {
            let port = Port.free()
            stream = try Stream(
                [
                    "live", "--capture", "pattern", "--size", "320x180", "--mic", "none", "--http", "127.0.0.1:\(port)", "--to",
                    scratch.file("talk.mkv"),
                ])
            try stream.waitUntilLive()
            url = "http://127.0.0.1:\(port)"
            let token = try String(contentsOfFile: stream.runtimePath + "/splitcast/test/token", encoding: .utf8)
            bearer = "Authorization: Bearer " + token.trimmingCharacters(in: .newlines)
        }

        func curl(_ path: String, _ more: String...) throws -> Data { try runTool(["curl", "-sS", "--fail", "-H", bearer] + more + [url + path]) }
    }

    @Test func aBroadcastIsFollowedSteeredAndEndedOverHTTP() throws {
        let scene = try Scene()
        let follower = try FixtureProcess(["curl", "-sSN", "-H", scene.bearer, scene.url + "/api/v1/events?since=0"])
        try follower.waitForOutput("target.live")

        // What urllib makes of a JSON request without knowing more.
        let script = """
            import json, sys, urllib.request
            def ask(name, **fields):
                request = urllib.request.Request(sys.argv[1] + "/api/v1/requests/" + name, json.dumps(fields).encode())
                request.add_header(*sys.argv[2].split(": ", 1))
                return json.load(urllib.request.urlopen(request))
            operation = ask("pause")["operation"]["id"]
            while (state := ask("operation", id=operation)["operation"]["state"]) == "running": pass
            print(state)
            try: ask("target-remove", id=99)
            except urllib.error.HTTPError as refusal: print(refusal.code, json.load(refusal)["code"])
            """
        let said = String(decoding: try runTool(["/usr/bin/python3", "-c", script, scene.url, scene.bearer]), as: UTF8.self)
        #expect(said == "done\n404 unknownTarget\n")
        try follower.waitForOutput("agent.paused")
        _ = try scene.curl("/api/v1/requests/resume", "-X", "POST")
        try follower.waitForOutput("agent.resumed")

        try scene.curl("/metrics").write(to: URL(fileURLWithPath: scene.scratch.file("metrics")))
        _ = try runTool(["bash", "-c", "promtool check metrics < " + scene.scratch.file("metrics")])
        let metrics = try String(contentsOfFile: scene.scratch.file("metrics"), encoding: .utf8)
        #expect(metrics.contains("state=\"live\"} 1\n") && metrics.contains("splitcast_agent_live{agent=\""))
        try waitUntil("the picture to be live again") {
            String(decoding: try runTool(["curl", "-sS", scene.url + "/readyz"]), as: UTF8.self) == "live\n"
        }

        // HTTP and the control socket show the same.
        let status = try #require(try JSONSerialization.jsonObject(with: scene.curl("/api/v1/status")) as? [String: Any])
        #expect(Set(status.keys) == Set(try scene.stream.status().keys) && status["group"] as? String == "test")

        _ = try scene.curl("/api/v1/requests/stop", "-X", "POST")
        #expect(scene.stream.process.exitStatus(within: .seconds(20)) == .exited(0))
        #expect(follower.exitStatus(within: .seconds(20)) != nil, "the follower goes on without its host")
    }
}
