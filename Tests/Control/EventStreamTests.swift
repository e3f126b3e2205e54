import ControlFixtures
import Fixtures
import Foundation
import Platform
import Testing

@testable import Control

/// Events and levels as they happen (server-sent events).
@Suite struct EventStreamTests {
    private func follow(_ server: PageServer, _ path: String = "/api/v1/events", _ headers: String = "") throws -> RawConnection {
        let connection = try RawConnection(server.address)
        try connection.send("GET \(path) HTTP/1.1\r\nHost: \(server.address)\r\n\(headers)\r\n")
        return connection
    }

    @Test func anEventArrivesWhileItHappens() async throws {
        let host = ServedHost()
        _ = host.session.tell(.targetLive, "before")
        let text = try await host.serving { server in
            let connection = try self.follow(server)
            let head = try connection.read(until: "retry: 2000\n\n\r\n")
            _ = host.session.tell(.targetConnectionLost, "lost", .warning)
            return head + (try connection.read(until: "}\n\n\r\n"))
        }
        #expect(text.contains("200 OK") && text.contains("text/event-stream") && text.contains("id: 2\nevent: event\ndata: {"))
        #expect(text.contains(#""words":"lost""#) && !text.contains("before"))
    }

    /// The end of a broadcast is among it, whatever the stream is about just then: forty readers, each at another moment of it.
    @Test(arguments: 0..<40) func whatHappensJustBeforeTheEndArrives(_: Int) async throws {
        let host = ServedHost()
        let connection = try await host.serving { server in
            let connection = try self.follow(server)
            _ = try connection.read(until: "retry: 2000\n\n\r\n")
            _ = host.session.tell(.sessionEnding, "the broadcast ends as asked")
            return connection
        }
        #expect(try connection.read(until: nil).contains("session.ending"))
    }

    @Test(arguments: [("?since=0", "", [1, 2]), ("", "Last-Event-ID: 1\r\n", [2]), ("?since=0", "Last-Event-ID: 1\r\n", [2])])
    func whatWasMissedIsSentFirst(query: String, header: String, expected: [Int]) async throws {
        let host = ServedHost()
        for words in ["one", "two"] { _ = host.session.tell(.targetLive, words) }
        let text = try await host.serving { server in
            try self.follow(server, "/api/v1/events" + query, header).read(until: "}\n\n\r\n")
        }
        #expect(text.matches(of: /id: (\d+)/).compactMap { Int($0.1) } == expected)
    }

    @Test func levelsComeWhenTheyAreAskedFor() async throws {
        let text = try await ServedHost().serving { server in
            let connection = try self.follow(server, "/api/v1/events?levels=1")
            return try connection.read(until: "}\n\n\r\n") + connection.read(until: "}\n\n\r\n")
        }
        #expect(text.contains("event: levels\ndata: {\"mix\":{") && text.contains(#""sources":{"mic":{"isClipping":false,"level":60"#))
    }

    @Test func whatIsNoNumberIsRefused() async throws {
        let answers = try await ServedHost().serving { try [$0.get("/api/v1/events?since=x"), $0.get("/api/v1/events?since=-1")] }
        #expect(answers.map(\.status) == [400, 400])
    }

    /// A reader that accepts nothing is dropped, with what it had not got; others go on.
    @Test func aSlowReaderIsDropped() async throws {
        var host = ServedHost()
        host.limits.writeTime = .milliseconds(300)
        let session = host.session
        let words = String(repeating: "a", count: 2000)
        for _ in 0..<10_000 { _ = session.tell(.targetLive, words) }
        let (text, other) = try await host.serving { server in
            let connection = try self.follow(server, "/api/v1/events?since=0")
            // Only a reader that was there can have been dropped.
            let beginning = try connection.receive(16)
            try waitUntil("the reader to be dropped") {
                try server.get("/metrics").body.contains("\nsplitcast_http_event_streams 0\n")
            }
            return (String(decoding: beginning ?? [], as: UTF8.self) + (try connection.read(until: nil)), try server.get("/api/v1/status").status)
        }
        #expect(text.contains("id: 1\n") && !text.contains("id: 10000\n") && other == 200)
    }

    @Test func readersHaveALimitAndGiveTheirPlacesBack() async throws {
        var host = ServedHost()
        host.limits.mostStreams = 2
        let session = host.session
        let (refused, later) = try await host.serving { server in
            var readers = try (0..<2).map { _ in try self.follow(server) }
            for reader in readers { _ = try reader.read(until: "retry: 2000\n\n\r\n") }
            let refused = try server.get("/api/v1/events")
            readers = []
            try waitUntil("the places to be given back") {
                _ = session.tell(.targetLive, "noticed by writing")
                return try server.get("/metrics").body.contains("\nsplitcast_http_event_streams 0\n")
            }
            return (refused, try self.follow(server).read(until: "retry: 2000\n\n\r\n"))
        }
        #expect(refused.status == 503 && refused.headers["retry-after"] == "5" && refused.headers["content-type"] == "application/problem+json")
        #expect(later.contains("200 OK"))
    }
}
