import Glibc
import Platform
public import Session

/// Waits until what was asked of the agents has happened, or has not.
public struct OperationWait: Sendable {
    /// Longer than a host gives itself for an operation, so that its own message about it comes first; only for the user's consent, and a
    /// desktop that stands still, it waits longer.
    public static let timeLimit = Duration.seconds(20)
    private static let pollMilliseconds: Int32 = 20
    /// After this long people want to know that it goes on.
    private static let quietTime = Duration.seconds(1)

    public let client: ControlClient

    public init(_ client: ControlClient) { self.client = client }

    /// Blocks the calling thread.
    /// - Parameter onProgress: called every 20 ms from a second on.
    /// - Returns: the operation at its end, done or failed.
    /// - Throws: `.notDone` after `timeLimit`, which does not end the operation; and what the client throws.
    @available(*, noasync)
    public func end(
        of begun: AgentOperation, timeLimit: Duration = Self.timeLimit, onProgress: (AgentOperation) -> Void
    ) throws(ControlError) -> AgentOperation {
        let start = MediaTime.now()
        var operation = begun
        while operation.state == .running {
            let waited = MediaTime.now() - start
            guard waited < timeLimit else {
                let about = operation.message.isEmpty ? "" : " (\(PlainText.of(operation.message)))"
                let remedy = "'splitcast agents --group \(client.directory.name)' shows how it ends"
                throw ControlError(.notDone, "the host is still busy after \(timeLimit)\(about) and goes on: \(remedy)")
            }
            if waited > Self.quietTime { onProgress(operation) }
            _ = poll(nil, 0, Self.pollMilliseconds)
            do throws(ControlError) { operation = try client.operation(begun.id) } catch {
                guard error.code == .noHost else { throw error }
                throw ControlError(.noHost, "the host in group '\(client.directory.name)' ended before this was done")
            }
        }
        return operation
    }
}
