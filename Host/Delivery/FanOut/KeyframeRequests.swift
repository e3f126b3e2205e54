public import Platform
import Synchronization

/// Requests for a key frame, from any thread, put together for the encode thread: at most one per `interval` is granted.
public final class KeyframeRequests: Sendable {
    public static let interval: Duration = .milliseconds(500)
    private let isWanted = Atomic<Bool>(false)
    /// Of the last key frame the encoder made. The encode thread only writes it.
    private let last = Atomic<Int64>(.min)
    private let wake: @Sendable () -> Void

    /// - Parameter wake: called on the asking thread, so that an encoder waiting for something new need not be waited for.
    public init(wake: @escaping @Sendable () -> Void = {}) { self.wake = wake }

    /// Any thread; does not block.
    public func request() {
        // SYNC POINT keyframe-wanted
        guard !isWanted.exchange(true, ordering: .acquiringAndReleasing) else { return }
        wake()
    }

    /// Encode thread, before each picture: whether this one shall be a key frame. A request that comes too early stays.
    public func take(at now: MediaTime) -> Bool {
        // SYNC POINT keyframe-wanted
        guard isDue(at: now) else { return false }
        isWanted.store(false, ordering: .releasing)
        self.last.store(now.nanoseconds, ordering: .relaxed)
        return true
    }

    /// Any thread: whether a request waits that `take` would grant at `now`.
    public func isDue(at now: MediaTime) -> Bool {
        // SYNC POINT keyframe-wanted
        guard isWanted.load(ordering: .acquiring) else { return false }
        let last = last.load(ordering: .relaxed)
        return last == .min || now.nanoseconds - last >= Self.interval.inNanoseconds
    }
}
