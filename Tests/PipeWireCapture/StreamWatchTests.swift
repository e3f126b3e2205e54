import CaptureKit
import Platform
import Testing

@testable import PipeWireCapture

@Suite struct StreamWatchTests {
    private let start = MediaTime(nanoseconds: 5_000_000_000)
    private typealias Sight = StreamWatch.Sight

    private func sight(_ state: Sight.State, format: Bool = false, node: Bool = true) -> Sight {
        Sight(state: state, hasFormat: format, hasNode: node)
    }

    private func ended(_ action: StreamWatch.Action) -> CaptureError? { if case .end(let error) = action { error } else { nil } }

    private func running() -> StreamWatch {
        var watch = StreamWatch("node 57", isCast: false, at: start)
        _ = watch.look(sight(.streaming, format: true), at: start)
        return watch
    }

    @Test func aSilentStreamIsWellForEver() {
        var watch = running()
        #expect(watch.deadline == nil)
        for hours in 1...5 {
            #expect(watch.look(sight(.streaming, format: true), at: start + .seconds(3600 * hours)) == .none)
            #expect(watch.look(sight(.paused, format: true), at: start + .seconds(3600 * hours)) == .none, "the sender may pause")
        }
    }

    @Test func whatIsNeverLinkedEndsWithTheRemedy() {
        var watch = StreamWatch("node 57", isCast: false, at: start)
        #expect(watch.look(sight(.connecting), at: start + .seconds(1)) == .none)
        #expect(watch.look(sight(.paused), at: start + .seconds(9)) == .none)
        #expect(watch.deadline == start + .seconds(10))
        let error = ended(watch.look(sight(.paused), at: start + .seconds(10)))
        #expect(error?.code == .failed && error?.message.contains("WirePlumber") == true && error?.message.contains("node 57") == true)
    }

    @Test func aRefusalBeforeAnythingRanIsNamed() {
        var watch = StreamWatch("node 57", isCast: false, at: start)
        let error = ended(watch.look(sight(.failed("no more input formats")), at: start))
        #expect(error?.code == .unsupported && error?.message.contains("no more input formats") == true)
        var other = StreamWatch("node 57", isCast: false, at: start)
        #expect(ended(other.look(sight(.unconnected), at: start))?.code == .noScreen)
    }

    @Test func aNodeThatIsGoneIsTheScreenGone() {
        for last in [sight(.streaming, format: true, node: false), sight(.failed("target not found")), sight(.unconnected)] {
            var watch = running()
            #expect(ended(watch.look(last, at: start))?.code == .screenGone)
        }
    }

    @Test func aCastThatEndedSaysSoInOtherWords() {
        var watch = StreamWatch("the screen cast", isCast: true, at: start)
        _ = watch.look(sight(.streaming, format: true), at: start)
        #expect(ended(watch.look(sight(.streaming, node: false), at: start))?.message.contains("sharing was stopped") == true)
    }

    @Test func aLostLinkIsMadeAnewAndNotForEver() {
        var watch = running()
        var now = start
        for _ in 1...StreamWatch.mostReopenings {
            #expect(watch.look(sight(.paused), at: now) == .none)
            #expect(watch.look(sight(.paused), at: now + .seconds(2)) == .none)
            now = now + StreamWatch.reopenAfter
            #expect(watch.look(sight(.paused), at: now) == .reopen)
            _ = watch.look(sight(.paused, format: true), at: now)
        }
        _ = watch.look(sight(.paused), at: now)
        #expect(ended(watch.look(sight(.paused), at: now + StreamWatch.reopenAfter))?.code == .screenGone)
    }

    @Test func aStreamThatRunsAgainHasGotOverIt() {
        var watch = running()
        var now = start
        for _ in 1...10 {
            _ = watch.look(sight(.paused), at: now)
            now = now + StreamWatch.reopenAfter
            #expect(watch.look(sight(.paused), at: now) == .reopen)
            _ = watch.look(sight(.streaming, format: true), at: now)
        }
    }

    @Test func aLinkThatComesBackByItselfIsLeftAlone() {
        var watch = running()
        _ = watch.look(sight(.paused), at: start)
        _ = watch.look(sight(.streaming, format: true), at: start + .seconds(1))
        #expect(watch.deadline == nil)
        #expect(watch.look(sight(.paused), at: start + .seconds(20)) == .none, "counted anew")
    }
}
