import Synchronization

/// Counts what came. Any thread.
final class ByteMeter: Sendable {
    private let total = Atomic<Int>(0)

    var count: Int { total.load(ordering: .relaxed) }

    func add(_ bytes: Int) { total.add(bytes, ordering: .relaxed) }
}
