import Platform
import Testing

@testable import PipeWireCapture

@Suite struct SilenceWatchTests {
    private let start = MediaTime(nanoseconds: 5_000_000_000)

    private func sight(_ arrivals: UInt64, streaming: Bool = true, used: Bool = false, unsent: Bool = false) -> SilenceWatch.Sight {
        SilenceWatch.Sight(isStreaming: streaming, arrivals: arrivals, hasUsedBuffers: used, holdsUnsent: unsent)
    }

    /// When, in milliseconds from the start, a cast is renegotiated that is looked at whenever it asks for it.
    private func moments(_ watch: inout SilenceWatch, _ sight: SilenceWatch.Sight, until end: Int) -> [Int64] {
        var found: [Int64] = []
        var now = start
        while now <= start + .milliseconds(end) {
            if watch.look(sight, at: now) { found.append((now - start).inNanoseconds / 1_000_000) }
            guard let next = watch.deadline else { break }
            #expect(next > now, "or it would turn in circles")
            now = next
        }
        return found
    }

    @Test func beforeTheFirstPictureItIsImpatientAndThenLessAndLess() {
        var watch = SilenceWatch()
        #expect(moments(&watch, sight(0), until: 20_000) == [500, 1500, 3500, 7500, 15_500])
    }

    @Test func aStillScreenIsAskedEverMoreRarely() {
        var watch = SilenceWatch()
        let found = moments(&watch, sight(1), until: 3_600_000)
        #expect(found.prefix(4) == [10_000, 30_000, 70_000, 150_000])
        #expect(zip(found, found.dropFirst()).allSatisfy { $1 - $0 <= 300_000 })
        #expect(found.count < 20)
    }

    @Test func whateverComesBeginsTheSilenceAnew() {
        var watch = SilenceWatch()
        for second in 0..<60 { #expect(watch.look(sight(UInt64(second)), at: start + .seconds(second)) == false) }
        #expect(watch.deadline == start + .seconds(69))
    }

    @Test func aPictureThatTheHostHasNotGotIsNeverLost() {
        var watch = SilenceWatch()
        #expect(moments(&watch, sight(1, unsent: true), until: 600_000) == [])
        #expect(watch.look(sight(1, used: true, unsent: true), at: start + .seconds(700)) == false)
        #expect(watch.look(sight(1, used: true), at: start + .seconds(701)) == true)
    }

    @Test func buffersThatOthersHadAreReplacedOnceAndAtOnce() {
        var watch = SilenceWatch()
        #expect(watch.look(sight(0, used: true), at: start) == true)
        #expect(watch.look(sight(0, used: true), at: start) == false, "a node that keeps its buffers is not asked again and again")
        #expect(watch.look(sight(1, used: true), at: start + .milliseconds(1)) == false)
    }

    @Test func aStreamThatIsPausedIsLeftAlone() {
        var watch = SilenceWatch()
        _ = watch.look(sight(1), at: start)
        #expect(watch.look(sight(1, streaming: false), at: start + .seconds(60)) == false)
        #expect(watch.deadline == nil)
        #expect(watch.look(sight(1), at: start + .seconds(90)) == false)
        #expect(watch.deadline == start + .seconds(100))
    }
}
