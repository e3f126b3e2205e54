import Testing

@testable import Judging

/// A stall of the machine excuses lateness, and nothing else.
@Suite struct LatenessRuleTests {
    private static let stall = StallWatch.bearable + .milliseconds(1)

    private func decision(late: Int = 1, failures: Int = 0, stall: Duration?, number: Int = 1) -> LatenessRule.Decision {
        LatenessRule().decision(after: .init(lateCount: late, failureCount: failures, worstStall: stall), number: number)
    }

    @Test func latenessWithoutAStallFails() {
        #expect(decision(stall: .zero) == .fail)
        #expect(decision(stall: StallWatch.bearable) == .fail)
    }

    @Test func latenessBesideAStallIsRunAgain() {
        #expect(decision(stall: Self.stall) == .runAgain)
        #expect(decision(late: 7, stall: Self.stall, number: 2) == .runAgain)
    }

    @Test func anyOtherFailureBesideAStallFailsAtOnce() {
        #expect(decision(failures: 1, stall: .seconds(1)) == .fail)
        // What is not late has been recorded already, and is not run again either.
        #expect(decision(late: 0, failures: 1, stall: .seconds(1)) == .done)
    }

    @Test func theThirdLateAttemptFails() { #expect(decision(stall: .seconds(1), number: 3) == .fail) }

    @Test func nothingIsExcusedWhereStallsCannotBeSeen() { #expect(decision(stall: nil) == .fail) }

    @Test func whatIsInTimeIsRunOnce() { #expect(decision(late: 0, stall: .seconds(1)) == .done) }
}
