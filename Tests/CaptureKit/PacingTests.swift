import AppGroup
import Testing

@testable import CaptureKit

@Suite struct PacingTests {
    private func grabs(_ events: [Double], rate: UInt32) -> Int {
        var pacing = Pacing(milliFramesPerSecond: rate)
        var count = 0
        var waiting = false
        // A millisecond's clock: an event waits until a grab is allowed, later events join it.
        let last = Int(events.max()! * 1000) + 200
        var next = 0
        let start = MediaTime(nanoseconds: 1_000_000_000_000)
        for millisecond in 0...last {
            let now = start + .milliseconds(millisecond)
            while next < events.count, Int(events[next] * 1000) <= millisecond {
                waiting = true
                next += 1
            }
            if waiting, pacing.mayGrab(at: now) {
                pacing.grabbed(at: now)
                count += 1
                waiting = false
            }
        }
        return count
    }

    @Test func aSourceAtExactlyTheRateLosesNothingToJitter() {
        let jitter = [0.0, 0.010, 0.002, 0.012, 0.007, 0.001]
        let events = (0..<300).map { Double($0) / 30 + jitter[$0 % jitter.count] }
        #expect(grabs(events, rate: 30_000) == 300)
    }

    @Test func aFloodIsHeldToTheRate() {
        let events = (0..<5000).map { Double($0) / 1000 }
        #expect((150...153).contains(grabs(events, rate: 30_000)))
    }

    @Test func theFirstChangeAfterAPauseIsGrabbedAtOnce() {
        var pacing = Pacing(milliFramesPerSecond: 30_000)
        let start = MediaTime(nanoseconds: 9_000_000_000)
        pacing.grabbed(at: start)
        #expect(!pacing.mayGrab(at: start + .milliseconds(10)))
        #expect(pacing.mayGrab(at: start + .milliseconds(400)))
    }
}
