import Platform
import Testing

@testable import Delivery

@Suite struct DelayHistogramTests {
    private func counts(of delays: [Duration]) -> DelayHistogram.Counts {
        let histogram = DelayHistogram()
        for delay in delays { histogram.record(delay) }
        return histogram.counts
    }

    @Test func nothingIsCountedAtFirst() {
        #expect(counts(of: []) == .init(upTo: DelayHistogram.limits.map { _ in 0 }, count: 0, sum: .zero))
    }

    /// Prometheus' `le`: a delay that is as long as a limit is within it.
    @Test(arguments: DelayHistogram.limits.indices) func aLimitIsPartOfItsBucket(index: Int) {
        let limit = Duration.milliseconds(DelayHistogram.limits[index])
        let (at, above) = (counts(of: [limit]), counts(of: [limit + .nanoseconds(1)]))
        #expect(at.upTo == DelayHistogram.limits.indices.map { $0 >= index ? 1 : 0 })
        #expect(above.upTo == DelayHistogram.limits.indices.map { $0 > index ? 1 : 0 })
        #expect(at.count == 1 && above.count == 1 && above.sum == limit + .nanoseconds(1))
    }

    @Test func eachBucketHasThoseBeforeIt() {
        let counts = counts(of: [.zero, .milliseconds(3), .milliseconds(3), .milliseconds(40), .seconds(4), .seconds(60)])
        let limits = DelayHistogram.limits
        func upTo(_ limit: Int64) -> UInt64? { limits.firstIndex(of: limit).map { counts.upTo[$0] } }
        #expect([upTo(1), upTo(2), upTo(5), upTo(33), upTo(50), upTo(2000), upTo(5000)] == [1, 1, 3, 3, 4, 4, 5])
        #expect(zip(counts.upTo, counts.upTo.dropFirst()).allSatisfy { $0 <= $1 })
        // The longest are in no bucket, and in the count and the sum.
        #expect(counts.count == 6 && counts.sum == .milliseconds(64_046))
    }

    /// A clock that was set back takes nothing from the sum, which never falls.
    @Test func aNegativeDelayCountsAsNone() {
        let counts = counts(of: [.milliseconds(-50), .milliseconds(2)])
        #expect(counts.upTo[0] == 1 && counts.count == 2 && counts.sum == .milliseconds(2))
    }

    @Test func noneIsLostWhereManyThreadsRecord() async {
        let histogram = DelayHistogram()
        await withTaskGroup(of: Void.self) { tasks in
            for thread in 0..<4 {
                tasks.addTask { for number in 0..<5000 { histogram.record(.milliseconds(Int64((thread + number) % 3))) } }
            }
            tasks.addTask {
                for _ in 0..<200 {
                    let counts = histogram.counts
                    #expect((counts.upTo.last ?? 0) == counts.count, "every delay is within the last limit")
                }
            }
        }
        #expect(histogram.counts.count == 20_000)
        #expect(histogram.counts.upTo[1] == 20_000 && (13_300...13_400).contains(histogram.counts.upTo[0]))
    }
}
