import Fixtures
import Platform
import Synchronization

/// What the threads of a storm tell each other.
final class StormState: Sendable {
    private let deeds = Mutex<[StormDeed]>([])
    private let failure = Mutex<(any Error)?>(nil)
    private let hasEnded = Atomic<Bool>(false)
    private let isInterrupted: @Sendable () -> Bool

    init(isInterrupted: @escaping @Sendable () -> Bool) { self.isInterrupted = isInterrupted }

    func add(_ deed: StormDeed) { deeds.withLock { $0.append(deed) } }

    var all: [StormDeed] { deeds.withLock { $0 } }

    /// Ends the storm; the first error counts.
    func fail(_ error: any Error) {
        failure.withLock { $0 = $0 ?? error }
        end()
    }

    func end() { hasEnded.store(true, ordering: .releasing) }

    /// Throws what went wrong on any thread.
    func check() throws {
        if let error = failure.withLock({ $0 }) { throw error }
        if isInterrupted() { throw StormScenario.Interruption() }
    }

    var isOver: Bool { hasEnded.load(ordering: .acquiring) || isInterrupted() }

    /// Waits for a moment; false when the storm ended before.
    func wait(until time: MediaTime) -> Bool {
        while !isOver {
            let left = time - .now()
            guard left > .zero else { return true }
            letRun(for: min(left, .milliseconds(50)))
        }
        return false
    }

    /// A thread of the storm; its error ends the storm.
    func worker(_ name: String, _ body: @escaping @Sendable () throws -> Void) throws -> Worker {
        try Worker(name: name) { [self] in
            do { try body() } catch { fail(error) }
        }
    }
}
