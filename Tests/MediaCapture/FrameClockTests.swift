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

    @Test func audioIsHeardWithThePicturesAndStandsStillWithThem() {
        var clock = FrameClock(isLive: false)
        let start = MediaTime(nanoseconds: 10_000_000_000)
        clock.show(.zero, at: start)
        #expect(clock.hearingTime(of: .seconds(1), at: start) == nil && !clock.isRunning(at: start))
        clock.grabbed(at: start)
        #expect(clock.hearingTime(of: .seconds(1), at: start) == start + .seconds(1))
        clock.show(.milliseconds(40), at: start + .milliseconds(40))
        let later = start + .seconds(3)
        #expect(clock.hearingTime(of: .seconds(1), at: later) == nil)
        clock.grabbed(at: later)
        #expect(clock.hearingTime(of: .milliseconds(40), at: later) == later)
    }

    @Test func liveAudioFollowsTheSenderAndNotTheUnevennessOfItsPictures() throws {
        var clock = FrameClock(isLive: true)
        let start = MediaTime(nanoseconds: 10_000_000_000)
        for index in 0..<400 {
            let now = start + .milliseconds(40 * index + (index % 4) * 20)
            clock.show(.milliseconds(40 * index), at: now)
            clock.grabbed(at: now)
        }
        let end = start + .milliseconds(40 * 400)
        let heard = try #require(clock.hearingTime(of: .milliseconds(40 * 400), at: end))
        #expect(heard > end + .milliseconds(20) && heard < end + .milliseconds(40))
        // The sender has begun again, or was away.
        clock.show(.milliseconds(40 * 401), at: end + .seconds(5))
        clock.grabbed(at: end + .seconds(5))
        #expect(clock.hearingTime(of: .milliseconds(40 * 401), at: end + .seconds(5)) == end + .seconds(5))
    }
}
