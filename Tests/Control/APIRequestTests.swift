import ControlFixtures
import Fixtures
import Foundation
import NIOCore
import NIOHTTP1
import Platform
import Session
import Testing

@testable import Control

/// Requests over HTTP, by real sockets and by curl: what the control socket carries out, and who may ask for it.
@Suite struct APIRequestTests {
    private static let json = "Content-Type: application/json"

    @Test func everyRequestIsCarriedOutAsOnTheControlSocket() async throws {
        let host = ServedHost(SampleRequests.session())
        let answers = try await host.serving { server in
            try OpenAPI.words.filter { ![.removeScene, .operation, .removeTarget].contains($0) }.map { word in
                (word, try server.post(word.rawValue, SampleRequests.bodies[word]))
            }
        }
        for (word, answer) in answers { #expect(answer.status == 200 && answer.body.contains(#""v":1"#), "\(word): \(answer)") }
        let told = host.session.wasTold
        #expect(told.stops == 1 && told.rates == [RateRequest(ceiling: 2_000_000, floor: 300_000)] && told.chapters == ["Questions"])
        #expect(told.targets.count == 5 && told.pictures.count == 1 && told.messages.first?.text == "hello")
    }

    @Test func curlNeedsNoMoreThanTheAddressAndTheToken() async throws {
        let host = ServedHost(SampleRequests.session())
        let (muted, status) = try await host.serving { server in
            let address = "http://\(server.address)/api/v1/"
            let bearer = "Authorization: Bearer \(server.access.key)"
            return (
                try runTool(["curl", "-sS", "--fail", "-H", bearer, "-X", "POST", address + "requests/mute"]),
                try runTool(["curl", "-sS", "--fail", "-H", bearer, address + "status"])
            )
        }
        #expect(try JSONDecoder().decode(ControlReply.self, from: muted).audio?.sources.first?.isMuted == true)
        // The answer of a request is seen by the next question.
        #expect(try JSONDecoder().decode(SessionStatus.self, from: status).audio?.sources.first?.isMuted == true)
        #expect(host.session.wasTold.sound == [.mute(source: "mic", true)])
    }

    @Test(arguments: [
        ("targets", "{", 400, "malformed"), ("targets", "[]", 400, "malformed"), ("targets", "null", 400, "malformed"),
        ("targets", #"{"v":2}"#, 400, "unsupportedVersion"), ("targets", #"{"do":"stop"}"#, 422, "badField"),
        ("reboot", "{}", 404, "unknownRequest"), ("preview", "{}", 404, "unknownRequest"), ("STATUS", "{}", 404, "unknownRequest"),
        ("target-remove", "{}", 422, "missingField"), ("target-remove", #"{"id":"one"}"#, 422, "badField"),
        ("target-remove", #"{"id":7}"#, 404, "unknownTarget"), ("switch", #"{"agent":7}"#, 404, "unknownAgent"),
        ("mute", #"{"source":"tv"}"#, 404, "unknownSource"), ("operation", #"{"id":99}"#, 404, "unknownOperation"),
        ("switch", #"{"agent":1}"#, 409, "alreadyLive"),
    ])
    func aRefusalIsAProblemWithItsCode(name: String, body: String, status: Int, code: String) async throws {
        let host = ServedHost(SampleRequests.session())
        let answer = try await host.serving { try $0.post(name, body) }
        #expect(answer.status == status && answer.headers["content-type"] == "application/problem+json", "\(answer)")
        let problem = try JSONDecoder().decode(Problem.self, from: Data(answer.body.utf8))
        #expect(problem.code == code && problem.status == status && problem.type == "/problems/\(code)" && !problem.detail.isEmpty)
        #expect(host.session.wasTold.stops == 0)
    }

    @Test func whatIsNotThereOrNotPossibleIsAProblemToo() async throws {
        let answers = try await ServedHost().serving { server in
            [
                try server.get("/api/v1/nothing"), try server.get("/api/v1/requests/stop"),
                try HTTPAnswer(server.address, "/api/v1/status", method: "DELETE"), try server.get("/problems/notNow"),
            ]
        }
        #expect(answers.map(\.status) == [404, 405, 405, 200])
        #expect(answers[1].headers["allow"] == "POST" && answers[2].headers["allow"] == "GET, HEAD")
        #expect(answers[0...2].allSatisfy { $0.headers["content-type"] == "application/problem+json" })
    }

    /// The address of its type leads to what a refusal means, and programs that go by the description know that.
    @Test func theTypeOfAProblemCanBeLookedUp() async throws {
        let codes = ControlReply.Refusal.Code.allCases
        let (answers, other) = try await ServedHost().serving { server in
            (try codes.map { try server.get(Problem(ControlReply.Refusal($0, "")).type) }, try server.get("/problems/none"))
        }
        for (code, answer) in zip(codes, answers) { #expect(answer.status == 200 && answer.body == code.title + "\n") }
        #expect(other.status == 404)
        let paths = try #require(try OpenAPI.description()["paths"])
        let known = try JSONEncoder().encode(try #require(paths["/problems/{code}"]))
        for code in codes { #expect(String(decoding: known, as: UTF8.self).contains("\"\(code.rawValue)\"")) }
    }

    /// Fields of 64 KiB are read, one byte more is not, and a client that sends far more is told so as well.
    @Test func aBodyHasALimit() async throws {
        let host = ServedHost()
        let answers = try await host.serving { server in
            let longest = "{}" + String(repeating: " ", count: PageLimits.longestBody - 2)
            return try [longest, longest + " ", longest + longest].map { try server.post("stop", $0).status }
                + [
                    Int(
                        String(
                            decoding: try runTool([
                                "bash", "-c",
                                "head -c 3000000 /dev/zero | curl -s -o /dev/null -w '%{http_code}' -H '\(Self.json)' --data-binary @- "
                                    + "http://\(server.address)/api/v1/requests/stop",
                            ]), as: UTF8.self)) ?? 0
                ]
        }
        #expect(answers == [200, 413, 413, 413])
        #expect(host.session.wasTold.stops == 1)
    }

    // MARK: Who may ask

    private func requests(isOpen: Bool = false, address: String = "127.0.0.1:8080") throws -> HostRequests {
        let access = PageAccess(to: try PageAddress(address), isOpen: isOpen)
        return HostRequests(access, PageLimits(), page: PageRequests(session: FakeSession(), directory: "/nonexistent", isOpen: false))
    }

    private func status(
        _ requests: HostRequests, _ headers: [(String, String)], method: HTTPMethod = .POST, _ path: String = "/api/v1/requests/stop",
        byOwner isOwner: Bool = false
    ) -> UInt {
        let head = HTTPRequestHead(version: .http1_1, method: method, uri: path, headers: HTTPHeaders([("Host", "127.0.0.1:8080")] + headers))
        return requests.response(to: head, ByteBuffer(string: "{}"), from: isOwner ? .owner : .user(4711)).status.code
    }

    @Test func changesNeedTheOwnerOrTheToken() throws {
        let requests = try requests()
        let (type, token) = (("Content-Type", "application/json"), "\(requests.access.key)")
        #expect(status(requests, [type], byOwner: true) == 200)
        #expect(status(requests, [("Authorization", "Bearer " + token)]) == 200)
        #expect(status(requests, [type]) == 403)
        #expect(status(requests, [type, ("Authorization", "Bearer \(PageToken())")], byOwner: true) == 401)
        #expect(status(requests, [type], "/api/v1/requests/stop?token=" + token) == 401)
        let open = try self.requests(isOpen: true)
        #expect(status(open, [], method: .GET, "/api/v1/status") == 200)
        #expect(status(open, [type]) == 401)
        #expect(status(open, [type, ("Authorization", "Bearer \(open.access.key)")]) == 200)
    }

    @Test func aForeignPageChangesNothingWithACookieOrTheOwnersBrowser() throws {
        let requests = try requests(address: "0.0.0.0:8080")
        let cookie = ("Cookie", "\(requests.access.cookie)=\(requests.access.key)")
        let type = ("Content-Type", "application/json")
        for isOwner in [true, false] {
            #expect(status(requests, [cookie, type], byOwner: isOwner) == 200)
            #expect(
                status(requests, [cookie, type, ("Origin", "http://127.0.0.1:8080"), ("Sec-Fetch-Site", "same-origin")], byOwner: isOwner) == 200)
            #expect(status(requests, [cookie, type, ("Origin", "http://evil.example")], byOwner: isOwner) == 403)
            #expect(status(requests, [cookie, type, ("Origin", "null")], byOwner: isOwner) == 403)
            #expect(status(requests, [cookie, type, ("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Mode", "navigate")], byOwner: isOwner) == 403)
            // What a form of another page can send without being asked for its origin.
            for simple in ["application/x-www-form-urlencoded", "text/plain", "multipart/form-data; boundary=a", ""] {
                #expect(status(requests, [cookie, ("Content-Type", simple)], byOwner: isOwner) == 415)
            }
        }
    }

    @Test func anotherNameForThisMachineChangesNothing() throws {
        let head = HTTPRequestHead(
            version: .http1_1, method: .POST, uri: "/api/v1/requests/stop",
            headers: HTTPHeaders([("Host", "evil.example"), ("Content-Type", "application/json")]))
        let requests = try requests()
        #expect(requests.response(to: head, ByteBuffer(), from: .owner).status == .misdirectedRequest)
        var withToken = head
        withToken.headers.add(name: "Authorization", value: "Bearer \(requests.access.key)")
        #expect(requests.response(to: withToken, ByteBuffer(), from: .owner).status == .misdirectedRequest)
    }

    @Test func aWrongTokenAThousandTimesIsCountedAndDoesNoHarm() async throws {
        let (host, scratch) = (ServedHost(), Scratch())
        let (wrong, right, metrics) = try await host.serving { server in
            let guesses = (0..<1000).map { "http://\(server.address)/api/v1/status?\($0)" }.joined(separator: "\n")
            let list = scratch.file("guesses")
            try guesses.write(toFile: list, atomically: true, encoding: .utf8)
            let command =
                "xargs -P 8 -n 50 curl -s -o /dev/null -w '%{http_code}\\n' -H 'Authorization: Bearer x' < \(list) | sort | uniq -c"
            let wrong = String(decoding: try runTool(["bash", "-c", command]), as: UTF8.self)
            return (wrong, try server.get("/api/v1/status").status, try server.get("/metrics").body)
        }
        #expect(wrong.contains("401") && right == 200, "\(wrong)")
        #expect(metrics.contains("\nsplitcast_http_wrong_tokens_total 1000\n"))
    }

    @Test func guessesAreSlowedToTwoHundredASecond() {
        let (guesses, now) = (TokenGuesses(), MediaTime(nanoseconds: 1_000_000_000))
        let waits = (0..<100).map { _ in guesses.note(at: now) }
        #expect(waits[..<20].allSatisfy { $0 == .zero } && waits[99] == .milliseconds(400))
        #expect(guesses.note(at: now + .seconds(10)) == .zero && guesses.count == 101)
    }
}
