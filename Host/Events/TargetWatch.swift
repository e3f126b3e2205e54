package import Delivery
package import Platform

/// Tells from a target's status what has happened since the status before: each step once and in its order, also those between
/// two looks. A value.
package struct TargetWatch: Sendable {
    /// What is looked at.
    package struct Look: Hashable, Sendable {
        var state = TargetState.idle
        var reconnects = 0
        /// Connections that broke and attempts that failed.
        var losses = 0
        /// Since media was last sent.
        var failedAttempts = 0
        /// Until the next attempt, while it waits for one.
        var delay: Duration?
        var lastError: DeliveryError?
        var isUnchecked = false
        var freshAddresses = 0
        var hookFailures = 0
        var hookError: DeliveryError?
    }

    /// By the target's number: a fresh address may have changed how it is called.
    private var seen: [Int: (subject: TargetSubject, look: Look)] = [:]
    /// How many attempts a target has after a loss; `nil`: without end.
    package var mostRetries: Int?

    package init() {}

    package mutating func changes(of subject: TargetSubject, _ now: Look) -> [TargetEvent] {
        let before = seen.updateValue((subject, now), forKey: subject.id)?.look
        let old = before ?? Look()
        var changes: [TargetEvent] = before == nil ? [.added] : []
        var from = old.state
        // There again before anybody looked: after a loss, or since it was told to connect anew.
        if now.reconnects > old.reconnects, old.state.isConnected {
            changes += now.losses > old.losses ? Self.loss(now.lastError) : [.connecting]
            from = .reconnecting
        }
        if from == .paused, now.state != .paused, now.state != .closed { changes.append(.resumed) }
        // A recording that was paused stays open; anything else connects.
        let connects = from == .idle || from == .failed || from == .paused && now.state == .reconnecting
        if connects, now.state != from, ![.connecting, .closed, .paused].contains(now.state) { changes.append(.connecting) }
        changes += steps(from: from, old, to: now)
        // Asked for before the connection came about.
        changes.insert(contentsOf: Self.hook(old, now), at: changes.firstIndex(of: .connected) ?? changes.endIndex)
        // With each connection anew.
        return changes.flatMap { $0 == .connected && now.isUnchecked ? [$0, .unchecked] : [$0] }
    }

    private func steps(from: TargetState, _ old: Look, to now: Look) -> [TargetEvent] {
        guard now.state != from else {
            guard now.state == .reconnecting, now.failedAttempts != old.failedAttempts || now.lastError != old.lastError else { return [] }
            // Another attempt failed, for the same reason or another.
            return (now.lastError == old.lastError ? [] : Self.loss(now.lastError)) + retry(now)
        }
        switch now.state {
        case .idle: return []
        case .connecting: return [.connecting]
        case .connected: return [.connected]
        case .live: return (from == .connected ? [] : [.connected]) + [.firstFrameSent, .live]
        case .reconnecting: return Self.loss(now.lastError) + retry(now)
        case .paused: return [.paused]
        case .failed: return now.lastError.map { [Self.end($0, now.failedAttempts)] } ?? []
        case .closed: return [.closed]
        }
    }

    /// Those that do not belong to the broadcast any more.
    package mutating func gone(present ids: [Int]) -> [(TargetSubject, TargetEvent)] {
        let gone = seen.filter { !ids.contains($0.key) }.sorted { $0.key < $1.key }
        for (id, _) in gone { seen[id] = nil }
        return gone.map { ($0.value.subject, .removed) }
    }

    private static func hook(_ old: Look, _ now: Look) -> [TargetEvent] {
        let failure = now.hookFailures > old.hookFailures ? now.hookError.map { [TargetEvent.hookFailed($0)] } ?? [] : []
        return failure + (now.freshAddresses > old.freshAddresses ? [.freshAddress] : [])
    }

    private func retry(_ now: Look) -> [TargetEvent] {
        guard let delay = now.delay else { return [] }
        return [.retry(number: max(1, now.failedAttempts), most: mostRetries, delay: delay)]
    }

    private static func loss(_ error: DeliveryError?) -> [TargetEvent] {
        guard let error else { return [] }
        return (error.code == .timedOut ? [.sendTimedOut(error)] : []) + [.connectionLost(error)]
    }

    /// An end for a reason that another attempt might have helped against is one for want of attempts.
    private static func end(_ error: DeliveryError, _ attempts: Int) -> TargetEvent {
        error.isRetriable && attempts > 1 ? .gaveUp(attempts: attempts, error) : TargetEvent(final: error)
    }
}

extension TargetWatch.Look {
    package init(_ status: TargetStatus, at now: MediaTime) {
        self.init(
            state: status.state, reconnects: status.reconnects, losses: status.losses, failedAttempts: status.failedAttempts,
            delay: status.nextAttempt.map { max(.zero, $0 - now) }, lastError: status.lastError, isUnchecked: status.isUnchecked,
            freshAddresses: status.freshAddresses, hookFailures: status.hookFailures, hookError: status.hookError)
    }
}
