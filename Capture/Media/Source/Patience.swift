import Platform
import Synchronization

/// What libavformat asks, some ten times a second, whether to give up its current call. Any thread.
final class Patience: Sendable {
    private let deadline = Atomic<Int64>(.max)
    private let hasEnded = Atomic<Bool>(false)

    /// The call under way, or the next one, gives up at `time`.
    func expire(at time: MediaTime) { deadline.store(time.nanoseconds, ordering: .relaxed) }

    /// The call under way, and all to come, give up at once.
    func end() { hasEnded.store(true, ordering: .relaxed) }

    var isOver: Bool { hasEnded.load(ordering: .relaxed) || MediaTime.now().nanoseconds > deadline.load(ordering: .relaxed) }
}
