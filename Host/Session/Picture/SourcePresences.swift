import AppGroup
import Synchronization

/// Hands what the session knows of each source's live agent to the canvas's thread: states, no queue.
final class SourcePresences: Sendable {
    private let newest = Mutex<[SourceName: AgentPresence]>([:])

    func post(_ presence: AgentPresence, of source: SourceName) { newest.withLock { $0[source] = presence } }

    func remove(_ source: SourceName) { newest.withLock { $0[source] = nil } }

    /// `nil` before the first.
    func newest(of source: SourceName) -> AgentPresence? { newest.withLock { $0[source] } }
}
