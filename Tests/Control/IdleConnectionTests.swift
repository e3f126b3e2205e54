import ControlFixtures
import Fixtures
import Glibc
import Platform
import Testing

@testable import Control

/// The page among connections of other users on which nothing is said, or far too slowly.
@Suite(.serialized, .enabled(if: geteuid() == 0, "only root can be another user")) struct IdleConnectionTests {
    private func limits(_ most: Int) -> PageLimits {
        var limits = PageLimits()
        limits.mostConnections = most
        return limits
    }

    /// One that is kept open, as browsers do.
    private func kept(_ server: PageServer) throws -> RawConnection {
        let connection = try RawConnection(server.address)
        try ask(connection, server)
        return connection
    }

    private func ask(_ connection: RawConnection, _ server: PageServer) throws {
        try connection.send("GET /healthz HTTP/1.1\r\nHost: \(server.address)\r\n\r\n")
        _ = try connection.read(until: "ok\n")
    }

    @Test func twoThousandOfOneUserAreHeldToItsShareAndNoOneElseIsRefused() async throws {
        var host = ServedHost()
        host.limits = limits(2048)
        let session = host.session
        let (status, event, other) = try await host.serving { server in
            let kept = try self.kept(server)
            let follower = try RawConnection(server.address)
            try follower.send("GET /api/v1/events HTTP/1.1\r\nHost: \(server.address)\r\n\r\n")
            _ = try follower.read(until: "retry: 2000\n\n\r\n")
            let idle = try IdleConnections(to: server.address.port, count: 2000)
            let status = try server.get("/api/v1/status").status
            try waitUntil("the share to be all that is held: \(idle.held)") { idle.held == 256 }
            try self.ask(kept, server)
            _ = session.tell(.targetLive, "still followed")
            let event = try follower.read(until: "}\n\n\r\n")
            // It is told that it may not see the page, as without the others.
            let ask = "exec 3<>/dev/tcp/127.0.0.1/\(server.address.port); printf 'GET / HTTP/1.0\\r\\nHost: localhost\\r\\n\\r\\n' >&3; cat <&3"
            let other = try [65534, 65533].map { user in
                String(decoding: try runTool(["setpriv", "--reuid", "\(user)", "--clear-groups", "bash", "-c", ask]), as: UTF8.self)
            }
            return (status, event, other)
        }
        #expect(status == 200 && event.contains("still followed"))
        #expect(other.allSatisfy { $0.hasPrefix("HTTP/1.1 403 Forbidden\r\n") }, "\(other)")
    }

    @Test func whereAllAreInUseTheOwnersAreTheLastToGiveWay() async throws {
        var host = ServedHost()
        host.limits = limits(8)
        try await host.serving { server in
            let kept = try self.kept(server)
            let strangers = try (0..<5).map { try IdleConnections(to: server.address.port, count: 2, user: 65530 + $0) }
            try waitUntil("one of each surplus to be closed: \(strangers.map(\.held))") { strangers.reduce(0) { $0 + $1.held } == 7 }
            try self.ask(kept, server)
        }
    }

    /// A byte now and then is enough never to be idle.
    @Test(arguments: ["GET /healthz HTTP/1.1\r\nX: ", "POST /api/v1/requests/stop HTTP/1.1\r\nHost: localhost\r\nContent-Length: 60000\r\n\r\n"])
    func aRequestThatTricklesInIsNotWaitedFor(start: String) async throws {
        var host = ServedHost()
        host.limits.requestTime = .milliseconds(500)
        try await host.serving { server in
            let connection = try RawConnection(server.address)
            try connection.send(start)
            try waitUntil("the server to close the connection") { (try? connection.send("a")) == nil }  // which fails then
        }
    }

    /// Also what was accepted and is not served yet: NIO ends the program over a channel that was opened and is let go without an end.
    @Test func theServerEndsUnderConnectionsThatSayNothing() async throws {
        for _ in 0..<20 {
            let silent = try await ServedHost().serving { server in try (0..<100).map { _ in try RawConnection(server.address) } }
            let rest = try await Worker.run(name: "client") { Result { try silent.map { try $0.read(until: nil) } } }.get()
            #expect(rest == silent.map { _ in "" })
        }
    }
}
