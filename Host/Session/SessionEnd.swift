import Events

/// How a session ended.
public enum SessionEnd: Hashable, Sendable {
    /// Asked to, or its time was over: everything was sent, written and closed.
    case finished
    case failed(SessionError)
}

extension SessionPhaseEvent {
    init(_ end: SessionEnd) {
        switch end {
        case .finished: self = .ending
        case .failed(let error): self = .failing(code: error.code.rawValue, message: error.message)
        }
    }
}
