package import Delivery

/// What happens to a target, from being added to being closed.
package enum TargetEvent: Hashable, Sendable {
    case added, removed, connecting
    /// The server has accepted; nothing was sent yet.
    case connected
    /// The connection is encrypted, but it is not known to whom: any certificate is taken, as asked.
    case unchecked
    case firstFrameSent
    /// Connected, and media was really sent.
    case live
    /// More waits to be sent than the link takes: the bit rate was lowered, or pictures are dropped. Still sending.
    case networkPoor(queued: Duration, bitsPerSecond: Int)
    case networkRecovered(bitsPerSecond: Int)
    /// Its link is slower than that of the target that the bit rate follows: of the picture it gets key frames alone.
    case keyframesOnly
    case allFrames
    /// The server took nothing for so long that it was left.
    case sendTimedOut(DeliveryError)
    case connectionLost(DeliveryError)
    /// The next attempt, `number` of `most` (`nil`: without end), begins after `delay`.
    case retry(number: Int, most: Int?, delay: Duration)
    /// The hook gave another address, which the next attempt uses.
    case freshAddress
    /// It gave none: the next attempt uses the one at hand.
    case hookFailed(DeliveryError)
    /// - Parameter attempts: those that failed in a row: the first, or the loss of the connection, and the retries after it.
    case gaveUp(attempts: Int, DeliveryError?)
    /// The address was good for some time only.
    case expired(DeliveryError)
    case rejected(Rejection, DeliveryError)
    /// Anything else that ends a target for good.
    case failed(DeliveryError)
    /// A recording that ends before the broadcast does; what is written plays.
    case recordingStopped(DeliveryError)
    case paused, resumed, closed

    package enum Rejection: String, Hashable, Sendable, CaseIterable { case badKey, busy, blocked, unknown }

    /// What a target that ended for good has to say, by its error.
    init(final error: DeliveryError) {
        switch error.code {
        case .expired: self = .expired(error)
        case .badKey: self = .rejected(.badKey, error)
        case .busy: self = .rejected(.busy, error)
        case .blocked: self = .rejected(.blocked, error)
        case .rejected: self = .rejected(.unknown, error)
        case .diskFull: self = .recordingStopped(error)
        case .badURL, .unreachable, .refused, .timedOut, .certificate, .lost, .notWritable, .exists, .taken, .unknownTarget, .notNow, .notAvailable,
            .media, .codec, .badSetting:
            self = .failed(error)
        }
    }
}
