import Platform
import Testing

@testable import CaptureKit

@Suite struct PointerTrackerTests {
    private let frame = Duration.milliseconds(33)
    private func at(_ milliseconds: Int) -> MediaTime { MediaTime(nanoseconds: 1_000_000_000_000) + .milliseconds(milliseconds) }

    @Test func onlyChangesIsReported() {
        var tracker = PointerTracker()
        let here = PointerPosition(x: 5, y: 6)
        let first = tracker.update(here, at: at(0), frameInterval: frame)
        let again = tracker.update(here, at: at(33), frameInterval: frame)
        let gone = tracker.update(nil, at: at(66), frameInterval: frame)
        #expect(first && !again && gone)
    }

    @Test func aPointerThatRestsIsAskedMoreSlowly() {
        var tracker = PointerTracker()
        _ = tracker.update(PointerPosition(x: 1, y: 1), at: at(0), frameInterval: frame)
        #expect(tracker.nextTime == at(33))
        _ = tracker.update(PointerPosition(x: 1, y: 1), at: at(600), frameInterval: frame)
        #expect(tracker.nextTime == at(700))
        tracker.noteChange(at: at(650))
        #expect(tracker.nextTime == at(650))
        // Which makes it no faster afterwards: a cursor that blinks is no pointer that moves.
        _ = tracker.update(PointerPosition(x: 1, y: 1), at: at(650), frameInterval: frame)
        #expect(tracker.nextTime == at(750))
        tracker.noteChange(at: at(651))
        #expect(tracker.nextTime == at(683))
    }

    @Test func aPointerThatMovesIsAskedAtTheFrameRate() {
        var tracker = PointerTracker()
        _ = tracker.update(PointerPosition(x: 1, y: 1), at: at(0), frameInterval: frame)
        _ = tracker.update(PointerPosition(x: 1, y: 1), at: at(600), frameInterval: frame)
        _ = tracker.update(PointerPosition(x: 2, y: 1), at: at(700), frameInterval: frame)
        #expect(tracker.nextTime == at(733))
        _ = tracker.update(PointerPosition(x: 2, y: 1), at: at(733), frameInterval: frame)
        #expect(tracker.nextTime == at(766))
        _ = tracker.update(PointerPosition(x: 2, y: 1), at: at(1300), frameInterval: frame)
        #expect(tracker.nextTime == at(1400))
        tracker.noteMotion(at: at(1350))
        _ = tracker.update(PointerPosition(x: 2, y: 1), at: at(1350), frameInterval: frame)
        #expect(tracker.nextTime == at(1383))
    }

    @Test func aNewHostIsToldThePositionAgain() {
        var tracker = PointerTracker()
        let here = PointerPosition(x: 5, y: 6)
        _ = tracker.update(here, at: at(0), frameInterval: frame)
        tracker.reset()
        let isChanged = tracker.update(here, at: at(33), frameInterval: frame)
        #expect(isChanged)
    }

    @Test func anAnswerThatCameWithAFrameSparesTheNextQuestion() {
        var tracker = PointerTracker()
        _ = tracker.update(PointerPosition(x: 1, y: 1), at: at(0), frameInterval: .milliseconds(40), withFrame: true)
        #expect(tracker.nextTime == at(60))
    }
}
