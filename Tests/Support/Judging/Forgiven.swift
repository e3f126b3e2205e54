import Synchronization

/// Whether a failure was put down to the machine.
final class Forgiven: Sendable {
    private let flag = Atomic<Bool>(false)
    func note() { flag.store(true, ordering: .relaxed) }
    var isNoted: Bool { flag.load(ordering: .relaxed) }
}
