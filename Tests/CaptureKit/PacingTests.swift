import Platform
import Testing

@testable import CaptureKit

@Suite struct PacingTests {
    private let start = MediaTime(nanoseconds: 1_000_000_000_000)

    /// Runs a pacing against changes at the given times (seconds), checked each tenth of a millisecond.
    ///
    /// - Returns: for each grab, how long the oldest change in it had waited, in milliseconds.
    private func waits(_ events: [Double], rate: UInt32, lateGrabs: Set<Int> = []) -> [Double] {
        var pacing = Pacing(milliFramesPerSecond: rate)
        var waits: [Double] = []
        var oldest: Double?
        var hadToWait = false
        var next = 0
        var busyUntil = 0.0
        for tick in 0...Int(events.max()! * 10_000) + 2000 {
            let seconds = Double(tick) / 10_000
            while next < events.count, events[next] <= seconds {
                oldest = oldest ?? events[next]
                next += 1
            }
            let now = start + .nanoseconds(Int64(seconds * 1e9))
            guard let since = oldest, seconds >= busyUntil else { continue }
            guard pacing.mayGrab(at: now) else {
                hadToWait = true
                continue
            }
            if lateGrabs.contains(waits.count), busyUntil < seconds - 0.02 {
                // Something kept the thread from its work.
                busyUntil = seconds + 0.025
                continue
            }
            pacing.grabbed(at: now, hadToWait: hadToWait)
            waits.append((seconds - since) * 1000)
            (oldest, hadToWait) = (nil, false)
        }
        return waits
    }

    @Test func aSourceAtExactlyTheRateLosesNothingToJitter() {
        let jitter = [0.0, 0.010, 0.002, 0.012, 0.007, 0.001]
        let events = (0..<300).map { (index: Int) -> Double in Double(index) / 30 + jitter[index % jitter.count] }
        let result = waits(events, rate: 30_000)
        #expect(result.count == 300)
        #expect(result.allSatisfy { $0 < 1 })
    }

    @Test func aFloodIsHeldToTheRate() {
        let events = (0..<10_000).map { Double($0) / 1000 }
        #expect((300...303).contains(waits(events, rate: 30_000).count))
    }

    @Test func aHiccupDelaysNothingThatFollows() {
        let events = (0..<200).map { Double($0) / 30 }
        let result = waits(events, rate: 30_000, lateGrabs: [50, 90, 91])
        #expect(result.count == 200)
        #expect(result.suffix(100).allSatisfy { $0 < 1 })
    }

    /// After a burst the ticks lie anywhere; within seconds a steady source is grabbed the moment it draws.
    @Test(arguments: [0.001, 0.008, 0.012, 0.020, 0.031])
    func aSteadySourceSoonWaitsNoMore(phase: Double) {
        let burst = (0..<500).map { Double($0) / 1000 }
        let steady = (0..<300).map { 0.6 + phase + Double($0) / 30 }
        let result = waits(burst + steady, rate: 30_000)
        #expect(result.suffix(100).allSatisfy { $0 < 1 }, "\(result.suffix(5))")
    }

    @Test func theFirstChangeAfterAPauseIsGrabbedAtOnce() {
        var pacing = Pacing(milliFramesPerSecond: 30_000)
        pacing.grabbed(at: start, hadToWait: false)
        #expect(!pacing.mayGrab(at: start + .milliseconds(10)))
        #expect(pacing.mayGrab(at: start + .milliseconds(400)))
        pacing.grabbed(at: start + .seconds(500), hadToWait: false)
        #expect(pacing.mayGrab(at: start + .seconds(501)))
    }
}
