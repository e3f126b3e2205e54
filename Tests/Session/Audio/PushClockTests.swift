import Platform
import Testing

@testable import Session

@Suite struct PushClockTests {
    private var clock = PushClock()
    private let start = MediaTime(nanoseconds: 1_000_000_000_000)
    private let block = Duration.milliseconds(10)

    @Test mutating func aFileIsLaidEndToEndAndHeldBack() {
        var now = start
        var last: MediaTime?
        var sent = 0
        while now < start + .seconds(10) {
            if let time = clock.holdBack(at: now) {
                #expect(time > now && time <= now + .milliseconds(20))
                now = time
                continue
            }
            let time = clock.time(of: block, given: nil, at: now)
            if let last, sent > 30 { #expect(time - last == block) }
            (last, sent) = (time, sent + 1)
        }
        // 200 ms ahead, less the 10 that the first block was taken to be old, and not a sample more.
        #expect((1019...1022).contains(sent))
    }

    @Test(arguments: [-250.0, 100, 250]) mutating func aClockThatIsOffIsFollowedAndNotHeldBack(ppm: Double) {
        var (times, heldBack): ([Double], Int) = ([], 0)
        for index in 0..<36_000 {
            let jitter = Double(index * 7919 % 13) - 6
            let now = start + .nanoseconds(Int64(Double(index) * 1e7 / (1 + ppm * 1e-6) + jitter * 1e6))
            if clock.holdBack(at: now) != nil { heldBack += 1 }
            times.append((clock.time(of: block, given: nil, at: now) - start).inSeconds)
        }
        // The times keep to the arrivals, and lie evenly.
        #expect(heldBack == 0)
        let end = 360 / (1 + ppm * 1e-6)
        #expect(abs(times.last! - end) < 0.030, "\(times.last! - end)")
        let rate = (times[30_000] - times[10_000]) / 200
        #expect(abs((1 / rate - 1) * 1e6 - ppm) < 3, "\((1 / rate - 1) * 1e6)")
    }

    @Test mutating func aPauseIsAGapAndTheFirstBlockIsOneToo() {
        let first = clock.time(of: block, given: nil, at: start)
        #expect(first == start - block && clock.isAfterGap)
        _ = clock.time(of: block, given: nil, at: start + block)
        #expect(!clock.isAfterGap)
        let later = start + .seconds(3)
        let second = clock.time(of: block, given: nil, at: later)
        #expect(second == later - block && clock.isAfterGap)
    }

    @Test mutating func aHiccupOfASecondTwentiethsIsNone() {
        var last = clock.time(of: block, given: nil, at: start)
        for index in 1..<100 {
            // The 50th is 50 ms late, and with it come the next four.
            let time = (50..<55).contains(index) ? 55 : index
            let placed = clock.time(of: block, given: nil, at: start + .milliseconds(10 * time))
            #expect(!clock.isAfterGap && abs((placed - last - block).inMilliseconds) < 0.01)
            last = placed
        }
    }

    @Test mutating func givenTimesAreUsedAndImpossibleOnesAreNot() {
        let given = [30, 20].map { start - .milliseconds($0) }
        let placed = given.map { clock.time(of: block, given: $0, at: start) }
        #expect(placed == given && !clock.isAfterGap && clock.oddTimes == 0)
        for odd in [start - .seconds(3), start + .seconds(1), MediaTime(nanoseconds: .max), MediaTime(nanoseconds: 1)] {
            let placed = clock.time(of: block, given: odd, at: start)
            #expect(abs((placed - start).inMilliseconds) < 100)
        }
        #expect(clock.oddTimes == 4)
    }

    @Test func aFloodIsTooMuchAndTheNextSecondIsAnother() {
        var allowance = PushAllowance()
        let taken = (0..<2001).map { _ in allowance.spend(.zero, at: start) }
        #expect(!taken.dropLast().contains(false) && taken.last == false)
        let next = [Duration.zero, .seconds(5)].map { allowance.spend($0, at: start + .seconds(1)) }
        #expect(next == [true, false])
    }
}
