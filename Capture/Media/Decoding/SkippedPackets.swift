import Platform
import Synchronization

/// What of a source was broken. Written by the thread that decodes, read by any.
final class SkippedPackets: Sendable {
    private let total = Atomic<Int>(0)
    private let newest = Atomic<Int64>(0)

    /// - Parameter position: of the last picture before it, counted from the source's start.
    func count(at position: Duration) {
        newest.store(position.inNanoseconds, ordering: .relaxed)
        total.add(1, ordering: .releasing)
    }

    /// How many there were, and where the newest one was.
    var tally: (total: Int, position: Duration) {
        let count = total.load(ordering: .acquiring)
        return (count, .nanoseconds(newest.load(ordering: .relaxed)))
    }
}
