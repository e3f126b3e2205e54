import ControlFixtures
import Foundation
import Session
import Testing

@testable import Control

/// What programs read over HTTP.
@Suite struct APIReadingTests {
    @Test func theStatusIsTheControlSockets() async throws {
        let answer = try await ServedHost().serving { try $0.get("/api/v1/status") }
        #expect(answer.status == 200 && answer.headers["content-type"] == "application/json" && answer.headers["etag"]?.hasPrefix("W/\"") == true)
        #expect(try JSONDecoder().decode(SessionStatus.self, from: Data(answer.body.utf8)).pid == 4711)
    }

    @Test func aTagThatStillHoldsIsAnsweredWithoutTheStatus() async throws {
        let host = ServedHost(SampleRequests.session())
        let answers = try await host.serving { server in
            let tag = try server.get("/api/v1/status").headers["etag"] ?? ""
            let known = ["If-None-Match: \"a\", \(tag)"]
            let same = try server.get("/api/v1/status", known)
            _ = try server.post("mute", "{}")
            return [same, try server.get("/api/v1/status", known), try server.get("/api/v1/status", ["If-None-Match: *"])]
        }
        #expect(answers.map(\.status) == [304, 200, 304])
        #expect(answers[0].body.isEmpty && answers[0].headers["etag"] != answers[1].headers["etag"])
    }

    @Test func healthIsToldToAnyoneWhoAsksAndNothingElse() async throws {
        let answers = try await ServedHost().serving { server in
            try ["/healthz", "/readyz", "/metrics"].map { try HTTPAnswer(server.address, $0, host: "10.1.2.3:8080", ["Authorization: Bearer x"]) }
        }
        #expect(answers.map(\.status) == [200, 200, 401] && answers[0].body == "ok\n" && answers[1].body == "live\n")
    }

    @Test func theDescriptionIsServed() async throws {
        let answer = try await ServedHost().serving { try $0.get("/openapi.json") }
        #expect(answer.status == 200 && answer.body.contains("\"openapi\" : \"3.1.0\""))
    }
}
