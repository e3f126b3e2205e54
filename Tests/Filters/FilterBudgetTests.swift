import Platform
import Testing

@testable import Filters

/// Which filter is too slow.
@Suite struct FilterBudgetTests {
    @Test func halfOfTheIntervalIsForAllOfASource() {
        var budget = FilterBudget(interval: .milliseconds(40))
        for _ in 0..<20 { #expect(budget.note([(1, .milliseconds(12)), (2, .milliseconds(8))]) == nil) }
        #expect(budget.mean(of: 1) == .milliseconds(12))
        // Several pictures above it, and the one that takes most goes.
        var found: [Int] = []
        for _ in 0..<FilterBudget.pictures {
            if let slow = budget.note([(1, .milliseconds(12)), (2, .milliseconds(13))]) {
                found.append(slow.id)
                break
            }
        }
        #expect(found == [1] || found == [2])
    }

    @Test func onePictureIsNoReason() {
        var budget = FilterBudget(interval: .milliseconds(40))
        for picture in 0..<50 { #expect(budget.note([(1, .milliseconds(picture % 10 == 0 ? 60 : 10))]) == nil) }
    }

    /// What is said of it is what is known.
    @Test func oneThatIsLateCountsAsAnIntervalOfWhichNoOneIsTold() {
        var budget = FilterBudget(interval: .milliseconds(40))
        var slow: (id: Int, time: Duration)?
        for _ in 0..<FilterBudget.pictures { slow = budget.note([(1, .milliseconds(20))], late: [1]) }
        #expect(slow?.id == 1 && slow?.time == .milliseconds(20) && budget.isLonger(1) && budget.mean(of: 1) == .milliseconds(20))
        budget.forget(1)
        for _ in 0..<FilterBudget.pictures { #expect(budget.note([(1, .milliseconds(20))]) == nil) }
        #expect(!budget.isLonger(1))
    }

    @Test func oneThatTakesFarTooLongIsOneAtOnce() {
        var budget = FilterBudget(interval: .milliseconds(40))
        #expect(budget.note([(1, .milliseconds(1)), (2, .milliseconds(161))])?.id == 2)
    }
}
