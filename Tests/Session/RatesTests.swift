import Platform
import Testing

@testable import Session

@Suite struct RatesTests {
    @Test func ratesAreThoseOfTheLastSecond() {
        var rates = Rates()
        let start = MediaTime(nanoseconds: 1_000_000_000)
        // Two seconds at 10 frames and 1000 bytes a second, then two at 30 and 5000.
        for tick in 0...20 {
            let (slow, fast) = (min(tick, 10), max(0, tick - 10))
            rates.add(
                at: start + .milliseconds(200 * tick), frames: UInt64(slow * 2 + fast * 6), bytes: UInt64(slow * 200 + fast * 1000))
        }
        #expect(abs(rates.fps - 30) < 0.01)
        #expect(abs(rates.bitRate - 40_000) < 1)
    }

    @Test func withoutTimeThereIsNoRate() {
        var rates = Rates()
        #expect(rates.fps == 0)
        rates.add(at: MediaTime(nanoseconds: 5), frames: 10, bytes: 10)
        #expect(rates.bitRate == 0)
    }
}
