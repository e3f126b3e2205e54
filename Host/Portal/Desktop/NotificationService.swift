import Glibc
import Platform

/// One connection to a bus on which the desktop shows notifications. One thread.
final class NotificationService {
    /// Without an answer for so long the service hangs.
    private static let patience = Duration.seconds(10)
    private static let mostUnanswered = 8

    private let bus: SessionBus
    private let hello: UInt32
    private var isGreeted = false
    /// Until the bus has greeted.
    private var early: [DesktopNotification] = []
    private var unanswered: [UInt32: (subject: String, at: MediaTime)] = [:]
    /// The numbers that the service gave, by subject.
    private var shown: [String: UInt32] = [:]
    private let begun: MediaTime

    init(_ address: String, at now: MediaTime) throws(BusProblem) {
        (bus, begun) = (try SessionBus(address: address), now)
        hello = bus.send(.bus("Hello"))
    }

    var interest: pollfd { bus.interest }

    /// When it hangs if no answer has come; `nil` while none is waited for.
    var deadline: MediaTime? {
        let oldest = isGreeted ? unanswered.values.map(\.at).min() : begun
        return oldest.map { $0 + Self.patience }
    }

    func show(_ notification: DesktopNotification, at now: MediaTime) {
        guard isGreeted else {
            if early.count < NotificationQueue.mostSubjects { early.append(notification) }
            return
        }
        guard unanswered.count < Self.mostUnanswered else { return }
        let serial = bus.send(DesktopNames.notify(notification, replacing: shown[notification.subject] ?? 0))
        if serial != 0 { unanswered[serial] = (notification.subject, now) }
    }

    /// Reads and writes what poll(2) found possible.
    ///
    /// - Returns: false when there is no service, or no bus any more.
    func handle(_ events: Int16, at now: MediaTime) -> Bool {
        guard bus.handle(events) else { return false }
        while let message = bus.next() {
            guard case .answer(let serial, let reply) = message.content else { continue }
            guard case .values(let values, _) = reply else { return false }
            if serial == hello {
                guard let name = values.first?.text, bus.setName(name) else { return false }
                isGreeted = true
                for notification in early { show(notification, at: now) }
                early = []
            } else if let subject = unanswered.removeValue(forKey: serial)?.subject, let number = values.first?.number {
                if shown.count > 256 { shown = [:] }
                shown[subject] = UInt32(clamping: number)
            }
        }
        return true
    }
}
