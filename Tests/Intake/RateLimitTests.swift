import AppGroup
import Testing

@testable import Intake

@Suite struct RateLimitTests {
    private let start = MediaTime(nanoseconds: 1_000_000_000_000)

    @Test func aBurstPassesAndThenTheSteadyRate() {
        var limit = RateLimit(perSecond: 100, burst: 50, at: start)
        #expect(limit.allowance(at: start) == 50)
        limit.took(50, isMoreThere: false, at: start)
        #expect(limit.allowance(at: start) == 0)
        #expect(limit.allowance(at: start + .milliseconds(100)) == 10)
        limit.took(30, isMoreThere: false, at: start + .milliseconds(100))
        #expect(limit.allowance(at: start + .milliseconds(200)) == 0, "what was too much is missing later")
        #expect(limit.allowance(at: start + .seconds(60)) == 50)
    }

    @Test func whoStaysBelowTheRateIsNeverInExcess() {
        var limit = RateLimit(perSecond: 100, burst: 10, at: start)
        for step in 0..<1000 {
            let now = start + .milliseconds(step * 20)
            #expect(limit.allowance(at: now) >= 1)
            limit.took(1, isMoreThere: false, at: now)
            #expect(limit.excess(at: now) == .zero)
        }
    }

    @Test func excessLastsAsLongAsMoreIsThere() {
        var limit = RateLimit(perSecond: 100, burst: 10, at: start)
        for step in 0...10 {
            let now = start + .milliseconds(step * 100)
            limit.took(limit.allowance(at: now), isMoreThere: true, at: now)
        }
        #expect(limit.excess(at: start + .seconds(1)) == .seconds(1))
        limit.took(0, isMoreThere: nil, at: start + .seconds(1))
        #expect(limit.excess(at: start + .seconds(1)) == .seconds(1), "not known is no end of it")
        limit.took(0, isMoreThere: false, at: start + .seconds(1))
        #expect(limit.excess(at: start + .seconds(2)) == .zero)
    }
}
