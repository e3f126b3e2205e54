package import Platform
package import Protocols

extension DeliveryError {
    /// A protocol's failure, told of a target. What the server said in it is a `Quotation`.
    package init(_ error: NetworkError, for url: TargetURL) {
        self.init(Code(error.code), "\(url): \(error.message)", cause: error)
    }
}

extension TargetURL {
    /// Carries out a step of a protocol; what it throws is told of this target.
    package func telling<Result>(_ step: () throws(NetworkError) -> Result) throws(DeliveryError) -> Result {
        do throws(NetworkError) { return try step() } catch { throw DeliveryError(error, for: self) }
    }
}

extension DeliveryErrorCode {
    init(_ code: NetworkErrorCode) {
        self =
            switch code {
            case .noSuchHost, .resolve, .unreachable, .system: .unreachable
            case .refused: .refused
            case .timedOut, .cancelled: .timedOut
            case .badAuthorities, .certificate: .certificate
            case .ended, .lost: .lost
            case .tls, .rejected: .rejected
            case .badKey: .badKey
            case .busy: .busy
            case .blocked: .blocked
            case .expired: .expired
            case .badAddress: .badURL
            case .media: .media
            case .codec: .codec
            }
    }
}
