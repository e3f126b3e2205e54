import AppGroup
import Delivery

/// Tells from a target's status what has happened since the status before: each step once and in its order, also those between
/// two looks. A value.
struct TargetWatch: Sendable {
    private struct Seen: Sendable {
        var state = TargetState.idle
        var reconnects = 0
        var lastError: DeliveryError?
    }

    private var seen: [Int: Seen] = [:]

    /// - Parameter retryInterval: between the end of an attempt and the next.
    mutating func news(_ status: TargetStatus, retryInterval: Duration) -> [TargetNews] {
        let before = seen[status.id]
        seen[status.id] = Seen(state: status.state, reconnects: status.reconnects, lastError: status.lastError)
        var news: [TargetNews] = before == nil ? [.added] : []
        let old = before ?? Seen()
        var from = old.state
        // Lost, and there again before anybody looked: or there for the first time.
        if status.reconnects > old.reconnects, from != .reconnecting, from != .idle {
            news += Self.loss(status.lastError)
            from = .reconnecting
        }
        guard status.state != from else {
            // Another attempt failed for another reason.
            if status.state == .reconnecting, status.lastError != old.lastError { news += Self.loss(status.lastError) }
            return news
        }
        switch status.state {
        case .idle: break
        case .connecting: news.append(.connecting)
        case .connected: news += steps(from: from, to: .connected)
        case .live: news += steps(from: from, to: .live)
        case .reconnecting:
            news += Self.loss(status.lastError)
            news.append(.retry(number: 1, most: nil, delay: retryInterval))
        case .failed: if let error = status.lastError { news.append(TargetNews(final: error)) }
        case .closed: news.append(.closed)
        }
        return news
    }

    /// What lies on the way up.
    private func steps(from: TargetState, to: TargetState) -> [TargetNews] {
        var news: [TargetNews] = from == .idle ? [.connecting] : []
        if from != .connected { news.append(.connected) }
        if to == .live { news += [.firstFrameSent, .live] }
        return news
    }

    private static func loss(_ error: DeliveryError?) -> [TargetNews] {
        guard let error else { return [] }
        return (error.code == .timedOut ? [.sendTimedOut(error)] : []) + [.connectionLost(error)]
    }
}
