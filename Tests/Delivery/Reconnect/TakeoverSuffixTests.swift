import Fixtures
import Testing

@testable import Delivery

@Suite struct TakeoverSuffixTests {
    @Test func theFirstConnectionHasPriorityOne() {
        #expect(TakeoverSuffix().applied(to: "sk_abc") == "sk_abc?priority=1")
        #expect(TakeoverSuffix().applied(to: "sk_abc?token=t") == "sk_abc?token=t&priority=1")
    }

    /// Features I-38: one session, four losses, each made good by the first to the fourth attempt.
    @Test func fourLossesEndBetweenFiveAndSeventeen() {
        func end(_ attempts: [Int]) -> Int {
            var suffix = TakeoverSuffix()
            for count in attempts { for _ in 0..<count { suffix.advance() } }
            return suffix.number
        }
        #expect(end([1, 1, 1, 1]) == 5)
        #expect(end([4, 4, 4, 4]) == 17)
        var dice = SeededRandom(seed: 4)
        for _ in 0..<200 { #expect(5...17 ~= end((0..<4).map { _ in Int.random(in: 1...4, using: &dice) })) }
    }

    @Test func itNeverFalls() {
        var suffix = TakeoverSuffix(number: -4)
        #expect(suffix.number == 1)
        suffix.advance()
        #expect(suffix.applied(to: "k") == "k?priority=2")
    }
}
