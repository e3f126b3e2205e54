import Synchronization

/// How many bytes of frame memory exist for one agent, or for all of them: counted from before they are made until they are the system's
/// again, however long an agent keeps their descriptors. Any thread.
final class MemoryAccount: Sendable {
    private let held = Atomic<Int>(0)
    private let whole: MemoryAccount?

    /// - Parameter whole: counts what is counted here, too.
    init(within whole: MemoryAccount? = nil) { self.whole = whole }

    var bytes: Int { held.load(ordering: .acquiring) }

    func add(_ bytes: Int) {
        held.wrappingAdd(bytes, ordering: .acquiringAndReleasing)
        whole?.add(bytes)
    }
}
