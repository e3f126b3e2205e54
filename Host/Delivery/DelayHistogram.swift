import Platform
import Synchronization

/// All delays of something since the beginning, counted by how long they were, as Prometheus has histograms. Any thread records or reads;
/// none waits or allocates.
public final class DelayHistogram: @unchecked Sendable {
    // @unchecked: `buckets` points at atomics, made once.

    /// What was counted, at one moment.
    public struct Counts: Sendable, Hashable {
        /// For each of `limits`, how many delays were no longer.
        public let upTo: [UInt64]
        public let count: UInt64
        /// All of them together.
        public let sum: Duration

        public init(upTo: [UInt64], count: UInt64, sum: Duration) { (self.upTo, self.count, self.sum) = (upTo, count, sum) }
    }

    /// Where the buckets end, in milliseconds: about three to a decade, closer where a picture's time at 60 and 30 a second lies.
    public static let limits: [Int64] = [1, 2, 5, 10, 16, 33, 50, 100, 200, 500, 1000, 2000, 5000]
    private static let limitsInNanoseconds = limits.map { $0 * 1_000_000 }

    /// One for each limit, and one for what is longer.
    private let buckets: UnsafeMutablePointer<Atomic<UInt64>>
    private let nanoseconds = Atomic<UInt64>(0)

    public init() {
        buckets = .allocate(capacity: Self.limits.count + 1)
        for index in 0...Self.limits.count { (buckets + index).initialize(to: Atomic(0)) }
    }

    deinit {
        buckets.deinitialize(count: Self.limits.count + 1)
        buckets.deallocate()
    }

    /// A negative one counts as none.
    public func record(_ delay: Duration) {
        let length = max(0, delay.inNanoseconds)
        var index = 0
        while index < Self.limitsInNanoseconds.count, length > Self.limitsInNanoseconds[index] { index += 1 }
        buckets[index].wrappingAdd(1, ordering: .relaxed)
        nanoseconds.wrappingAdd(UInt64(length), ordering: .relaxed)
    }

    /// The count is that of its buckets, whatever is recorded meanwhile.
    public var counts: Counts {
        var (upTo, count) = ([UInt64](), UInt64(0))
        for index in 0...Self.limits.count {
            count += buckets[index].load(ordering: .relaxed)
            if index < Self.limits.count { upTo.append(count) }
        }
        return Counts(upTo: upTo, count: count, sum: .nanoseconds(Int64(clamping: nanoseconds.load(ordering: .relaxed))))
    }
}
