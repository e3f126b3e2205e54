package import Logging
package import Platform
import Synchronization

/// The one place where events are made: numbers them, keeps the last hour, writes the log, tells who listens. Any thread
/// but real-time ones.
///
/// Log and listener are told in the order of the numbers, by one thread at a time and without the lock: a thread that notes an event
/// meanwhile leaves it to that thread, and waits for neither.
package final class EventJournal: Sendable {
    static let keptFor = Duration.seconds(3600)
    /// However much happens in an hour.
    static let mostKept = 4096
    /// Of one text. Lower layers quote what servers and libraries say.
    static let longestText = 600

    package typealias Listener = @Sendable (SessionEvent) -> Void

    /// What log and listener are told of an event.
    private struct Telling {
        let event: SessionEvent
        let level: Logger.Level
        let logText: String
    }

    private struct Kept {
        var events: [(at: MediaTime, event: SessionEvent)] = []
        var newest = 0
        var listener: Listener?
        var untold: [Telling] = []
        /// Kept, but neither logged nor told to the listener, since too many waited.
        var leftOut = 0
        var isTelling = false
        var pacing = EventPacing()
    }

    private let log: Logger
    private let kept = Mutex(Kept())

    package init(log: Logger) { self.log = log }

    /// Tells it: to the log, to the listener, and to those who ask later.
    package func note(_ changes: BroadcastEvent, at now: MediaTime = .now(), wall: WallClock = .now()) {
        var description = changes.description
        let level = (description.logSeverity ?? description.severity).level
        let isPaced = if case .agent(let event) = changes { event.isByStranger } else { false }
        let isTeller = kept.withLock { kept in
            if isPaced {
                guard let leftOut = kept.pacing.admit(description.code, at: now) else { return false }
                if leftOut > 0 { description.text = "(\(leftOut) of these were left out) \(description.text)" }
            }
            kept.newest += 1
            let event = SessionEvent(description, sequence: kept.newest, at: now, wall: wall)
            kept.events.append((now, event))
            Self.trim(&kept.events, at: now)
            if kept.untold.count < Self.mostKept {
                kept.untold.append(Telling(event: event, level: level, logText: description.logText))
            } else {
                kept.leftOut += 1
            }
            defer { kept.isTelling = true }
            return !kept.isTelling
        }
        if isTeller { tellAll() }
    }

    private func tellAll() {
        while true {
            let (next, leftOut, listener) = kept.withLock { kept in
                defer { (kept.untold, kept.leftOut) = ([], 0) }
                if kept.untold.isEmpty { kept.isTelling = false }
                return (kept.untold, kept.leftOut, kept.listener)
            }
            if next.isEmpty { return }
            for telling in next {
                log.log(level: telling.level, "\(telling.logText)", metadata: telling.event.logMetadata)
                listener?(telling.event)
            }
            if leftOut > 0 { log.warning("\(leftOut) more events are not logged: 'splitcast events' has them") }
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

    /// From now on called with each event, in order, one at a time, on a thread that tells one; must not wait.
    package func listen(_ listener: Listener?) { kept.withLock { $0.listener = listener } }

    private static func trim(_ events: inout [(at: MediaTime, event: SessionEvent)], at now: MediaTime) {
        let surplus = events.count - mostKept
        let old = events.prefix { now - $0.at > keptFor }.count
        if max(surplus, old) > 0 { events.removeFirst(max(surplus, old)) }
    }
}

extension SessionEvent {
    /// For logs that have fields; lines for people say it in words.
    fileprivate var logMetadata: Logger.Metadata {
        var all: Logger.Metadata = ["event.code": "\(code)"]
        if let target { all["event.target"] = "\(target)" }
        if let agent { all["event.agent"] = "\(agent)" }
        return all
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
