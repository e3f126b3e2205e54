import Glibc
import Platform
import Processors
import Testing

@testable import Judging

/// What the watch takes for a stall of the machine, and what it does not.
@Suite(.serialized) struct StallWatchTests {
    /// Threads of such a priority take root or RLIMIT_RTPRIO.
    static let isPossible: Bool = {
        let watch = StallWatch()
        watch.start()
        watch.stop()
        return watch.worst != nil
    }()

    private static let span = Duration.milliseconds(300)

    /// The longest stall that is seen while one thread per processor computes without a pause.
    private func worst(beside prepare: @escaping @Sendable () -> Void) throws -> Duration? {
        var processors = [Int32](repeating: 0, count: 1024)
        let count = Int(processors_usable(&processors, Int32(processors.count)))
        let watch = StallWatch()
        watch.start()
        let hogs = try processors.prefix(count).map { processor in
            try Worker(name: "hog") {
                _ = processors_stay_on(processor)
                prepare()
                let end = MediaTime.now() + Self.span
                while MediaTime.now() < end {}
            }
        }
        for hog in hogs { hog.join() }
        watch.stop()
        return watch.worst
    }

    @Test(.enabled(if: isPossible)) func aThreadThatRunsBeforeTheWatchIsAStall() throws {
        let stall = try #require(try worst { _ = processors_run_first(StallWatch.priority + 5) })
        #expect(stall > Self.span / 2, "\(stall)")
    }

    @Test(.enabled(if: isPossible)) func aBusyThreadOfTheProductIsNone() throws {
        // Half of the time that it computes: the machine's own stalls are shorter.
        let stall = try #require(
            try worst {
                let urgency = Urgency.claim()
                if urgency != .realTime { Issue.record("\(urgency)") }
            })
        #expect(stall < Self.span / 2, "\(stall)")
    }

    @Test func withoutThePriorityNothingIsKnown() {
        let watch = StallWatch(priority: 0)
        watch.start()
        watch.stop()
        #expect(watch.worst == nil)
    }
}
