import Events
import Platform
import Portal
import Synchronization

/// Tells the desktop's user of events, on a thread of its own. Any thread may hand it events, and does not wait.
final class Notifications: Sendable {
    private let events: Mutex<EventNotifications>
    private let notifier: DesktopNotifier
    private let worker = Mutex<Worker?>(nil)

    init(_ topics: Set<NotificationTopic>, sessionBus: String?) throws(SystemError) {
        events = Mutex(EventNotifications(topics))
        notifier = try DesktopNotifier(sessionBus: sessionBus)
    }

    func start() throws(SystemError) {
        let made = try Worker(name: "notify") { [notifier] in notifier.run() }
        worker.withLock { $0 = made }
    }

    func handle(_ event: SessionEvent) {
        if let notification = events.withLock({ $0.notification(for: event) }) { notifier.show(notification) }
    }

    @available(*, noasync)
    func stop() {
        notifier.stop()
        worker.withLock { $0 }?.join()
    }
}
