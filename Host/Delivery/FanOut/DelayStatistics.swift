import Synchronization

/// The last delays of something, and what they amount to. One thread records, any thread reads.
public final class DelayStatistics: Sendable {
    public struct Summary: Sendable, Hashable {
        public let count: Int
        public let median: Duration
        public let percentile95: Duration
        public let longest: Duration
    }

    private struct Recent {
        var delays: [Int64]
        var count = 0
    }

    private let recent: Mutex<Recent>

    /// - Parameter size: delays remembered.
    public init(size: Int = 512) { recent = Mutex(Recent(delays: Array(repeating: 0, count: size))) }

    /// Neither waits nor allocates: while someone reads, a delay is let go.
    public func record(_ delay: Duration) {
        _ = recent.withLockIfAvailable {
            $0.delays[$0.count % $0.delays.count] = delay.inNanoseconds
            $0.count += 1
        }
    }

    /// Over the delays remembered; `nil` before the first.
    public var summary: Summary? {
        let recent = recent.withLock { $0 }
        let sorted = recent.delays.prefix(recent.count).sorted()
        guard let longest = sorted.last else { return nil }
        return Summary(
            count: recent.count, median: .nanoseconds(sorted[sorted.count / 2]),
            percentile95: .nanoseconds(sorted[sorted.count * 95 / 100]), longest: .nanoseconds(longest))
    }
}
