import Control
import Logging
import Platform
public import Session

extension TestGroup {
    /// Runs `body` on a thread of its own while a control server answers for `session`.
    public func serving<Answer: Sendable>(
        _ session: any SessionControl, _ body: @escaping @Sendable () throws -> Answer
    ) async throws -> Answer {
        let server = try ControlServer(in: directory, session: session, log: Logger(label: "test"))
        return try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await server.run() }
            let answer = try await Worker.run(name: "client") { Result { try body() } }
            tasks.cancelAll()
            return try answer.get()
        }
    }
}
