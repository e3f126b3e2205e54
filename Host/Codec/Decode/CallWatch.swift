public import Platform
import Synchronization

/// What libavformat asks, some ten times a second, whether to give up what it is about. Any thread.
public final class CallWatch: Sendable {
    private let deadline = Atomic<Int64>(.max)
    private let last = Atomic<Int64>(.max)

    public init() {}

    /// The call under way, or the next one, gives up at `time`.
    public func expire(at time: MediaTime) { deadline.store(time.nanoseconds, ordering: .relaxed) }

    /// The call under way and all to come give up at `time`, whatever their own deadline.
    public func end(by time: MediaTime) { last.min(time.nanoseconds, ordering: .relaxed) }

    public var hasExpired: Bool {
        MediaTime.now().nanoseconds > min(deadline.load(ordering: .relaxed), last.load(ordering: .relaxed))
    }
}
