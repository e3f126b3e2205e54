import Platform
import Session

/// Keeps the service manager informed while a broadcast runs: a line of status, and that it still works.
struct ServiceWatch: Sendable {
    private static let usualInterval = Duration.seconds(5)

    let notifier: ServiceNotifier

    /// A watchdog wants to hear twice in its time, as sd_watchdog_enabled(3) advises.
    var interval: Duration { min(Self.usualInterval, notifier.watchdog.map { $0 / 2 } ?? Self.usualInterval) }

    /// Until the task is cancelled. A session that does not answer is not said to work: the watchdog ends it then.
    func run(_ status: @escaping @Sendable () -> SessionStatus) async {
        notifier.ready(StatusLine.text(status(), columns: Self.columns))
        while !Task.isCancelled {
            try? await Task.sleep(for: interval)  // cancelled is how it ends
            guard !Task.isCancelled else { return }
            let now = status()
            notifier.status(StatusLine.text(now, columns: Self.columns))
            if notifier.watchdog != nil { notifier.keepAlive() }
        }
    }

    private static let columns = 120
}
