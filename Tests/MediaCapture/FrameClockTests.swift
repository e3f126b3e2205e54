import Platform
import Testing

@testable import MediaCapture

@Suite struct FrameClockTests {
    private let start = MediaTime(nanoseconds: 1_000_000_000_000)
    private func at(_ milliseconds: Int) -> MediaTime { start + .milliseconds(milliseconds) }

    @Test func theFirstPictureWaitsUntilSomebodyLooks() {
        var clock = FrameClock(isLive: false)
        clock.show(.zero, at: at(0))
        #expect(!clock.isDue(.milliseconds(40), at: at(60_000)) && clock.dueTime(of: .milliseconds(40), at: at(60_000)) == nil)
        clock.grabbed(at: at(60_000))
        #expect(clock.dueTime(of: .milliseconds(40), at: at(60_000)) == at(60_040))
        #expect(!clock.isDue(.milliseconds(40), at: at(60_039)) && clock.isDue(.milliseconds(40), at: at(60_040)))
    }

    @Test func timesCountFromTheFirstGrabAndDoNotDrift() {
        var clock = FrameClock(isLive: false)
        clock.show(.zero, at: at(0))
        clock.grabbed(at: at(0))
        for index in 1...100 {
            let time = Duration.milliseconds(40 * index)
            #expect(clock.dueTime(of: time, at: at(40 * index)) == at(40 * index))
            // Each is shown and grabbed somewhat late.
            clock.show(time, at: at(40 * index + 7))
            clock.grabbed(at: at(40 * index + 9))
        }
    }

    @Test func aPauseStopsTheClockAndItGoesOnFromThere() {
        var clock = FrameClock(isLive: false)
        clock.show(.zero, at: at(0))
        clock.grabbed(at: at(0))
        clock.show(.milliseconds(40), at: at(40))
        // It is not grabbed: others come for half a second, then nothing does.
        clock.show(.milliseconds(80), at: at(80))
        #expect(clock.isDue(.milliseconds(120), at: at(500)))
        #expect(!clock.isDue(.milliseconds(120), at: at(541)) && !clock.isDue(.milliseconds(120), at: at(9000)))
        clock.grabbed(at: at(9000))
        #expect(clock.dueTime(of: .milliseconds(120), at: at(9000)) == at(9040))
    }

    @Test func aHostThatTakesFewerPicturesStopsNothing() {
        var clock = FrameClock(isLive: false)
        clock.show(.zero, at: at(0))
        clock.grabbed(at: at(0))
        for index in 1...50 {
            #expect(clock.isDue(.milliseconds(20 * index), at: at(20 * index)))
            clock.show(.milliseconds(20 * index), at: at(20 * index))
            if index % 10 == 0 { clock.grabbed(at: at(20 * index)) }
        }
        #expect(clock.dueTime(of: .milliseconds(1020), at: at(1000)) == at(1020))
    }

    @Test func aDecoderThatIsTooSlowRunsLateNotEverLater() {
        var clock = FrameClock(isLive: false)
        clock.show(.zero, at: at(0))
        clock.grabbed(at: at(0))
        // Due at 40, there at 700.
        clock.show(.milliseconds(40), at: at(700))
        clock.grabbed(at: at(700))
        #expect(clock.dueTime(of: .milliseconds(80), at: at(700)) == at(740))
    }

    @Test func aSlowSlideShowIsNotTakenForAPause() {
        var clock = FrameClock(isLive: false)
        clock.show(.zero, at: at(0))
        clock.grabbed(at: at(5))
        #expect(clock.isDue(.seconds(10), at: at(10_005)) && !clock.isDue(.seconds(10), at: at(10_004)))
    }

    @Test func whatIsLiveIsDueWhenItComes() {
        var clock = FrameClock(isLive: true)
        clock.show(.zero, at: at(0))
        #expect(clock.isDue(.seconds(5), at: at(0)) && clock.isDue(.seconds(5), at: at(60_000)))
    }
}
