import Platform

/// What waits to be shown: of each subject the newest, and none more often than every few seconds. A value.
struct NotificationQueue: Sendable {
    static let pause = Duration.seconds(5)
    static let mostSubjects = 16

    private var waiting: [DesktopNotification] = []
    private var shownAt: [String: MediaTime] = [:]

    mutating func add(_ notification: DesktopNotification) {
        if let index = waiting.firstIndex(where: { $0.subject == notification.subject }) {
            waiting[index] = notification
        } else if waiting.count < Self.mostSubjects {
            waiting.append(notification)
        }
    }

    /// What is to be shown now; `nil` for nothing.
    mutating func next(at now: MediaTime) -> DesktopNotification? {
        shownAt = shownAt.filter { now - $0.value < Self.pause }
        guard let index = waiting.firstIndex(where: { shownAt[$0.subject] == nil }) else { return nil }
        let next = waiting.remove(at: index)
        shownAt[next.subject] = now
        return next
    }

    /// When there may be something to show; `nil` while nothing waits.
    var nextTime: MediaTime? { waiting.compactMap { shownAt[$0.subject].map { $0 + Self.pause } ?? .zero }.min() }

    mutating func clear() { waiting = [] }
}
