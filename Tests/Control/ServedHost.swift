import AppGroup
import ControlFixtures
import Fixtures
import Platform

@testable import Control

/// A page's server for a session that only remembers, while a test asks it.
struct ServedHost: Sendable {
    private let scratch = Scratch()
    var limits = PageLimits()
    var group: GroupDirectory?
    let session: FakeSession

    init(_ session: FakeSession = FakeSession()) { self.session = session }

    /// Runs `body` on a thread of its own meanwhile.
    func serving<Answer: Sendable>(_ body: @escaping @Sendable (PageServer) throws -> Answer) async throws -> Answer {
        let server = try PageServer(PageAddress("127.0.0.1:0"), limits, of: group)
        let directory = try scratch.directory("live")
        let (serving, signal) = AsyncStream.makeStream(of: Void.self)
        return try await withThrowingTaskGroup(of: Void.self) { [session] tasks in
            tasks.addTask { try await server.run(showing: session, directory: directory) { signal.yield() } }
            for await _ in serving { break }
            let answer = try await Worker.run(name: "client") { Result { try body(server) } }
            tasks.cancelAll()
            return try answer.get()
        }
    }
}

extension PageServer {
    func get(_ path: String, _ headers: [String] = []) throws -> HTTPAnswer { try HTTPAnswer(address, path, headers) }

    func post(_ name: String, _ body: String?, _ headers: [String] = ["Content-Type: application/json"]) throws -> HTTPAnswer {
        try HTTPAnswer(address, "/api/v1/requests/" + name, method: "POST", headers, body: body)
    }
}
