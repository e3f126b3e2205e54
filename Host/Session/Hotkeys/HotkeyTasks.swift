import Platform
import Synchronization

/// What hotkeys asked for and may take a while, one after the other on a thread of its own.
final class HotkeyTasks: Sendable {
    private let mostWaiting: Int
    private let wakeup: Wakeup
    private let waiting = Mutex<[@Sendable () -> Void]>([])
    private let isStopping = Atomic<Bool>(false)

    init(mostWaiting: Int) throws(SystemError) { (self.mostWaiting, wakeup) = (mostWaiting, try Wakeup()) }

    /// Any thread. False where too many wait.
    func add(_ task: @escaping @Sendable () -> Void) -> Bool {
        let isTaken = waiting.withLock { waiting in
            guard waiting.count < mostWaiting else { return false }
            waiting.append(task)
            return true
        }
        wakeup.signal()
        return isTaken
    }

    /// Has `run` return when nothing waits any more.
    func stop() {
        isStopping.store(true, ordering: .releasing)
        wakeup.signal()
    }

    /// The thread's body.
    @available(*, noasync)
    func run() {
        while true {
            while let next = waiting.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { next() }
            if isStopping.load(ordering: .acquiring), waiting.withLock({ $0.isEmpty }) { return }
            _ = wakeup.wait()
        }
    }
}
