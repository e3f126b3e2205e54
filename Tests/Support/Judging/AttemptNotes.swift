import Synchronization

/// What went wrong in one run of a test's body.
final class AttemptNotes: Sendable {
    @TaskLocal static var current: AttemptNotes?

    private let late = Mutex<[Lateness]>([])
    private let failures = Atomic<Int>(0)

    func add(_ lateness: Lateness) { late.withLock { $0.append(lateness) } }
    func addFailure() { failures.add(1, ordering: .relaxed) }

    var latenesses: [Lateness] { late.withLock { $0 } }
    var failureCount: Int { failures.load(ordering: .relaxed) }
}
