import Platform
import Synchronization

/// What a line's owner tells its thread, and what the thread tells back.
final class LinkSwitch: Sendable {
    let wakeup: Wakeup
    private let stopping = Atomic<Bool>(false)
    private let breaking = Atomic<Bool>(false)
    private let begin = Mutex<MediaTime?>(nil)

    init() throws { wakeup = try Wakeup() }

    var isStopping: Bool { stopping.load(ordering: .acquiring) }

    func stop() {
        stopping.store(true, ordering: .releasing)
        wakeup.signal()
    }

    func breakConnections() {
        breaking.store(true, ordering: .releasing)
        wakeup.signal()
    }

    func takeBreak() -> Bool { breaking.exchange(false, ordering: .acquiringAndReleasing) }

    var start: MediaTime? {
        get { begin.withLock { $0 } }
        set { begin.withLock { $0 = newValue } }
    }
}
