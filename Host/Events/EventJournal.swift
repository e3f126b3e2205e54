package import Logging
package import Platform
import Synchronization

/// The one place where events are made: numbers them, keeps the last hour, writes the log, tells who listens. Any thread
/// but real-time ones.
package final class EventJournal: Sendable {
    static let keptFor = Duration.seconds(3600)
    /// However much happens in an hour.
    static let mostKept = 4096
    /// Of one text. Lower layers quote what servers and libraries say.
    static let longestText = 600

    package typealias Listener = @Sendable (SessionEvent) -> Void

    private struct Kept {
        var events: [(at: MediaTime, event: SessionEvent)] = []
        var newest = 0
        var listener: Listener?
    }

    private let log: Logger
    private let kept = Mutex(Kept())

    package init(log: Logger) { self.log = log }

    /// Tells it: to the log, to the listener, and to those who ask later. Waits for nothing but the log.
    package func note(_ changes: BroadcastEvent, at now: MediaTime = .now(), wall: WallClock = .now()) {
        let description = changes.description
        // All of it at once, so that numbers, log and listener have the same order.
        kept.withLock { kept in
            kept.newest += 1
            let event = SessionEvent(description, sequence: kept.newest, at: now, wall: wall)
            kept.events.append((now, event))
            Self.trim(&kept.events, at: now)
            log.log(level: (description.logSeverity ?? description.severity).level, "\(description.logText)")
            kept.listener?(event)
        }
    }

    /// What was told after number `sequence`, the oldest first.
    /// - Parameter most: 1 or more.
    package func events(since sequence: Int, most: Int, at now: MediaTime = .now()) -> EventPage {
        kept.withLock { kept in
            Self.trim(&kept.events, at: now)
            let oldest = kept.events.first?.event.sequence ?? kept.newest + 1
            let wanted = kept.events.drop { $0.event.sequence <= sequence }
            return EventPage(events: wanted.prefix(most).map { $0.event }, newest: kept.newest, oldest: oldest)
        }
    }

    /// From now on called with each event, in order, on the thread that tells it, one at a time; must not wait, nor tell anything.
    package func listen(_ listener: Listener?) { kept.withLock { $0.listener = listener } }

    private static func trim(_ events: inout [(at: MediaTime, event: SessionEvent)], at now: MediaTime) {
        let surplus = events.count - mostKept
        let old = events.prefix { now - $0.at > keptFor }.count
        if max(surplus, old) > 0 { events.removeFirst(max(surplus, old)) }
    }
}

extension EventSeverity {
    var level: Logger.Level {
        switch self {
        case .detail: .debug
        case .info: .info
        case .warning: .warning
        case .error: .error
        }
    }
}
