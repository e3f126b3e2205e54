import ControlFixtures
import Events
import Fixtures
import Foundation
import Platform
import Session
import Testing

@testable import Control

/// The page's server, asked over real sockets.
@Suite struct PageServerTests {
    private let scratch = Scratch()

    /// Runs `body` on a thread of its own while the page is served from a directory with a stream in it.
    private func serving<Answer: Sendable>(
        _ limits: PageLimits = PageLimits(), isOpen: Bool = false, _ body: @escaping @Sendable (PageAddress) throws -> Answer
    ) async throws -> Answer {
        let directory = try scratch.directory("live")
        try scratch.write("#EXTM3U\n", to: "live/live.m3u8")
        try scratch.write(String(repeating: "G", count: 300_000), to: "live/live-000001.ts")
        try scratch.write("secret", to: "secret.ts")
        let server = try PageServer(PageAddress("127.0.0.1:0"), limits, isOpen: isOpen)
        let (serving, signal) = AsyncStream.makeStream(of: Void.self)
        return try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask {
                let session = FakeSession()
                session.tell(.targetLive, "target 1 live")
                session.tell(.targetConnectionLost, "target 1 lost", .warning)
                try await server.run(showing: session, directory: directory) { signal.yield() }
            }
            for await _ in serving { break }
            let answer = try await Worker.run(name: "browser") { Result { try body(server.address) } }
            tasks.cancelAll()
            return try answer.get()
        }
    }

    @Test func thePageAndItsFilesAreThere() async throws {
        let answers = try await serving { address in
            let scripts = ["/page.js", "/player.js", "/playlist.js", "/renditions.js", "/track.js", "/fragments.js", "/hostclock.js", "/figures.js"]
            return try (["/"] + scripts + ["/page.css", "/icon.svg"]).map { try HTTPAnswer(address, $0) }
        }
        #expect(answers.allSatisfy { $0.status == 200 && !$0.body.isEmpty })
        #expect(answers[0].body.contains("<video"))
        #expect(answers[0].headers["content-security-policy"]?.contains("default-src 'none'") == true)
        #expect(answers[1].headers["content-type"] == "text/javascript; charset=utf-8")
        #expect(answers.allSatisfy { $0.headers["x-content-type-options"] == "nosniff" && $0.headers["access-control-allow-origin"] == nil })
    }

    @Test func thePageNamesNoForeignHost() async throws {
        let answers = try await serving { address in
            try ["/", "/page.js", "/page.css", "/player.js", "/figures.js"].map { try HTTPAnswer(address, $0) }
        }
        for answer in answers {
            #expect(answer.body.matches(of: /https?:\/\//).isEmpty)
        }
    }

    @Test func statusIsTheSessions() async throws {
        let answer = try await serving { try HTTPAnswer($0, "/api/status") }
        #expect(answer.status == 200 && answer.headers["cache-control"] == "no-store" && answer.headers["content-type"] == "application/json")
        #expect(try JSONDecoder().decode(SessionStatus.self, from: Data(answer.body.utf8)).pid == 4711)
    }

    @Test func eventsAreTheSessions() async throws {
        let (all, rest) = try await serving { (try HTTPAnswer($0, "/api/events"), try HTTPAnswer($0, "/api/events?since=1")) }
        #expect(all.status == 200 && all.headers["cache-control"] == "no-store" && all.headers["content-type"] == "application/json")
        let pages = try [all, rest].map { try JSONDecoder().decode(EventPage.self, from: Data($0.body.utf8)) }
        #expect(pages.map { $0.events.map(\.words) } == [["target 1 live", "target 1 lost"], ["target 1 lost"]])
        #expect(pages.allSatisfy { $0.newest == 2 && $0.oldest == 1 })
    }

    @Test func theStreamIsServedAsWhatItIs() async throws {
        let (playlist, segment) = try await serving { (try HTTPAnswer($0, "/live/live.m3u8"), try HTTPAnswer($0, "/live/live-000001.ts")) }
        #expect(playlist.body == "#EXTM3U\n" && playlist.headers["content-type"] == "application/vnd.apple.mpegurl")
        #expect(playlist.headers["cache-control"] == "no-cache")
        #expect(segment.body.utf8.count == 300_000 && segment.headers["content-type"] == "video/mp2t")
    }

    @Test(arguments: [
        "/live/../secret.ts", "/live/..%2fsecret.ts", "/live/%2e%2e/secret.ts", "/live/%2e%2e%2fsecret.ts", "/../secret.ts",
        "/live/", "/live/live-000002.ts", "/nothing", "/api/stop", "/live/live.m3u8%00.ts", "/live/.m3u8",
    ])
    func anythingElseIsNotThere(path: String) async throws {
        let answer = try await serving { try HTTPAnswer($0, path) }
        #expect(answer.status == 404 || answer.status == 400)
        #expect(!answer.body.contains("secret"))
    }

    @Test(arguments: ["/", "/api/status", "/live/live-000001.ts"])
    func aHeadIsTheSameWithoutTheBody(path: String) async throws {
        let (whole, head) = try await serving { (try HTTPAnswer($0, path), try HTTPAnswer($0, path, method: "HEAD")) }
        #expect(head.status == 200 && head.body.isEmpty)
        #expect(head.headers["content-length"] == "\(whole.body.utf8.count)" && whole.headers["content-length"] == head.headers["content-length"])
        #expect(head.headers["date"]?.hasSuffix(" GMT") == true)
    }

    /// A browser keeps its connection: more than one request on it, and the end of the broadcast does not wait for it.
    @Test func aConnectionIsKeptUntilTheEnd() async throws {
        let connection = try await serving { address in
            let connection = try RawConnection(address)
            for _ in 1...3 {
                try connection.send("GET /live/live.m3u8 HTTP/1.1\r\nHost: \(address)\r\n\r\n")
                #expect(try connection.read(until: "#EXTM3U\n").hasPrefix("HTTP/1.1 200 OK\r\n"))
            }
            return connection
        }
        #expect(try connection.read(until: nil) == "")
    }

    /// A thousand requests of one who may read nothing are answered once.
    @Test func whoIsRefusedHasToConnectAnew() async throws {
        let answer = try await serving { address in
            let connection = try RawConnection(address)
            try connection.send(String(repeating: "GET / HTTP/1.1\r\nHost: elsewhere.example\r\n\r\n", count: 3))
            return try connection.read(until: nil)
        }
        #expect(answer.hasPrefix("HTTP/1.1 421 ") && answer.components(separatedBy: "HTTP/1.1 ").count == 2, "\(answer)")
    }

    /// More than descriptors allow, from anyone on this machine.
    @Test func silentConnectionsGiveWayToNewOnes() async throws {
        var limits = PageLimits()
        limits.mostConnections = 64
        let (last, oldest) = try await serving(limits) { [limits] address in
            let silent = try (0..<2 * limits.mostConnections).map { _ in try RawConnection(address) }
            let last = try HTTPAnswer(address, "/")
            return try withExtendedLifetime(silent) { (last.status, try silent[0].read(until: nil)) }
        }
        #expect(last == 200 && oldest == "")
    }

    @Test func aConnectionThatIsSilentForLongIsClosed() async throws {
        var limits = PageLimits()
        limits.idleTime = .milliseconds(200)
        let (silent, half) = try await serving(limits) { address in
            let (silent, half) = (try RawConnection(address), try RawConnection(address))
            try half.send("GET / HTTP/1.1\r\nHost: ")
            return (try silent.read(until: nil), try half.read(until: nil))
        }
        #expect(silent == "" && half == "")
    }

    @Test func whatIsNoHTTPIsToldSoAndTheNextIsServed() async throws {
        let (wrong, right) = try await serving { address in
            let connection = try RawConnection(address)
            try connection.send("\u{16}\u{3}\u{1} hello\r\n\r\n")
            return (try connection.read(until: nil), try HTTPAnswer(address, "/"))
        }
        #expect(wrong.hasPrefix("HTTP/1.1 400 Bad Request\r\n") && right.status == 200, "\(wrong)")
    }

    /// Also where it shows only in the body, and where more of it is on its way.
    @Test(arguments: [
        "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n",
        "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}zz\r\n0\r\n\r\n",
        "Content-Length: -1\r\n\r\n{}", "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}", "no field\r\n\r\n",
        "Transfer-Encoding: chunked\r\n\r\n" + "zz\r\n" + String(repeating: "x", count: 200_000),
    ])
    func aBodyThatIsNoHTTPIsToldSo(rest: String) async throws {
        let (wrong, right) = try await serving { address in
            let connection = try RawConnection(address)
            try connection.send("POST /api/v1/requests/targets HTTP/1.1\r\nHost: \(address)\r\n" + rest)
            return (try connection.read(until: nil), try HTTPAnswer(address, "/"))
        }
        #expect(wrong.hasPrefix("HTTP/1.1 400 Bad Request\r\n") && wrong.lowercased().contains("connection: close"), "\(wrong)")
        #expect(right.status == 200)
    }

    /// A program in between may have gone by the other one.
    @Test(arguments: ["Host: 127.0.0.1", "Authorization: Bearer x", "Origin: http://evil.example", "Content-Type: text/plain"])
    func aFieldThatDecidesStandsOnce(field: String) async throws {
        let answers = try await serving { address in
            try ["/", "/healthz", "/api/v1/status"].map { path in
                try HTTPAnswer(address, path, field.hasPrefix("Host") ? [field] : [field, field])
            }
        }
        #expect(answers.map(\.status) == [400, 400, 400])
        #expect(answers.allSatisfy { $0.body.contains("several") } && answers[2].headers["content-type"] == "application/problem+json")
    }

    @Test(arguments: ["99999999999999999999", "-1", "x", ""]) func aNumberOfAnEventThatIsNoneIsRefused(text: String) async throws {
        let answers = try await serving { address in try ["/api/events", "/api/v1/events"].map { try HTTPAnswer(address, $0 + "?since=" + text) } }
        #expect(answers.map(\.status) == [400, 400], "\(answers)")
    }

    @Test(arguments: ["POST", "PUT", "DELETE", "OPTIONS"])
    func onlyReadingIsAllowed(method: String) async throws {
        let answer = try await serving { try HTTPAnswer($0, "/api/status", method: method) }
        #expect(answer.status == 405 && answer.headers["allow"] == "GET, HEAD")
    }

    @Test(arguments: [
        ("evil.example", 421), ("evil.example:8080", 421), ("127.0.0.1.evil.example", 421), ("localhost", 200), ("LOCALHOST:1", 200),
        ("[::1]:8080", 200), ("127.0.0.1", 200), ("127.0.1.1", 200), ("ip6-localhost:8080", 200), ("", 421),
    ])
    func aForeignNameForThisMachineIsRefused(host: String, status: Int) async throws {
        #expect(try await serving { try HTTPAnswer($0, "/api/status", host: host) }.status == status)
    }

    /// From any user, and whatever it is that does not end.
    @Test(arguments: [
        ("POST /api/v1/requests/status HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n2;", "a"),
        ("GET /healthz HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n", "A: b\r\n"),
        ("GET /healthz HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n", "1\r\na\r\n"),
    ])
    func aRequestWithoutEndIsNotReadForEver(start: String, rest: String) async throws {
        let taken = try await serving { address in
            let connection = try RawConnection(address)
            try connection.send(start)
            return connection.flood(Array(String(repeating: rest, count: 60_000 / rest.utf8.count).utf8), most: 60_000_000)
        }
        // What the kernel holds is not read.
        #expect((1..<30_000_000).contains(taken), "\(taken) bytes")
    }

    /// As to a proxy: the host is the one that the address names, whatever the header says.
    @Test(arguments: [
        ("http://localhost/api/status", "evil.example", 200), ("HTTP://localhost:1/api/status?since=0", "localhost", 200),
        ("http://evil.example/api/status", "localhost", 421), ("http:///api/status", "localhost", 421), ("http://localhost", "localhost", 200),
        ("https://localhost/api/status", "localhost", 404), ("http://localhost?a=b", "localhost", 200),
    ])
    func anAddressInPlaceOfAPathIsUnderstood(path: String, host: String, status: Int) async throws {
        #expect(try await serving { try HTTPAnswer($0, path, host: host) }.status == status)
    }

    /// Any user of a machine can connect to its loopback addresses.
    @Test(.enabled(if: geteuid() == 0, "only root can be another user")) func anotherUserOfThisMachineIsRefused() async throws {
        let answer = try await serving { address in
            let ask = "printf 'GET /live/live.m3u8 HTTP/1.0\\r\\nHost: localhost\\r\\n\\r\\n' >&3; cat <&3"
            let command = "exec 3<>/dev/tcp/\(address.host)/\(address.port); \(ask)"
            return String(decoding: try runTool(["setpriv", "--reuid", "65534", "--clear-groups", "bash", "-c", command]), as: UTF8.self)
        }
        #expect(answer.hasPrefix("HTTP/1.1 403 Forbidden\r\n") && answer.contains("--http-open") && !answer.contains("#EXTM3U"), "\(answer)")
    }

    @Test(arguments: [["Origin: http://evil.example"], ["Sec-Fetch-Site: same-site", "Sec-Fetch-Mode: no-cors"]])
    func aForeignPageIsRefused(headers: [String]) async throws {
        #expect(try await serving { try HTTPAnswer($0, "/live/live.m3u8", headers) }.status == 403)
    }

    /// Players of a ladder are on pages anywhere; only where the page is for all, and nothing else of it.
    @Test func aLadderMayBePlayedByOtherSitesWhereThePageIsOpen() async throws {
        for isOpen in [false, true] {
            let answers = try await serving(isOpen: isOpen) { address in
                try ["/ladder/none.m3u8", "/live/live.m3u8", "/api/status"].map { try HTTPAnswer(address, $0, ["Origin: http://other.example"]) }
            }
            #expect(answers.map(\.status) == (isOpen ? [404, 403, 403] : [403, 403, 403]))
            #expect(answers.map { $0.headers["access-control-allow-origin"] } == [isOpen ? "*" : nil, nil, nil])
        }
    }

    @Test func aPortInUseIsNamedWithTheRemedy() async throws {
        let error = try await serving { address in
            do throws(ControlError) {
                _ = try PageServer(PageAddress("\(address)"))
                return ControlError?.none
            } catch { return error }
        }
        #expect(error?.code == .portInUse)
        #expect(error?.message.contains("--http 127.0.0.1:0") == true && error?.message.contains("--http off") == true)
    }

    @Test func anAddressOfAnotherMachineIsRefused() {
        let error = #expect(throws: ControlError.self) { try PageServer(PageAddress("192.0.2.1:8080")) }
        #expect(error?.code == .unusableAddress)
    }

    @Test func anUnnamedPortMovesToTheNextFreeOne() async throws {
        let moved = try await serving { address in
            let standard = PageAddress(host: address.host, port: address.port, isNamed: false)
            guard standard.port < PageAddress.lastStandardPort else { return true }
            return try PortChoice.free(standard).port != address.port
        }
        #expect(moved)
    }
}
