import AppGroup
import Delivery

/// Tells from a target's status what has happened since the status before: each step once and in its order, also those between
/// two looks. A value.
struct TargetWatch: Sendable {
    /// What is looked at.
    struct Look: Hashable, Sendable {
        var state = TargetState.idle
        var reconnects = 0
        var lastError: DeliveryError?
    }

    private var seen: [Int: Look] = [:]

    /// - Parameters:
    ///   - id: of the target.
    ///   - retryInterval: between the end of an attempt and the next.
    mutating func news(of id: Int, _ now: Look, retryInterval: Duration) -> [TargetNews] {
        let before = seen.updateValue(now, forKey: id)
        var news: [TargetNews] = before == nil ? [.added] : []
        let old = before ?? Look()
        var from = old.state
        // Lost, and there again before anybody looked.
        if now.reconnects > old.reconnects, from != .reconnecting, from != .idle {
            news += Self.loss(now.lastError)
            from = .reconnecting
        }
        guard now.state != from else {
            // Another attempt failed for another reason.
            if now.state == .reconnecting, now.lastError != old.lastError { news += Self.loss(now.lastError) }
            return news
        }
        if from == .idle, now.state != .connecting, now.state != .closed { news.append(.connecting) }
        switch now.state {
        case .idle: break
        case .connecting: news.append(.connecting)
        case .connected: news += steps(from: from, to: .connected)
        case .live: news += steps(from: from, to: .live)
        case .reconnecting:
            news += Self.loss(now.lastError)
            news.append(.retry(number: 1, most: nil, delay: retryInterval))
        case .failed: if let error = now.lastError { news.append(TargetNews(final: error)) }
        case .closed: news.append(.closed)
        }
        return news
    }

    /// What lies on the way up.
    private func steps(from: TargetState, to: TargetState) -> [TargetNews] {
        (from == .connected ? [] : [.connected]) + (to == .live ? [.firstFrameSent, .live] : [])
    }

    private static func loss(_ error: DeliveryError?) -> [TargetNews] {
        guard let error else { return [] }
        return (error.code == .timedOut ? [.sendTimedOut(error)] : []) + [.connectionLost(error)]
    }
}

extension TargetWatch.Look {
    init(_ status: TargetStatus) { self.init(state: status.state, reconnects: status.reconnects, lastError: status.lastError) }
}
