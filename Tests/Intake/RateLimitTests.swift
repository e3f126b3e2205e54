import Platform
import Testing

@testable import Intake

@Suite struct RateLimitTests {
    private let start = MediaTime(nanoseconds: 1_000_000_000_000)

    @Test func aBurstPassesAndThenTheSteadyRate() {
        var limit = RateLimit(perSecond: 100, burst: 50, at: start)
        #expect(limit.allowance(at: start) == 50)
        limit.took(50)
        #expect(limit.allowance(at: start) == 0)
        #expect(limit.allowance(at: start + .milliseconds(100)) == 10)
        limit.took(30)
        #expect(limit.allowance(at: start + .milliseconds(200)) == 0, "what was too much is missing later")
        #expect(limit.allowance(at: start + .seconds(60)) == 50)
    }

    @Test func whoStaysBelowHalfTheRateNeverFloods() {
        var limit = RateLimit(perSecond: 100, burst: 100, at: start)
        for step in 0..<1000 {
            let now = start + .milliseconds(step * 25)
            #expect(limit.allowance(at: now) >= 1)
            limit.took(1)
            #expect(!limit.isFlooded)
        }
    }

    /// An agent that is heard again after a pause brings all that waited at once.
    @Test func burstsFarApartAreNoFlood() {
        var limit = RateLimit(perSecond: 100, burst: 100, at: start)
        for step in 0..<20 {
            let now = start + .seconds(step * 4)
            limit.took(limit.allowance(at: now))
            #expect(!limit.isFlooded)
        }
    }

    @Test func whoTakesAllThatIsAllowedFloods() {
        #expect(secondsToFlood(idleEvery: nil) == 2)
    }

    /// A flooder that gets no turn now and then leaves its queue empty; that is no good will.
    @Test func pausesOfAFlooderAreNotTakenForGoodWill() throws {
        let seconds = try #require(secondsToFlood(idleEvery: 5))
        #expect(seconds < 10)
    }

    /// Takes everything every 10 ms, but nothing in one of `idleEvery` rounds.
    private func secondsToFlood(idleEvery: Int?) -> Double? {
        var limit = RateLimit(perSecond: 1000, burst: 1000, at: start)
        for step in 0..<2000 {
            let allowed = limit.allowance(at: start + .milliseconds(step * 10))
            limit.took(idleEvery.map { step % $0 == 0 } == true ? 0 : min(allowed, idleEvery == nil ? allowed : 10))
            if limit.isFlooded { return (Double(step) / 100).rounded() }
        }
        return nil
    }
}
