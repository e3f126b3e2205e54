/// How a session ended.
public enum SessionEnd: Hashable, Sendable {
    /// Asked to, or its time was over: everything was sent, written and closed.
    case finished
    case failed(SessionError)
}
