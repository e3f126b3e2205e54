import Glibc
public import Platform
import Synchronization

/// Has the desktop show its user lines, by the notification service on the session bus. It connects with the first one. Where there is no bus or
/// no service, or it hangs, nothing is shown, and it is tried again with one a minute later at the earliest.
public final class DesktopNotifier: Sendable {
    private static let retryInterval = Duration.seconds(60)

    private let address: String?
    private let wakeup: Wakeup
    private let isStopping = Atomic<Bool>(false)
    private let queue = Mutex(NotificationQueue())

    /// - Parameter sessionBus: its address; `nil` for the user's, if there is one.
    public init(sessionBus: String?) throws(SystemError) {
        address = sessionBus ?? BusAddress.current()
        wakeup = try Wakeup()
    }

    /// Any thread; does not wait.
    public func show(_ notification: DesktopNotification) {
        queue.withLock { $0.add(notification) }
        wakeup.signal()
    }

    /// Has `run` return soon. Any thread.
    public func stop() {
        isStopping.store(true, ordering: .releasing)
        wakeup.signal()
    }

    /// The thread's body.
    @available(*, noasync)
    public func run() {
        guard let address else { return }
        var service: NotificationService?
        var nextTry = MediaTime.zero
        while !isStopping.load(ordering: .acquiring) {
            let now = MediaTime.now()
            if now < nextTry { queue.withLock { $0.clear() } }
            while let next = queue.withLock({ $0.next(at: now) }) {
                do throws(BusProblem) {
                    if service == nil { service = try NotificationService(address, at: now) }
                    service?.show(next, at: now)
                } catch { nextTry = now + Self.retryInterval }
            }
            var entries = [
                pollfd(fd: wakeup.descriptor, events: Int16(POLLIN), revents: 0), service?.interest ?? pollfd(fd: -1, events: 0, revents: 0),
            ]
            let until = [service?.deadline, queue.withLock { $0.nextTime }].compactMap { $0 }.min()
            _ = entries.withUnsafeMutableBufferPointer { pollUntil(until, $0.baseAddress!, $0.count) }
            if entries[0].revents != 0 { wakeup.drain() }
            guard let used = service else { continue }
            let then = MediaTime.now()
            let isLate = used.deadline.map { then >= $0 } ?? false
            if !used.handle(entries[1].revents, at: then) || isLate { (service, nextTry) = (nil, then + Self.retryInterval) }
        }
    }
}
