extension NetworkError {
    /// What kept a connection from coming about, before anything was said on it.
    package init(reaching error: NetworkError) {
        switch error.code {
        case .ended, .lost, .system: self.init(.unreachable, error.message, cause: error)
        case .cancelled: self.init(.timedOut, error.message, cause: error)
        default: self = error
        }
    }

    /// What ended a connection that had worked.
    init(sending error: NetworkError) {
        switch error.code {
        case .timedOut: self.init(.timedOut, "the server accepts no more data: the link is too slow or cut", cause: error)
        case .cancelled: self.init(.lost, "broken off as asked", cause: error)
        case .ended: self.init(.lost, "the server hung up", cause: error)
        default: self.init(.lost, error.message, cause: error)
        }
    }
}
