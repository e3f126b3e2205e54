package import Platform
package import Protocols

extension DeliveryError {
    /// What kept a connection from coming about, before anything was said on it.
    package init(reaching error: NetworkError, for url: TargetURL) {
        let code: Code =
            switch error.code {
            case .noSuchHost, .resolve, .unreachable, .ended, .lost, .system: .unreachable
            case .refused: .refused
            case .timedOut, .cancelled: .timedOut
            case .badAuthorities, .certificate: .certificate
            case .tls: .rejected
            }
        self.init(code, "\(url): \(url.masking(error.message))", cause: error)
    }

    /// What ended a connection that had worked.
    package init(sending error: NetworkError, to url: TargetURL) {
        switch error.code {
        case .timedOut: self.init(.timedOut, "\(url): the server accepts no more data: the link is too slow or cut", cause: error)
        case .cancelled: self.init(.lost, "\(url): broken off as asked", cause: error)
        case .ended: self.init(.lost, "\(url): the server hung up", cause: error)
        default: self.init(.lost, "\(url): \(url.masking(error.message))", cause: error)
        }
    }
}
