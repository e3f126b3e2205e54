import Synchronization
import Testing

@testable import Judging

/// What the trait makes of the rule: how often a body is run, and what is recorded.
@Suite struct RerunWhenLateTests {
    private struct FakeWatch: ProcessorWatch {
        let worst: Duration?
        func start() {}
        func stop() {}
    }

    /// Runs `body`, which is given the number of its run, under `RerunWhenLate`. Issues that it leaves are counted, not failed.
    private func run(
        stall: Duration?, _ body: @escaping @Sendable (Int) throws -> Void
    ) async -> (runs: Int, excuses: [String], issues: Int) {
        let runs = Mutex(0)
        let issues = Mutex(0)
        let excuses = Mutex<[String]>([])
        do {
            try await withKnownIssue("its own", isIntermittent: true) {
                try await RerunWhenLate.run(makeWatch: { FakeWatch(worst: stall) }, excuse: { reason in excuses.withLock { $0.append(reason) } }) {
                    let number = runs.withLock { runs in
                        runs += 1
                        return runs
                    }
                    try body(number)
                }
            } matching: { _ in
                issues.withLock { $0 += 1 }
                return true
            }
        } catch { issues.withLock { $0 += 1 } }
        return (runs.withLock { $0 }, excuses.withLock { $0 }, issues.withLock { $0 })
    }

    @Test func aTestThatIsInTimeIsRunOnce() async {
        let result = await run(stall: .seconds(1)) { _ in expectInTime(true, "in time") }
        #expect(result.runs == 1 && result.issues == 0 && result.excuses.isEmpty)
    }

    @Test func aLatenessWithoutAStallFails() async {
        let result = await run(stall: .zero) { _ in expectInTime(false, "late") }
        #expect(result.runs == 1 && result.issues == 1 && result.excuses.isEmpty)
    }

    @Test func aLatenessBesideAStallIsRunAgainAndHasToBeInTimeThen() async {
        let result = await run(stall: .milliseconds(30)) { number in expectInTime(number == 2, "late") }
        #expect(result.runs == 2 && result.issues == 0)
        #expect(result.excuses == ["attempt 1: a processor was away for 30 ms: late"])
    }

    @Test func theThirdLatenessBesideAStallFails() async {
        let result = await run(stall: .seconds(1)) { _ in
            expectInTime(false, "late")
            expectInTime(false, "late too")
        }
        #expect(result.runs == 3 && result.issues == 2 && result.excuses.count == 2)
    }

    @Test func anyOtherFailureBesideAStallFailsAtOnceWithAllThatWasLate() async {
        let result = await run(stall: .seconds(1)) { _ in
            expectInTime(false, "late")
            Issue.record("a frame is lost")
        }
        #expect(result.runs == 1 && result.issues == 2 && result.excuses.isEmpty)
    }

    @Test func anErrorBesideAStallFailsAtOnce() async {
        struct Broken: Error {}
        let result = await run(stall: .seconds(1)) { _ in
            expectInTime(false, "late")
            throw Broken()
        }
        #expect(result.runs == 1 && result.issues == 2 && result.excuses.isEmpty)
    }

    @Test func aFailureInTheSecondRunFails() async {
        let result = await run(stall: .seconds(1)) { number in
            expectInTime(number > 1, "late")
            if number == 2 { Issue.record("a frame is lost") }
        }
        #expect(result.runs == 2 && result.issues == 1)
    }

    @Test func theLineOfARerunNamesTheTest() {
        let line = ExcuseFile.line(test: "EndToEndTests.PageTests/opens(kind:)/PageTests.swift:10:6", reason: "late:\n\tby 3 ms")
        #expect(line == "PageTests/opens\tlate:  by 3 ms\n")
    }
}
