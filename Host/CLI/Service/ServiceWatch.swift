import Platform
import Session

/// Keeps the service manager informed while a broadcast runs: a line of status, and that it still works.
struct ServiceWatch: Sendable {
    private static let usualInterval = Duration.seconds(5)
    /// A state that changes is told within so much.
    private static let look = Duration.seconds(1)

    let notifier: ServiceNotifier

    /// A watchdog wants to hear twice in its time, as sd_watchdog_enabled(3) advises.
    var interval: Duration { min(Self.usualInterval, notifier.watchdog.map { $0 / 2 } ?? Self.usualInterval) }

    /// Until the task is cancelled. A session that does not answer is not said to work: the watchdog ends it then.
    func run(_ status: @escaping @Sendable () -> SessionStatus) async {
        var told = status()
        notifier.ready(StatusLine.text(told, columns: Self.columns))
        var since = Duration.zero
        while !Task.isCancelled {
            let pause = min(Self.look, interval - since)
            try? await Task.sleep(for: pause)  // cancelled is how it ends
            guard !Task.isCancelled else { return }
            since += pause
            let now = status()
            guard since >= interval || now.state != told.state else { continue }
            (told, since) = (now, .zero)
            notifier.status(StatusLine.text(now, columns: Self.columns))
            if notifier.watchdog != nil { notifier.keepAlive() }
        }
    }

    private static let columns = 120
}
